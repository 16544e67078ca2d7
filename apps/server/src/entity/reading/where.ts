import { escapeLike } from '@tavla/contract'
import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { userSlot, type Visibility } from '../people/visibility.ts'
import { and, column, or, Slot } from '../tables/plan.ts'
import type { Condition, Filter, FilterGroup } from '../types.ts'
import { isCounted } from './counted.ts'

/** "Any of these columns contains the text": a condition that the trigram index can answer. */
export interface Search {
  columns: readonly string[]
  /** True when these are all columns of the search index. */
  every: boolean
  /** Folded, at least three characters. */
  needle: string
}

/**
 * The way a search runs: among rows found earlier when they are few, through the index, or along the sort order when so
 * many rows match that the page fills soon.
 */
export type SearchMethod = { by: 'rows'; rows: string } | { by: 'index' | 'scan' }

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
  const together = Map.groupBy(ofAny.searches, (search) => search.needle)
  return {
    all: ofAll.rest,
    any: ofAny.rest,
    allSearch: ofAll.searches,
    anySearch: [...together].map(([needle, searches]) => {
      const columns = [...new Set(searches.flatMap((search) => search.columns))]
      return { needle, columns, every: columns.length === model.table.search.length }
    }),
    visibility,
  }
}

/** The filters, with the members of groups that join them in the same way. */
function membersOf(join: 'and' | 'or', filters: readonly Filter[]): Filter[] {
  return filters.flatMap((one) => (isGroup(one) && one.join === join ? membersOf(join, one.members) : one))
}

export const isGroup = (filter: Filter): filter is FilterGroup => 'join' in filter

export const isCondition = (filter: Filter): filter is Condition => !isGroup(filter)

/** All conditions, also those within groups. */
export function conditionsIn(filters: readonly Filter[]): Condition[] {
  return filters.flatMap((one) => (isGroup(one) ? conditionsIn(one.members) : one))
}

/** Everything that determines the statement's text, without the values. */
export function shapeOf(where: WhereClause, { by }: SearchMethod): string {
  const filter = (one: Filter): string => {
    if (isGroup(one)) return `${one.join}(${one.members.map(filter).join()})`
    return `${one.field.name} ${one.operator}${one.blank ? ' blank' : ''}${one.values.length > 0 ? ' v' : ''}`
  }
  const search = ({ columns }: Search) => columns.join('+')
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
    else if (one.operator === 'in' || one.operator === 'not in') values.push(dialect.listParam(one.values))
    else values.push(...one.values.map((value) => (isLike(one) ? canonicalPattern(String(value)) : value)))
  }
  const pushSearch = ({ columns, needle, every }: Search) => {
    if (how.by === 'rows') values.push(how.rows)
    else values.push(how.by === 'index' ? dialect.searchParam(columns, needle, every) : `%${escapeLike(needle)}%`)
  }
  where.all.forEach(push)
  where.allSearch.forEach(pushSearch)
  where.any.forEach(push)
  where.anySearch.forEach(pushSearch)
  return values
}

/** The condition as SQL, with slots numbered as `valuesOf` lists their values. */
export function whereSql(engine: Engine, model: Model, where: WhereClause, { by }: SearchMethod): Sql<boolean> {
  let next = userSlot.index + 1
  const slot = () => new Slot(next++)
  const filter = (one: Filter): Sql<boolean> =>
    isGroup(one) ? joinedSql(one.join, one.members.map(filter)) : conditionSql(engine, model, one, slot)
  const search = (one: Search) => searchSql(engine, model, one, by, slot())
  const all = [...where.all.map(filter), ...where.allSearch.map(search)]
  const any = [...where.any.map(filter), ...where.anySearch.map(search)]
  if (any.length > 0) all.push(or(any))
  if (where.visibility.condition) all.push(sql`(${where.visibility.condition})`)
  return and(all)
}

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

function searchSql(engine: Engine, model: Model, search: Search, by: SearchMethod['by'], slot: Slot): Sql<boolean> {
  if (by === 'rows') return engine.store.dialect.isOneOf(column('rid'), slot, 'integer')
  if (by === 'index') return engine.store.dialect.contains(model.table.name, search.columns, slot)
  return or(search.columns.map((name) => sql`${column(name)} like ${slot} escape '\\'`))
}

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
    if (isGroup(one)) {
      rest.push(one)
      continue
    }
    const needle = isLike(one) && one.operator === 'like' ? containedIn(String(one.values[0])) : undefined
    const fold = isCounted(one.field) ? '' : one.field.fold
    if (needle !== undefined && model.table.search.includes(fold))
      searches.push({ columns: [fold], every: false, needle })
    else rest.push(one)
  }
  return { rest, searches }
}

const isLike = (one: Condition) => one.operator === 'like' || one.operator === 'not like'

/** The text of a `%text%` pattern that the search index can find: at least three characters, no further wildcard. */
function containedIn(pattern: string): string | undefined {
  const tokens = patternTokens(pattern)
  const inner = tokens.slice(1, -1)
  if (tokens[0] !== anyRun || tokens.at(-1) !== anyRun || inner.length < 3) return undefined
  return inner.some((token) => token === anyRun || token === anyOne) ? undefined : inner.join('')
}

const anyRun = Symbol('%')
const anyOne = Symbol('_')

/** Splits a pattern into characters and wildcards. A backslash escapes the next character; at the end it is literal. */
function patternTokens(pattern: string): (string | symbol)[] {
  const tokens: (string | symbol)[] = []
  const characters = [...pattern]
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string
    if (character === '\\' && i + 1 < characters.length) tokens.push(characters[++i] as string)
    else tokens.push(character === '%' ? anyRun : character === '_' ? anyOne : character)
  }
  return tokens
}

/** The same pattern in a spelling that both databases read alike. */
function canonicalPattern(pattern: string): string {
  return patternTokens(pattern)
    .map((token) => (token === anyRun ? '%' : token === anyOne ? '_' : escapeLike(token as string)))
    .join('')
}
