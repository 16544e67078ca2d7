import { escapeLike } from '@tavla/contract'
import { searchFold } from '@tavla/fields/server'
import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { leads } from '../model/table-indexes.ts'
import { userSlot, type Visibility } from '../people/visibility.ts'
import { and, column, or, Slot } from '../tables/plan.ts'
import type { Condition, Filter, FilterGroup, RowsFilter } from '../types.ts'
import { isCounted } from './counted.ts'
import { isCondition, isGroup, isOnRows } from './filter-kinds.ts'
import { searching } from './operators.ts'
import { canonicalPattern } from './patterns.ts'
import { type Search, searchOf } from './search-needle.ts'

/**
 * The way a search runs: among rows found earlier (`rows`); by fetching what the index finds (`index`); along another
 * order, where each row is looked up among those that the index finds (`set`) or its text is read (`scan`), or among the
 * few rows that the user sees at all (`each`). While the index is being made: by the text as typed, row by row (`text`).
 * Without a search: among rows found earlier (`few`), or along the order of the list (`walk`), with an equation that leads
 * the index of that order or with none (`walk alone`).
 */
export type SearchMethod =
  | { by: 'rows'; rows: string }
  | { by: 'few'; rids: readonly number[] }
  | { by: 'index' | 'set' | 'scan' | 'each' | 'text' | 'walk' | 'walk alone' }

/** Filters prepared for statements: `all` joined with AND, `any` with OR, then both with AND. */
export interface WhereClause {
  readonly all: readonly Filter[]
  readonly any: readonly Filter[]
  /** Contains-conditions of `all` and of `any`, removed from them. */
  readonly allSearch: readonly Search[]
  readonly anySearch: readonly Search[]
  readonly visibility: Visibility
}

/** Separates contains-conditions, so that one query of the search index answers them together. */
export function makeWhere(
  model: Model,
  all: readonly Filter[],
  any: readonly Filter[],
  visibility: Visibility,
): WhereClause {
  const ofAll = splitSearch(model, membersOf('and', all))
  const ofAny = splitSearch(model, membersOf('or', any))
  const together = Map.groupBy(ofAny.searches, ({ isExact, text }) => `${isExact} ${text}`)
  return {
    all: ofAll.rest,
    any: ofAny.rest,
    allSearch: ofAll.searches,
    anySearch: [...together.values()].map((searches) => {
      const columns = [...new Set(searches.flatMap((search) => search.columns))]
      return { ...(searches[0] as Search), columns, every: columns.length === model.table.search.length }
    }),
    visibility,
  }
}

/** The filters, with the members of groups that join them in the same way. */
function membersOf(join: 'and' | 'or', filters: readonly Filter[]): Filter[] {
  return filters.flatMap((one) => (isGroup(one) && one.join === join ? membersOf(join, one.members) : one))
}

/** Everything that determines the statement's text, without the values. */
export function shapeOf(where: WhereClause, { by }: SearchMethod): string {
  const filter = (one: Filter): string => {
    if (isGroup(one)) return `${one.join}(${one.members.map(filter).join()})`
    if (isOnRows(one)) return `${one.isNone ? 'no ' : ''}${one.rows.id}.${one.table.name}(${filter(one.row)})`
    return `${one.field.name} ${one.operator}${one.blank ? ' blank' : ''}${one.values.length > 0 ? ' v' : ''}`
  }
  const search = ({ columns, isExact, isShort }: Search) =>
    `${columns.join('+')}${isExact ? ' exact' : ''}${isShort ? ' short' : ''}`
  return [
    where.visibility.key,
    by,
    where.all.map(filter).join(),
    where.any.map(filter).join(),
    where.allSearch.map(search).join(),
    where.anySearch.map(search).join(),
  ].join('|')
}

