import type { JSXOpeningElement, Node } from 'oxc-parser'
import { readSource, type Source, sourceFiles, walkNode } from '../source-files.ts'

/** The class names of the front ends' elements, as their components use them. */
export interface ClassUse {
  /** True when one element may have both names. */
  meet(one: string, other: string): boolean
  /** Tag names of the elements that may have a class name; undefined if unknown. */
  tagsOf(name: string): ReadonlySet<string> | undefined
  /** True when an element with the name `inner` is a child of one with the name `outer`. */
  isInside(inner: string, outer: string): boolean
}

/** One element of a component, as it is written. */
interface ElementUse {
  /** `div`, `Button`; '' for the props of an element of another component. */
  name: string
  classes: string[]
  /** True when it also takes class names from its props, by a variable or a spread. */
  isOpen: boolean
  /** Its parent element in the component. */
  outer?: ElementUse | undefined
}

/** Component → its elements. */
type Components = ReadonlyMap<string, ElementUse[]>

/** Reads every component below `root`. It knows only class names that stand in literals. */
export function readClassUse(root: string): ClassUse {
  const components = new Map<string, ElementUse[]>()
  for (const file of sourceFiles(root)) {
    if (!file.startsWith('apps/server/')) readComponents(readSource(root, file), components)
  }
  const together = new Map<string, Set<string>>()
  const tags = new Map<string, Set<string>>()
  const inside = new Map<string, Set<string>>()
  for (const element of [...components.values()].flat()) {
    const ends = isOwn(element) ? [element] : endsOf(element.name, components)
    const names = [...element.classes, ...ends.flatMap((end) => end.classes)]
    for (const name of element.classes) {
      for (const end of ends.length > 0 ? ends : [element]) note(tags, name, isOwn(end) ? end.name : '')
      for (const other of names) {
        note(together, name, other)
        note(together, other, name)
      }
    }
    const top = isOwn(element) ? [] : topsOf(element.name, components).flatMap(({ classes }) => classes)
    for (const name of [...names, ...top]) for (const outer of element.outer?.classes ?? []) note(inside, name, outer)
  }
  return {
    meet: (one, other) => one === other || together.get(one)?.has(other) === true,
    tagsOf: (name) => (tags.get(name)?.has('') ? undefined : tags.get(name)),
    isInside: (inner, outer) => inside.get(inner)?.has(outer) === true,
  }
}

const isOwn = ({ name }: ElementUse): boolean => /^[a-z]/.test(name)

/** The elements that receive the class names given to a component. */
function endsOf(name: string, components: Components, seen = new Set<string>()): ElementUse[] {
  if (seen.has(name)) return []
  seen.add(name)
  const open = (components.get(name) ?? []).filter(({ isOpen }) => isOpen)
  return open.flatMap((element) => {
    if (isOwn(element)) return [element]
    const ends = endsOf(element.name, components, seen)
    return ends.map((end) => ({ ...end, classes: [...end.classes, ...element.classes] }))
  })
}

/** The outermost elements of a component. */
function topsOf(name: string, components: Components, seen = new Set<string>()): ElementUse[] {
  if (seen.has(name)) return []
  seen.add(name)
  const tops = (components.get(name) ?? []).filter(({ outer, name: own }) => !outer && own !== '')
  return tops.flatMap((element) => (isOwn(element) ? [element] : [element, ...topsOf(element.name, components, seen)]))
}

function readComponents(source: Source, components: Map<string, ElementUse[]>): void {
  const functions: { name: string; start: number; end: number }[] = []
  const elements: { start: number; end: number; drawn: ElementUse }[] = []
  source.walk((node) => {
    if (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator') {
      if (node.id?.type === 'Identifier' && /^[A-Z]/.test(node.id.name))
        functions.push({ name: node.id.name, start: node.start, end: node.end })
    } else if (node.type === 'JSXElement') add(node, readElement(node.openingElement, source.text))
    // Props that are spread over an element elsewhere.
    else if (node.type === 'Property' && isNamed(node.key, 'className'))
      add(node, { name: '', classes: wordsIn(node.value), isOpen: false })
  })

  function add({ start, end }: Node, drawn: ElementUse): void {
    const around = <T extends { start: number; end: number }>(list: readonly T[]) =>
      list.findLast((each) => each.start <= start && start < each.end)
    const owner = around(functions)
    const outer = around(elements)
    const isSameOwner = outer && (!owner || outer.start >= owner.start)
    const name = owner?.name ?? ''
    components.set(name, [...(components.get(name) ?? []), { ...drawn, outer: isSameOwner ? outer.drawn : undefined }])
    if (drawn.name !== '') elements.push({ start, end, drawn })
  }
}

function readElement(node: JSXOpeningElement, text: string): ElementUse {
  const element: ElementUse = { name: text.slice(node.name.start, node.name.end), classes: [], isOpen: false }
  for (const attribute of node.attributes) {
    if (attribute.type === 'JSXSpreadAttribute') element.isOpen = true
    else if (attribute.value) {
      const isClass = attribute.name.type === 'JSXIdentifier' && isClassName(attribute.name.name)
      if (isClass) element.classes.push(...wordsIn(attribute.value))
      walkNode(attribute.value, (part) => {
        if (isClass && part.type === 'Identifier' && isClassName(part.name)) element.isOpen = true
        if (!isClass && part.type === 'Property' && isNamed(part.key, 'className'))
          element.classes.push(...wordsIn(part.value))
      })
    }
  }
  return element
}

const isClassName = (name: string): boolean => /class(name)?$/i.test(name)

const isNamed = (key: Node, name: string): boolean => key.type === 'Identifier' && key.name === name

/** Every word of the texts in an expression: possible class names, and other words. */
function wordsIn(node: Node): string[] {
  const words: string[] = []
  walkNode(node, (part) => {
    if (part.type === 'Literal' && typeof part.value === 'string') words.push(...part.value.split(/\s+/))
    if (part.type === 'TemplateElement') words.push(...part.value.raw.split(/\s+/))
  })
  return words.filter(Boolean)
}

function note(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set<string>()).add(value))
}
