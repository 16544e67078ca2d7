/** True when declarations of both properties set the same longhand. */
export function overlap(one: string, other: string): boolean {
  // The same few hundred names meet millions of times.
  const met = known.get(one) ?? new Map<string, boolean>()
  known.set(one, met)
  const before = met.get(other)
  if (before !== undefined) return before
  const [first, second] = [plain(one), plain(other)]
  const doOverlap = first === second || sets(first, second) || sets(second, first)
  met.set(other, doOverlap)
  return doOverlap
}

const known = new Map<string, Map<string, boolean>>()

/** True if `outer` is a shorthand that sets `inner` too. */
function sets(outer: string, inner: string): boolean {
  if (outer === 'all') return !inner.startsWith('--')
  const parts = shortForms[outer]
  if (parts) return parts.some((part) => part === inner || sets(part, inner))
  return boxes.test(outer) && inner.startsWith(`${outer}-`) && !apart.has(inner)
}

/** Our writing mode is always horizontal, so `block-size` and `height` are the same. */
const plain = (name: string): string =>
  name
    .replace(/^-webkit-(?=line-clamp)/, '')
    .replace(/^(min-|max-)?width$/, '$1inline-size')
    .replace(/^(min-|max-)?height$/, '$1block-size')

/** Shorthands whose longhands start with their name: `padding` sets `padding-inline-start`. */
const boxes =
  /^(animation|background|border|column-rule|container|font|grid|list-style|margin|mask|outline|overflow|overscroll-behavior|padding|scroll-margin|scroll-padding|text-decoration|transition)(-(block|inline))?$/

/** Properties that start with the name of a shorthand that does not set them. */
const apart = new Set([
  'background-blend-mode',
  'border-collapse',
  'border-radius',
  'border-spacing',
  'outline-offset',
  'overflow-anchor',
  'overflow-wrap',
])

const shortForms: Readonly<Record<string, readonly string[]>> = {
  'border-color': ['border-block-color', 'border-inline-color'],
  'border-radius': [
    'border-start-start-radius',
    'border-start-end-radius',
    'border-end-start-radius',
    'border-end-end-radius',
  ],
  'border-style': ['border-block-style', 'border-inline-style'],
  'border-width': ['border-block-width', 'border-inline-width'],
  flex: ['flex-grow', 'flex-shrink', 'flex-basis'],
  'flex-flow': ['flex-direction', 'flex-wrap'],
  font: [
    'font-family',
    'font-size',
    'font-style',
    'font-weight',
    'font-stretch',
    'font-variant-numeric',
    'line-height',
  ],
  gap: ['row-gap', 'column-gap'],
  'grid-area': ['grid-row', 'grid-column', 'grid-row-start', 'grid-row-end', 'grid-column-start', 'grid-column-end'],
  'grid-column': ['grid-column-start', 'grid-column-end'],
  'grid-row': ['grid-row-start', 'grid-row-end'],
  'grid-template': ['grid-template-areas', 'grid-template-columns', 'grid-template-rows'],
  inset: ['inset-block', 'inset-inline', 'top', 'right', 'bottom', 'left'],
  'inset-block': ['inset-block-start', 'inset-block-end', 'top', 'bottom'],
  'inset-inline': ['inset-inline-start', 'inset-inline-end', 'left', 'right'],
  'place-content': ['align-content', 'justify-content'],
  'place-items': ['align-items', 'justify-items'],
  'place-self': ['align-self', 'justify-self'],
}
