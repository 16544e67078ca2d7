import { type Declaration, Features, type Rule, type Selector, type SelectorComponent, transform } from 'lightningcss'

/** One selector of a style rule, with its declarations. */
export interface StyleRule {
  file: string
  /** Name of its cascade layer; '' outside every layer. */
  layer: string
  selector: Selector
  /** `ids,classes,types`, as the cascade compares them. */
  specificity: string
  /** Property → its value, to compare values. */
  properties: ReadonlyMap<string, string>
}

/** Every selector of a style sheet with its layer, with nested rules expanded. @throws Error when it can't be parsed */
export function readStyleRules(file: string, source: string): StyleRule[] {
  // The first pass expands nested rules, the second reads the result.
  const flat = transform({ filename: file, code: Buffer.from(source), include: Features.Nesting, sourceMap: false })
  const found: StyleRule[] = []
  transform({
    filename: file,
    code: flat.code,
    visitor: {
      StyleSheet(sheet) {
        collect(sheet.rules, '')
      },
    },
  })
  return found

  function collect(rules: readonly Rule[], layer: string): void {
    for (const rule of rules) {
      if (rule.type === 'layer-block') collect(rule.value.rules, (rule.value.name ?? []).join('.'))
      else if (rule.type === 'media' || rule.type === 'container' || rule.type === 'supports')
        collect(rule.value.rules, layer)
      else if (rule.type === 'style') {
        const { selectors, declarations } = rule.value
        const properties = new Map(
          (declarations?.declarations ?? []).map((each): [string, string] => [
            nameOf(each),
            JSON.stringify(each.value),
          ]),
        )
        for (const selector of selectors)
          found.push({ file, layer, selector, specificity: weigh(selector).join(','), properties })
      }
    }
  }
}

function nameOf(declaration: Declaration): string {
  if (declaration.property === 'custom') return declaration.value.name
  return declaration.property === 'unparsed' ? declaration.value.propertyId.property : declaration.property
}

type Weight = [ids: number, classes: number, types: number]

/** The specificity of a selector. */
function weigh(selector: Selector): Weight {
  const sum: Weight = [0, 0, 0]
  for (const part of selector)
    weighPart(part).forEach((value, index) => {
      sum[index as 0] += value
    })
  return sum
}

function weighPart(part: SelectorComponent): Weight {
  if (part.type === 'id') return [1, 0, 0]
  if (part.type === 'class' || part.type === 'attribute') return [0, 1, 0]
  if (part.type === 'type' || part.type === 'pseudo-element') return [0, 0, 1]
  if (part.type !== 'pseudo-class') return [0, 0, 0]
  // An implicit part at the start of the argument of `:has()`.
  if (part.kind === 'where' || part.kind === 'scope') return [0, 0, 0]
  if (part.kind === 'is' || part.kind === 'not' || part.kind === 'has') return heaviest(part.selectors)
  return [0, 1, 0]
}

const heaviest = (selectors: readonly Selector[]): Weight =>
  selectors.map(weigh).reduce((best, next) => (compare(next, best) > 0 ? next : best), [0, 0, 0])

const compare = (a: Weight, b: Weight): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** A selector as text; the content of parentheses is shortened. */
export function textOf(selector: Selector): string {
  return selector.map(partText).join('')
}

function partText(part: SelectorComponent): string {
  switch (part.type) {
    case 'combinator':
      return (
        { child: ' > ', descendant: ' ', 'next-sibling': ' + ', 'later-sibling': ' ~ ' }[part.value as string] ?? ' '
      )
    case 'class':
      return `.${part.name}`
    case 'id':
      return `#${part.name}`
    case 'type':
      return part.name
    case 'attribute':
      return `[${part.name}]`
    case 'pseudo-class':
      return 'selectors' in part && part.selectors
        ? `:${part.kind}(${(part.selectors as Selector[]).map(textOf).join(', ')})`
        : `:${part.kind}`
    case 'pseudo-element':
      return `::${part.kind}`
    default:
      return '*'
  }
}