/** The statement's values in the order in which `whereSql` numbers its slots; the user comes first. */
export function valuesOf(engine: Engine, user: string, where: WhereClause, how: SearchMethod): unknown[] {
  const { dialect } = engine.store
  const values: unknown[] = [user]
  const push = (one: Filter): void => {
    if (isGroup(one)) one.members.forEach(push)
    else if (isOnRows(one)) push(one.row)
    else if (one.operator === 'in' || one.operator === 'not in') values.push(dialect.listParam(one.values))
    else values.push(...one.values.map((value) => patternOf(one.operator, value)))
  }
  const pushSearch = (search: Search) => {
    const { columns, needle, every, isExact } = search
    const by = wayOf(search, how.by)
    if (how.by === 'rows' && by === 'rows') values.push(how.rows)
    const isByIndex = by === 'index' || by === 'set'
    if (isByIndex) values.push(dialect.searchParam(columns, needle, every))
    if (testsRows(by) || (isByIndex && isExact)) values.push(rowPattern(search))
    if (by === 'text') values.push(`%${escapeLike(search.text)}%`)
  }
  where.all.forEach(push)
  where.allSearch.forEach(pushSearch)
  where.any.forEach(push)
  where.anySearch.forEach(pushSearch)
  if (how.by === 'few') values.push(dialect.listParam(how.rids))
  return values
}

/** The condition as SQL, with slots numbered as `valuesOf` lists their values. */
export function whereSql(engine: Engine, model: Model, where: WhereClause, { by }: SearchMethod): Sql<boolean> {
  let next = userSlot.index + 1
  const slot = () => new Slot(next++)
  const filter = (one: Filter): Sql<boolean> => {
    if (isGroup(one)) return joinedSql(one.join, one.members.map(filter))
    return isOnRows(one) ? rowsSql(model, one, filter(one.row)) : conditionSql(engine, model, one, slot)
  }
  const search = (one: Search) => searchSql(engine, model, one, by, slot)
  const isWalk = by === 'walk' || by === 'walk alone'
  const { asTest } = engine.store.dialect
  const test = (condition: Sql<boolean>) => (isWalk || by === 'few' ? asTest(condition) : condition)
  const found = (one: Filter) => (by === 'walk' && isLeading(one) ? filter(one) : test(filter(one)))
  const all = [...where.all.map(found), ...where.allSearch.map(search)]
  const any = [...where.any.map(filter), ...where.anySearch.map(search)]
  if (any.length > 0) all.push(test(or(any)))
  const { condition } = where.visibility
  const isTest = by === 'few' || by === 'walk alone'
  if (condition) all.push(isTest ? asTest(condition) : sql`(${condition})`)
  if (by === 'few') all.push(engine.store.dialect.isOneOf(column('rid'), slot(), 'integer'))
  return and(all)
}

/** True for an equation that leads an index of the list's order. */
export const isLeading = (one: Filter): boolean =>
  isCondition(one) && one.operator === '=' && !one.blank && !isCounted(one.field) && leads(one.field)

/** True when no condition narrows the rows at all. */
export function isEverything(where: WhereClause): boolean {
  const { all, any, allSearch, anySearch, visibility } = where
  return all.length + any.length + allSearch.length + anySearch.length === 0 && !visibility.condition
}

function joinedSql(join: FilterGroup['join'], members: readonly Sql<boolean>[]): Sql<boolean> {
  if (join === 'or') return or(members)
  // A comparison with a blank is unknown; `not` holds there, too.
  return join === 'and' ? sql`(${and(members)})` : sql`(${and(members)}) is not true`
}

/** Names of columns are those of the rows alone within the subquery, which the database therefore asks once. */
function rowsSql(model: Model, { table, rows, isNone }: RowsFilter, row: Sql<boolean>): Sql<boolean> {
  const ofTable = sql`parent_entity = ${model.id} and parent_field = ${table.name}`
  const parents =
    rows.kind === 'Table'
      ? sql`select parent from ${sql.table(rows.table.name)} where ${ofTable} and ${row}`
      : sql`select ${column(table.column)} from ${sql.table(rows.table.name)} where ${row}`
  return isNone ? sql`id not in (${parents})` : sql`id in (${parents})`
}

