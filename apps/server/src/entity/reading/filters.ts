import { invalid, limits } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Condition } from '../types.ts'
import { countedOf, isCounted } from './counted.ts'
import { type Operator, operators } from './operators.ts'

/** Finds a field by a name that this user may use in filters and sorting. */
export type FieldFinder = (name: string) => Field | undefined

/** Parses `filters` or `or_filters` in either form (reference: http-api, Filters). @throws Problem 417 InvalidFilterError */
export function parseFilters(engine: Engine, model: Model, nameable: FieldFinder, filters: unknown): Condition[] {
  if (filters === undefined || filters === null || filters === '') return []
  const triples = Array.isArray(filters) ? triplesOfList(model, filters) : triplesOfObject(filters)
  if (triples.length > limits.filterConditions) throw wrongValue('filters')
  return triples.map(([name, operator, value]) => condition(engine, model, nameable, name, operator, value))
}

type Triple = readonly [name: string, operator: string, value: unknown]

function triplesOfList(model: Model, list: readonly unknown[]): Triple[] {
  return list.map((item) => {
    if (!Array.isArray(item)) throw wrongValue('filters')
    const parts: unknown[] = item.length === 4 && item[0] === model.id ? item.slice(1) : item
    const [name, operator, value] = parts
    if (parts.length !== 3 || typeof name !== 'string' || typeof operator !== 'string') throw wrongValue('filters')
    return [name, operator, value]
  })
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

function condition(
  engine: Engine,
  model: Model,
  nameable: FieldFinder,
  name: string,
  operatorText: string,
  value: unknown,
): Condition {
  const operator = operatorText.toLowerCase().trim().replace(/\s+/g, ' ') as Operator
  const counted = countedOf(engine, model)
  const field = counted?.name === name ? counted : nameable(name)
  if (!field) throw invalid('Unknown field: {0}', [name], 'InvalidFilterError')
  if (!operators.includes(operator)) throw invalid('Unknown filter operator: {0}', [operatorText], 'InvalidFilterError')
  const label = isCounted(field) ? name : field.rule.label
  const one = (part: unknown, edge?: 'end') => {
    const coerced = isCounted(field) ? whole(operator, part, edge) : coerce(engine, field, operator, part, edge)
    if (coerced === undefined) throw wrongValue(label)
    return coerced
  }
  // In the hour that autumn repeats, one wall-clock time stands for two instants, and equals both.
  const instants = (first: string | number, part: unknown) => {
    const again = !isCounted(field) && field.clock && isEquality(operator) ? one(part, 'end') : first
    return again === first ? [first] : [first, again]
  }
  if (operator === 'is') {
    if (value !== 'set' && value !== 'not set') throw wrongValue(label)
    return { field, operator, values: [], blank: value === 'not set' }
  }
  if (operator === 'in' || operator === 'not in') {
    const parts = listOf(value)
    if (!parts || parts.length > limits.filterListItems) throw wrongValue(label)
    const given = parts.filter((part) => !isBlank(part))
    return {
      field,
      operator,
      values: given.flatMap((part) => instants(one(part), part)),
      blank: given.length < parts.length,
    }
  }
  if (operator === 'between') {
    if (!Array.isArray(value) || value.length !== 2) throw wrongValue(label)
    return { field, operator, values: [one(value[0]), one(value[1], 'end')], blank: false }
  }
  if (isBlank(value)) {
    if (operator === '=' || operator === '!=') return { field, operator, values: [], blank: true }
    if (operator !== 'like' && operator !== 'not like') throw wrongValue(label)
    return { field, operator, values: [''], blank: false }
  }
  const values = instants(one(value), value)
  if (values.length > 1 && (operator === '=' || operator === '!=')) {
    return { field, operator: operator === '=' ? 'in' : 'not in', values, blank: false }
  }
  return { field, operator, values: values.slice(0, 1), blank: false }
}

/** The value in its stored form, or undefined when the field's kind can't hold it. */
function coerce(
  engine: Engine,
  field: Field,
  operator: Operator,
  value: unknown,
  edge: 'end' | undefined,
): string | number | undefined {
  if (typeof value === 'object' || value === undefined) return undefined
  if (operator === 'like' || operator === 'not like') {
    const pattern = plain(value)
    return pattern.length > maxPatternLength ? undefined : fold(pattern)
  }
  switch (field.kind) {
    case 'flag':
      return value === true || value === 'true'
        ? 1
        : value === false || value === 'false'
          ? 0
          : whole(operator, value, edge)
    case 'integer':
      return whole(operator, value, edge)
    case 'decimal':
      return finite(value)
    case 'date':
    case 'time':
    case 'datetime':
      return moment(engine, field, operator, plain(value).trim(), edge)
    default:
      return ordering.has(operator) ? fold(plain(value)) : plain(value)
  }
}

/** Text is sorted by its folding (reference: http-api, Fields and order), but compared exactly. */
const ordering = new Set<Operator>(['<', '<=', '>', '>=', 'between'])

function moment(
  engine: Engine,
  field: Field,
  operator: Operator,
  text: string,
  edge: 'end' | undefined,
): string | undefined {
  const wholeDay =
    edge === 'end' && operator === 'between' && field.kind === 'datetime' && /^\d{4}-\d\d-\d\d$/.test(text)
  const parsed = field.type.parse(wholeDay ? `${text} 23:59:59.999999` : text, field.rule, {
    toWallClock: (instant) => engine.clock.instantToWall(instant),
  })
  if (!('value' in parsed) || typeof parsed.value !== 'string') return undefined
  if (!field.clock) return parsed.value
  const upper = operator === '<=' || operator === '>' || edge === 'end'
  return engine.clock.toUtc(parsed.value, upper ? 'later' : 'earlier')
}

function finite(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/**
 * Converts a number for comparison with a column of whole numbers: a fraction is rounded in the direction that keeps
 * the result, a number beyond the range is clamped. Undefined for a fraction in an equality.
 */
function whole(operator: Operator, value: unknown, edge: 'end' | undefined): number | undefined {
  const number = finite(value)
  if (number === undefined || (isEquality(operator) && !Number.isInteger(number))) return undefined
  const up = operator === '>=' || operator === '<' || (operator === 'between' && edge === undefined)
  const rounded = up ? Math.ceil(number) : Math.floor(number)
  return Math.max(-maxNumber, Math.min(maxNumber, rounded))
}

/** Beyond any number that is stored (reference: http-api, Coercion and checks). */
const maxNumber = 9.0071e15

const isEquality = (operator: Operator) =>
  operator === '=' || operator === '!=' || operator === 'in' || operator === 'not in'

/** SQLite refuses patterns of more than 50,000 bytes. */
const maxPatternLength = 10_000

/** Text as it could be stored: no NUL, no half of a surrogate pair. */
const plain = (value: unknown) => String(value).toWellFormed().replaceAll('\0', '')

function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (value === '') return []
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : undefined
}

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

const wrongValue = (name: string) =>
  invalid('The filter value for {0} is not valid', [{ translate: name }], 'InvalidFilterError')
