import { invalid, limits } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { AboutFilter, Condition, Filter } from '../types.ts'
import { countedOf, isCounted } from './counted.ts'
import { isJoined, type Parsed, parseForm, wrongValue } from './filters/parse.ts'
import { periodOf } from './filters/periods.ts'
import { coerce, isEquality, whole } from './filters/values.ts'
import type { RowField } from './list-query.ts'
import { type Operator, operators, searching } from './operators.ts'

/** Finds a field by a name that this user may use in filters and sorting. */
export type FieldFinder = (name: string) => Field | undefined

/** The filtered entity, the user who filters, and the fields that this user may name. */
interface Asked {
  engine: Engine
  model: Model
  nameable: FieldFinder
  /** Finds `<table>.<field>`. */
  rowField: (name: string) => RowField | undefined
  aboutFilter: (name: string) => AboutFilter | undefined
  user: string
}

/** Parses `filters` or `or_filters` in any form (reference: http-api, Filters). @throws Problem 417 InvalidFilterError */
export function parseFilters(asked: Asked, filters: unknown): Filter[] {
  return parseForm(asked.model, filters).map((parsed) => filterOf(asked, parsed))
}

/** The value that stands for the user who asks, also in stored views. */
export const sessionUser = '__user'

function filterOf(asked: Asked, parsed: Parsed): Filter {
  if (isJoined(parsed)) return { join: parsed.join, members: parsed.members.map((one) => filterOf(asked, one)) }
  const [name, operatorText, value] = parsed
  const ofRow = name.includes('.') ? asked.rowField(name) : undefined
  if (ofRow) return onRows(asked, ofRow, [operatorText, value])
  const about = asked.aboutFilter(name)
  if (about) return onAbout(asked, about, [operatorText, value])
  const counted = countedOf(asked.engine, asked.model)
  const field = counted?.name === name ? counted : asked.nameable(name)
  if (!field) throw invalid('Unknown field: {0}', [name], 'InvalidFilterError')
  return onField(asked, field, operatorText, value)
}

/** Some row is so; where a field is to be not set, no row has it set. */
function onRows(asked: Asked, { table, rows, field }: RowField, [operator, value]: readonly [string, unknown]): Filter {
  const row = onField(asked, field, operator, value)
  const isNone = 'operator' in row && row.operator === 'is' && row.blank
  return { table, rows, row: isNone ? { ...row, blank: false } : row, isNone }
}

/** Some record about it is so, or none. */
function onAbout(
  { engine, model, user }: Asked,
  about: AboutFilter,
  [operator, value]: readonly [string, unknown],
): Filter {
  const parsed = about.parse({ operator: operator.toLowerCase().trim(), value, user })
  if (!parsed) throw wrongValue(about.name)
  const rows = engine.models.require(about.entity)
  const field = (name: string) => rows.byName.get(name) as Field
  const match = { ...parsed.match, reference_entity: model.id }
  const members = Object.entries(match).map(([name, one]): Condition => {
    if (Array.isArray(one)) return { field: field(name), operator: 'in', values: one as string[], blank: false }
    return { field: field(name), operator: '=', values: [one as string | number], blank: false }
  })
  return { table: field('reference_id'), rows, row: { join: 'and', members }, isNone: parsed.isNone }
}

function onField(asked: Asked, field: Condition['field'], operatorText: string, value: unknown): Filter {
  const operator = operatorText.toLowerCase().trim().replace(/\s+/g, ' ')
  if (!isOperator(operator)) throw invalid('Unknown filter operator: {0}', [operatorText], 'InvalidFilterError')
  if (operator === 'in period') return inPeriod(asked, field, value)
  if (operator === 'not in period') return { join: 'not', members: [inPeriod(asked, field, value)] }
  return conditionOf(asked, field, operator, value)
}

function inPeriod({ engine }: Asked, field: Condition['field'], name: unknown): Condition {
  const hasDays = !isCounted(field) && (field.kind === 'date' || field.kind === 'datetime')
  const period = hasDays ? periodOf(engine, field, name) : undefined
  if (!period) throw wrongValue(labelOf(field))
  return { field, ...period, blank: false }
}

function conditionOf(
  { engine, user }: Asked,
  field: Condition['field'],
  operator: Operator,
  value: unknown,
): Condition {
  const refuse = () => wrongValue(labelOf(field))
  const one = (part: unknown, edge?: 'end') => {
    const own = part === sessionUser && mayBeUser(field) ? user : part
    if (isCounted(field) && searching[operator]) throw refuse()
    const coerced = isCounted(field) ? whole(operator, own, edge) : coerce(engine, field, operator, own, edge)
    if (coerced === undefined) throw refuse()
    return coerced
  }
  // In the hour that autumn repeats, one wall-clock time stands for two instants, and equals both.
  const instants = (part: unknown) => {
    const first = one(part)
    const again = !isCounted(field) && field.clock && isEquality(operator) ? one(part, 'end') : first
    return again === first ? [first] : [first, again]
  }
  if (operator === 'is') {
    if (value !== 'set' && value !== 'not set') throw refuse()
    return { field, operator, values: [], blank: value === 'not set' }
  }
  if (operator === 'in' || operator === 'not in') {
    const parts = listOf(value)
    if (!parts || parts.length > limits.filterListItems) throw refuse()
    const given = parts.filter((part) => !isBlank(part))
    return { field, operator, values: given.flatMap(instants), blank: given.length < parts.length }
  }
  if (operator === 'between') {
    if (!Array.isArray(value) || value.length !== 2) throw refuse()
    return { field, operator, values: [one(value[0]), one(value[1], 'end')], blank: false }
  }
  if (isBlank(value)) {
    if (operator === '=' || operator === '!=') return { field, operator, values: [], blank: true }
    if (operator !== 'like' && operator !== 'not like' && !searching[operator]) throw refuse()
    return { field, operator, values: [''], blank: false }
  }
  const values = instants(value)
  if (values.length > 1 && (operator === '=' || operator === '!=')) {
    return { field, operator: operator === '=' ? 'in' : 'not in', values, blank: false }
  }
  return { field, operator, values: values.slice(0, 1), blank: false }
}

const isOperator = (text: string): text is (typeof operators)[number] => (operators as readonly string[]).includes(text)

const labelOf = (field: Condition['field']) => (isCounted(field) ? field.name : field.rule.label)

/** Fields whose value can be the id of a user. */
const mayBeUser = (field: Condition['field']) =>
  !isCounted(field) && (field.meta.fieldtype === 'Data' || field.type.links !== undefined || field.system)

function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (value === '') return []
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : undefined
}

const isBlank = (value: unknown) => value === null || value === undefined || value === ''
