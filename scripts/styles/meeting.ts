import type { Selector, SelectorComponent } from 'lightningcss'
import type { ClassUse } from './classes.ts'

/**
 * True if one element may match both selectors, as far as the components show: it may have the class names of both, and
 * a rule for any child (`.list > *`) may match the classes inside its parent.
 */
export function canMeet(one: Selector, other: Selector, use: ClassUse): boolean {
  return spellOut(one).some((each) => spellOut(other).some((its) => plainsMeet(each, its, use)))
}

/** Expands `:is()` and `:where()` into one selector for each of their choices. */
function spellOut(selector: Selector): Selector[] {
  const at = selector.findIndex((part) => part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where'))
  const part = selector[at]
  if (part?.type !== 'pseudo-class' || !('selectors' in part)) return [selector]
  const choices = (part.selectors ?? []) as Selector[]
  return choices.flatMap((choice) => spellOut([...selector.slice(0, at), ...choice, ...selector.slice(at + 1)]))
}

function plainsMeet(one: Selector, other: Selector, use: ClassUse): boolean {
  const [first, second] = [split(one), split(other)]
  if (pseudoElement(first.own) !== pseudoElement(second.own)) return false
  if (clashes(first.own, second.own) || clashes(second.own, first.own)) return false
  if (!tagsMeet(first.own, second.own, use) || !tagsMeet(second.own, first.own, use)) return false
  const [names, others] = [classNamesOf(first.own), classNamesOf(second.own)]
  if (!names.every((name) => others.every((each) => use.meet(name, each)))) return false
  if (first.outer && second.outer && !canMeet(first.outer, second.outer, use)) return false
  if (names.length + others.length === 0 && isAlone(one) && isAlone(other)) return true
  if (first.outer && second.outer) return true
  // A class that only one selector names, beside a child selector: they meet only if the class occurs inside
  // that parent.
  const [more, otherMore] = [without(names, others), without(others, names)]
  const isFree = (extra: readonly string[], outer: Selector | undefined) => !outer || extra.length === 0
  if (names.length > 0 && others.length > 0 && isFree(more, second.outer) && isFree(otherMore, first.outer)) return true
  return (
    isDrawnInside(more.length > 0 ? more : names, second.outer, use) ||
    isDrawnInside(otherMore.length > 0 ? otherMore : others, first.outer, use)
  )
}

const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name))

/** True for a selector without combinators. */
const isAlone = (selector: Selector): boolean => !selector.some(({ type }) => type === 'combinator')

interface Parts {
  /** Conditions on the element itself. */
  own: SelectorComponent[]
  /** Conditions on its parent; undefined if there are none. */
  outer: Selector | undefined
}

function split(selector: Selector): Parts {
  const at = selector.findLastIndex(({ type }) => type === 'combinator')
  const part = selector[at]
  const own = selector.slice(at + 1)
  return { own, outer: part?.type === 'combinator' && part.value === 'child' ? selector.slice(0, at) : undefined }
}

const classNamesOf = (parts: readonly SelectorComponent[]): string[] =>
  parts.flatMap((part) => (part.type === 'class' ? [part.name] : []))

const pseudoElement = (parts: readonly SelectorComponent[]): string | undefined =>
  parts.find((part) => part.type === 'pseudo-element')?.kind

const tagOf = (parts: readonly SelectorComponent[]): string | undefined =>
  parts.find((part) => part.type === 'type')?.name

/** False when one selector needs a tag name that the other's classes never have. */
function tagsMeet(one: readonly SelectorComponent[], other: readonly SelectorComponent[], use: ClassUse): boolean {
  const tag = tagOf(one)
  if (tag === undefined) return true
  const otherTag = tagOf(other)
  if (otherTag !== undefined) return otherTag === tag
  return classNamesOf(other).every((name) => use.tagsOf(name)?.has(tag) ?? true)
}

/**
 * True if one selector requires what the other excludes: `:not(.button)` beside `.button`, or another value
 * of an attribute.
 */
function clashes(one: readonly SelectorComponent[], other: readonly SelectorComponent[]): boolean {
  return one.some((part) => {
    if (part.type === 'attribute' && part.operation?.operator === 'equal') {
      const { value } = part.operation
      return other.some(
        (each) =>
          each.type === 'attribute' &&
          each.name === part.name &&
          each.operation?.operator === 'equal' &&
          each.operation.value !== value,
      )
    }
    if (part.type !== 'pseudo-class' || part.kind !== 'not') return false
    const excluded = part.selectors.flatMap((selector) => (selector.length === 1 ? selector : []))
    return excluded.some((bad) => other.some((each) => JSON.stringify(each) === JSON.stringify(bad)))
  })
}

/** True if the components have an element with one of the names as a child of a match of `outer`. */
function isDrawnInside(names: readonly string[], outer: Selector | undefined, use: ClassUse): boolean {
  if (!outer) return false
  const around = classNamesOf(split(outer).own)
  return names.some((name) => around.some((each) => use.isInside(name, each)))
}
