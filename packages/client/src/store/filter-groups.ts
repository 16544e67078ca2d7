import type { FilterGroup, FilterLeaf, FilterPart } from '@tavla/contract'
import type { Condition, Filters } from './state.ts'

/** Filters and a group, joined by AND (reference: http-api, Filters). */
export function joinFilters(filters: Filters, group: FilterGroup | null): unknown {
  if (!group) return filters
  const leaves = leavesOf(filters)
  return leaves.length === 0 ? group : { and: [...leaves, group] }
}

/** The conditions of an object of filters, one by one. */
const leavesOf = (filters: Filters): FilterLeaf[] =>
  Object.entries(filters).flatMap(([name, condition]) =>
    conditionsOf(condition).map(([operator, value]): FilterLeaf => [name, operator, value]),
  )

/** The conditions on one field: operator and value each. */
export const conditionsOf = (condition: unknown): (readonly [string, unknown])[] => {
  if (!Array.isArray(condition)) return [['=', condition]]
  return Array.isArray(condition[0]) ? condition : [condition as [string, unknown]]
}

/**
 * The opposite of `joinFilters`, for a filter in either form: conditions that all must hold are told by field, further
 * ones stay a group.
 */
export function splitFilters(filter: Readonly<Record<string, unknown>>): { filters?: Filters; group?: FilterGroup } {
  if (!isGroup(filter)) return { filters: filter }
  if (!('and' in filter) || !Array.isArray(filter.and)) return { group: filter }
  const parts: readonly FilterPart[] = filter.and
  const leaves = parts.filter(isLeaf)
  const groups = parts.filter((part): part is FilterGroup => !isLeaf(part))
  const filters = leaves.reduce<Record<string, Condition>>((all, [name, ...condition]) => {
    if (Object.hasOwn(all, name)) all[name] = [...conditionsOf(all[name]), condition]
    else all[name] = condition[0] === '=' ? condition[1] : condition
    return all
  }, {})
  const [only] = groups
  return {
    ...(leaves.length > 0 && { filters }),
    ...(only && { group: groups.length === 1 ? only : { and: groups } }),
  }
}

const isLeaf = (part: FilterPart): part is FilterLeaf => Array.isArray(part)

const isGroup = (filter: object): filter is FilterGroup => {
  const [word, ...others] = Object.keys(filter)
  return others.length === 0 && (word === 'and' || word === 'or' || word === 'not')
}