function conditionSql(engine: Engine, model: Model, one: Condition, slot: () => Slot): Sql<boolean> {
  const { field, operator, values, blank } = one
  const value = isCounted(field) ? field.numberOf(engine, model) : column(field.column)
  switch (operator) {
    case '=':
      return blank ? sql`${value} is null` : sql`${value} = ${slot()}`
    case '!=':
      return blank ? sql`${value} is not null` : sql`(${value} <> ${slot()} or ${value} is null)`
    case 'is':
      return blank ? sql`${value} is null` : sql`${value} is not null`
    case 'in':
    case 'not in': {
      const kind = isCounted(field) ? 'integer' : field.kind === 'table' ? 'text' : field.kind
      const among = engine.store.dialect.isOneOf(value, slot(), kind)
      const found = blank
        ? sql<boolean>`(${among} or ${value} is null)`
        : sql<boolean>`(${value} is not null and ${among})`
      return operator === 'in' ? found : sql`not ${found}`
    }
    case 'like':
      return sql`${asText(field, value)} like ${slot()} escape '\\'`
    case 'not like': {
      const text = asText(field, value)
      return sql`(${text} not like ${slot()} escape '\\' or ${text} is null)`
    }
    case 'contains':
    case 'starts with':
      return sql`${engine.store.dialect.searchFolded(asText(field, value))} like ${slot()} escape '\\'`
    case 'not contains': {
      const text = engine.store.dialect.searchFolded(asText(field, value))
      return sql`(${text} not like ${slot()} escape '\\' or ${text} is null)`
    }
    case 'between': {
      const sorted = isCounted(field) ? value : sortedBy(field)
      return sql`${sorted} between ${slot()} and ${slot()}`
    }
    default: {
      const sorted = isCounted(field) ? value : sortedBy(field)
      return values.length === 0 ? sql`1 = 0` : sql`${sorted} ${sql.raw(operator)} ${slot()}`
    }
  }
}

function searchSql(
  engine: Engine,
  model: Model,
  search: Search,
  wanted: SearchMethod['by'],
  slot: () => Slot,
): Sql<boolean> {
  const { dialect } = engine.store
  const by = wayOf(search, wanted)
  if (by === 'rows') return dialect.isOneOf(column('rid'), slot(), 'integer')
  if (by === 'text') return containsText(search.columns, slot())
  if (testsRows(by)) return rowContains(engine, search, slot())
  const name = model.table.name
  const found = (by === 'set' ? dialect.isAmongContaining : dialect.contains)(name, search.columns, slot())
  return search.isExact ? and([found, rowContains(engine, search, slot())]) : found
}

const testsRows = (by: SearchMethod['by']) => by === 'scan' || by === 'each' || by === 'few'

/** A short text is looked for in each row, whatever finds the others. */
const wayOf = ({ isShort }: Search, by: SearchMethod['by']) => (isShort ? 'scan' : by)

/** The test of one row; bind `pattern` as `rowPattern`. */
export function rowContains(engine: Engine, { columns, isExact }: Search, pattern: Slot): Sql<boolean> {
  if (isExact) return containsText(columns, pattern)
  return engine.store.dialect.rowContains(columns, pattern)
}

const containsText = (columns: readonly string[], pattern: Slot) =>
  or(columns.map((name) => sql`${column(name)} like ${pattern} escape '\\'`))

export const rowPattern = ({ isExact, text }: Search) => `%${escapeLike(isExact ? text : searchFold(text))}%`

/** The expression by which a field is sorted and compared. */
export function sortedBy(field: Field): Sql<unknown> {
  if (field.fold) return column(field.fold)
  const isText = field.kind === 'text' || field.kind === 'longtext'
  return isText ? sql`lower(${column(field.column)})` : column(field.column)
}

function asText(field: Condition['field'], value: Sql<unknown>): Sql<unknown> {
  if (isCounted(field)) return sql`cast(${value} as text)`
  if (field.fold || field.system) return sortedBy(field)
  return field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'flag'
    ? sql`cast(${value} as text)`
    : sql`lower(${value})`
}

function splitSearch(model: Model, filters: readonly Filter[]): { rest: Filter[]; searches: Search[] } {
  const rest: Filter[] = []
  const searches: Search[] = []
  for (const one of filters) {
    const search = searchOf(model, one)
    if (search) searches.push(search)
    else rest.push(one)
  }
  return { rest, searches }
}

/** The value as its statement compares it. */
function patternOf(operator: Condition['operator'], value: string | number): string | number {
  if (operator === 'like' || operator === 'not like') return canonicalPattern(String(value))
  const part = searching[operator]
  if (!part) return value
  const text = `${escapeLike(searchFold(String(value)))}%`
  return part === 'anywhere' ? `%${text}` : text
}
