import { invalid, type ListQuery, limits } from '@tavla/contract'
import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import type { AboutFilter } from '../types.ts'
import type { FieldFinder } from './filters.ts'
import { sortedBy } from './where.ts'

export interface OrderKey {
  field: Field
  descending: boolean
}

/** The fields by which this user may filter and sort: stored fields that they may read (reference: http-api, Filters). */
export function nameableFor(engine: Engine, ctx: Context, model: Model): FieldFinder {
  const rights = rightsOf(engine, ctx.actor, model)
  const queryable = ctx.system ? undefined : engine.behaviours.get(model.id)?.queryable?.(ctx)
  return (name) => {
    const field = model.byName.get(name)
    if (!field || field.kind === 'table' || field.kind === 'secret') return undefined
    // The query compares rows of several owners, so a level that holds only for own records is not enough.
    if (!ctx.system && !canReadField(rights, field, false)) return undefined
    if (queryable && !queryable.has(name)) return undefined
    return field
  }
}

/** A stored field of the rows of a table. */
export interface RowField {
  table: Field
  rows: Model
  field: Field
}

/** Finds `<table>.<field>`, of the fields by which this user may filter (reference: http-api, Filters). */
export function rowFieldFor(engine: Engine, ctx: Context, model: Model): (name: string) => RowField | undefined {
  const rights = rightsOf(engine, ctx.actor, model)
  const queryable = ctx.system ? undefined : engine.behaviours.get(model.id)?.queryable?.(ctx)
  const mayRead = (field: Field) => ctx.system || canReadField(rights, field, false)
  return (name) => {
    const [tableName = '', fieldName = '', ...more] = name.split('.')
    const table = model.tables.find((one) => one.name === tableName)
    const rows = table && more.length === 0 ? engine.models.get(table.rule.options ?? '') : undefined
    const field = rows?.stored.find((one) => one.name === fieldName && one.kind !== 'secret')
    if (!table || !rows || !field || !mayRead(table) || !mayRead(field)) return undefined
    return queryable && !queryable.has(tableName) ? undefined : { table, rows, field }
  }
}

/** Finds a filter of records about those of the entity, of those that this user may read. */
export function aboutFilterFor(engine: Engine, ctx: Context, model: Model): (name: string) => AboutFilter | undefined {
  return (name) => {
    const about = model.kind === 'Document' && !model.byName.has(name) ? engine.aboutFilters.get(name) : undefined
    const rows = about && engine.models.get(about.entity)
    return rows && (ctx.system || rightsOf(engine, ctx.actor, rows).read !== 'none') ? about : undefined
  }
}

/** Tells of a name whether this user may filter records of the entity by it. */
export function isFilterable(engine: Engine, ctx: Context, entity: string): (name: string) => boolean {
  const model = engine.models.require(entity)
  const nameable = nameableFor(engine, ctx, model)
  const rowField = rowFieldFor(engine, ctx, model)
  const aboutFilter = aboutFilterFor(engine, ctx, model)
  return (name) => (nameable(name) ?? rowField(name) ?? aboutFilter(name)) !== undefined
}

/** A query names no more fields than this. */
const maxFields = 200

/** The names that a query asks for; none where it leaves the choice to the entity. @throws Problem 417 for what is no list */
export function askedNames({ fields }: ListQuery): readonly string[] {
  const names = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : (fields ?? [])
  if (!Array.isArray(names) || names.length > maxFields)
    throw invalid('Unknown field: {0}', ['fields'], 'InvalidFilterError')
  return names.length === 1 && names[0] === '' ? [] : names
}

/** The fields of the answer (reference: http-api, Fields and order). @throws Problem 417 */
export function parseFields(engine: Engine, model: Model, nameable: FieldFinder, names: readonly string[]): Field[] {
  if (names.length === 0) return defaultFields(engine, model, nameable)
  if (names.includes('*')) return [...model.byName.values()].filter((field) => nameable(field.name))
  const chosen = new Map([['id', model.byName.get('id') as Field]])
  for (const name of names) {
    const field = typeof name === 'string' ? nameable(name) : undefined
    if (!field) throw invalid('Unknown field: {0}', [shortened(name)], 'InvalidFilterError')
    chosen.set(field.name, field)
  }
  return [...chosen.values()]
}

/** The sort keys, without the final `id` (reference: http-api, Fields and order). @throws Problem 417 */
export function parseOrder(model: Model, nameable: FieldFinder, orderBy: unknown): OrderKey[] {
  if (orderBy === undefined || orderBy === null || orderBy === '') {
    const visible = nameable(model.sortField.name) ?? (model.byName.get('id') as Field)
    return [{ field: visible, descending: model.sortDescending }]
  }
  const refuse = (what: unknown = orderBy) =>
    invalid('Sorting by {0} is not allowed', [shortened(what)], 'InvalidFilterError')
  if (typeof orderBy !== 'string' || orderBy.length > 500) throw refuse()
  const keys = orderBy.split(',').map((part): OrderKey => {
    const [, name, direction] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? []
    const field = name ? nameable(name) : undefined
    if (!field) throw refuse(name)
    return { field, descending: direction?.toLowerCase() === 'desc' }
  })
  if (keys.length > limits.orderByNames) throw refuse()
  return keys
}

/** The keys as text, for the key of a plan. */
export const orderShape = (keys: readonly OrderKey[]) =>
  keys.map(({ field, descending }) => `${field.name}${descending ? '-' : '+'}`).join()

export function orderSql(engine: Engine, keys: readonly OrderKey[]): Sql<unknown> {
  const { dialect } = engine.store
  const parts = keys.map(({ field, descending }) => dialect.order(sortedBy(field), descending))
  if (!keys.some(({ field }) => field.name === 'id')) parts.push(dialect.order(sql.id('id_fold'), false))
  return sql.join(parts)
}

/** @throws Problem 417 for values that are not numbers (reference: http-api, Paging and counts) */
export function parsePaging(query: ListQuery): { start: number; length: number } {
  const whole = (value: unknown, fallback: number, name: string) => {
    if (value === undefined || value === null || value === '') return fallback
    const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
    if (!Number.isSafeInteger(number) || number < 0) {
      throw invalid('The filter value for {0} is not valid', [name], 'InvalidFilterError')
    }
    return number
  }
  const length = whole(query.limit_page_length, limits.pageDefault, 'limit_page_length')
  return {
    start: whole(query.limit_start, 0, 'limit_start'),
    length: length === 0 ? limits.pageCap : Math.min(length, limits.pageCap),
  }
}

/** A value that is not a text is shown by its type: its own text could be long or unsafe to build. */
const shortened = (value: unknown) => (typeof value === 'string' ? value.slice(0, limits.dataLength) : typeof value)

function defaultFields(engine: Engine, model: Model, nameable: FieldFinder): Field[] {
  const names = [
    'id',
    model.titleField?.name,
    model.imageField?.name,
    ...model.stored.filter((field) => field.meta.in_list_view && !field.meta.hidden).map((field) => field.name),
    ...engine.alwaysListed,
    'modified',
  ]
  return [...new Set(names)].flatMap((name) => (name && nameable(name)) || [])
}
