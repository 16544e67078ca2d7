import type { FilterGroup, FilterLeaf, FilterPart } from '@tavla/contract'
import type { Condition, Filters } from './state.ts'

/** Filters and a group, joined by AND (reference: http-api, Filters). */
export function joinFilters(filters: Filters, group: FilterGroup | null): unknown {
  if (!group) return filters
  const leaves = leavesOf(filters)
  return leaves.length === 0 ? group : { and: [...leaves, group] }
}

/** Both conditions, without another level where one is a list of conditions that all must hold. */
export function narrowed(group: FilterGroup | null, where: FilterPart): FilterGroup {
  const [all, further] = [group, where].map((part) => (part === null ? [] : 'and' in part ? part.and : [part]))
  return { and: [...(all ?? []), ...(further ?? [])] }
}

/** The conditions of an object of filters, one by one. */
export const leavesOf = (filters: Filters): FilterLeaf[] =>
  Object.entries(filters).flatMap(([name, condition]) =>
    conditionsOf(condition).map(([operator, value]): FilterLeaf => [name, operator, value]),
  )

/** The conditions on one field: operator and value each. An address may hold anything else in their place. */
export function conditionsOf(condition: unknown): (readonly [string, unknown])[] {
  if (!Array.isArray(condition)) return [['=', condition]]
  const pairs: unknown[] = Array.isArray(condition[0]) ? condition : [condition]
  return pairs.map((pair) => (Array.isArray(pair) ? [String(pair[0]), pair[1]] : ['', pair]))
}

/** A field's conditions in the shortest form; null for none. */
export function conditionFrom(pairs: readonly (readonly [string, unknown])[]): Condition {
  const [first] = pairs
  if (!first) return null
  if (pairs.length > 1) return pairs
  const [operator, value] = first
  return operator === '=' && !Array.isArray(value) ? value : first
}

/**
 * The opposite of `joinFilters`, for a filter in either form: conditions that all must hold are told by field, further
 * ones stay a group.
 */
export function splitFilters(filter: Readonly<Record<string, unknown>>): { filters?: Filters; group?: FilterGroup } {
  if (!isGroup(filter)) return { filters: filter }
  if (!('and' in filter) || !Array.isArray(filter.and)) return { group: filter }
  const parts: readonly unknown[] = filter.and
  const pairs = new Map<string, (readonly [string, unknown])[]>()
  for (const leaf of parts.filter(isLeaf))
    pairs.set(leaf[0], [...(pairs.get(leaf[0]) ?? []), [String(leaf[1]), leaf[2]]])
  const groups = parts.filter(isGroup)
  const filters = Object.fromEntries([...pairs].map(([name, conditions]) => [name, conditionFrom(conditions)]))
  const [only] = groups
  return {
    ...(pairs.size > 0 && { filters }),
    ...(only && { group: groups.length === 1 ? only : { and: groups } }),
  }
}

export const isLeaf = (part: unknown): part is FilterLeaf => Array.isArray(part) && typeof part[0] === 'string'

/** True for an object with a joining word as its only key. */
export const isGroup = (filter: unknown): filter is FilterGroup => {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return false
  const [word, ...others] = Object.keys(filter)
  return others.length === 0 && (word === 'and' || word === 'or' || word === 'not')
}

/** The word of a group, with its members. `none` is the opposite of `or`. */
export function readGroup(group: FilterGroup): { word: 'and' | 'or' | 'none'; members: readonly FilterPart[] } {
  if ('and' in group) return { word: 'and', members: listOf(group.and) }
  if ('or' in group) return { word: 'or', members: listOf(group.or) }
  const { not } = group
  return { word: 'none', members: isGroup(not) && 'or' in not ? listOf(not.or) : [not] }
}

/** The opposite of `readGroup`; null for a group without members. */
export function writeGroup(word: 'and' | 'or' | 'none', members: readonly FilterPart[]): FilterGroup | null {
  const [only] = members
  if (!only) return null
  if (word === 'and') return { and: members }
  return word === 'or' ? { or: members } : { not: members.length === 1 ? only : { or: members } }
}

const listOf = (members: unknown): readonly FilterPart[] => (Array.isArray(members) ? members : [])
