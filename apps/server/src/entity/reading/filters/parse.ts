import { invalid, limits } from '@tavla/contract'
import type { Model } from '../../model/model.ts'

/** One condition as it was sent. */
export type Triple = readonly [name: string, operator: string, value: unknown]

/** Conditions as they were sent, joined. */
export interface Joined {
  join: 'and' | 'or' | 'not'
  members: readonly Parsed[]
}

export type Parsed = Triple | Joined

export const isJoined = (parsed: Parsed): parsed is Joined => !Array.isArray(parsed)

/**
 * Reads the three forms of a filter: object, list and group (reference: http-api, Filters). The members of the answer
 * are joined as their parameter says.
 * @throws Problem 417 InvalidFilterError
 */
export function parseForm(model: Model, filters: unknown): Parsed[] {
  if (filters === undefined || filters === null || filters === '') return []
  if (isGroup(filters) && !isOfField(model, filters)) return [groupOf(filters, { leaves: 0 }, 1)]
  const triples = Array.isArray(filters) ? triplesOfList(model, filters) : triplesOfObject(filters)
  if (triples.length > limits.filterConditions) throw wrongValue('filters')
  return triples
}

/** A group is an object whose only key is a joiner. */
function isGroup(filters: unknown): filters is Record<string, unknown> {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) return false
  const [key, ...more] = Object.keys(filters)
  return more.length === 0 && (key === 'and' || key === 'or' || key === 'not')
}

/** A field that had the name of a joiner before groups came is filtered in the object form. */
const isOfField = (model: Model, filters: object) => model.byName.has(Object.keys(filters)[0] as string)

function groupOf(group: Record<string, unknown>, counted: { leaves: number }, depth: number): Joined {
  if (depth > limits.filterDepth) throw invalid('The filter is nested too deeply.', [], 'InvalidFilterError')
  const [join, content] = Object.entries(group)[0] as [Joined['join'], unknown]
  const member = (one: unknown): Parsed => {
    if (isGroup(one)) return groupOf(one, counted, depth + 1)
    if (++counted.leaves > limits.filterConditions) {
      throw invalid('The filter has too many conditions.', [], 'InvalidFilterError')
    }
    return tripleOf(one)
  }
  if (join === 'not') return { join, members: [member(content)] }
  if (!Array.isArray(content) || content.length === 0) throw wrongValue('filters')
  return { join, members: content.map(member) }
}

function triplesOfList(model: Model, list: readonly unknown[]): Triple[] {
  return list.map((item) =>
    tripleOf(Array.isArray(item) && item.length === 4 && item[0] === model.id ? item.slice(1) : item),
  )
}

function tripleOf(item: unknown): Triple {
  if (!Array.isArray(item)) throw wrongValue('filters')
  const [name, operator, value] = item as unknown[]
  if (item.length !== 3 || typeof name !== 'string' || typeof operator !== 'string') throw wrongValue('filters')
  return [name, operator, value]
}

function triplesOfObject(filters: unknown): Triple[] {
  if (typeof filters !== 'object') throw wrongValue('filters')
  return Object.entries(filters as object).flatMap(([name, value]): Triple[] => {
    if (!Array.isArray(value)) return [[name, '=', value]]
    if (value.length > 0 && value.every((part) => Array.isArray(part))) {
      return value.map((part: unknown[]) => pair(name, part))
    }
    return [pair(name, value)]
  })
}

function pair(name: string, value: readonly unknown[]): Triple {
  if (value.length !== 2 || typeof value[0] !== 'string') throw wrongValue(name)
  return [name, value[0], value[1]]
}

export const wrongValue = (name: string) =>
  invalid('The filter value for {0} is not valid', [{ translate: name }], 'InvalidFilterError')
