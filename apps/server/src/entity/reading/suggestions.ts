import { type EntityRecord, escapeLike, invalid, type LinkSuggestion, limits, notPermitted } from '@tavla/contract'
import { onOtherLayout, searchFold, withoutPrefixes } from '@tavla/fields/server'
import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { opensTitles } from '../people/open-titles.ts'
import { decide, rightsOf } from '../people/permissions.ts'
import { and, column, or, Plans, Slot } from '../tables/plan.ts'
import { readerFor } from '../tables/sizes.ts'
import { orderSql } from './list-query.ts'
import { whereOf } from './list-where.ts'
import { presentRow } from './present.ts'
import { addLinkTitles } from './titles.ts'
import { shapeOf, valuesOf, type WhereClause, whereSql } from './where.ts'

const suggestionPlans = new Plans()

export interface SuggestionQuery {
  entity: unknown
  txt?: unknown
  reference_entity?: unknown
  filters?: unknown
}

/**
 * Up to twenty records to link to: exact matches first, then by beginning, then by content, newest first (reference:
 * http-api, Link suggestions).
 * @throws Problem 403, 404, 417
 */
export function linkSuggestions(engine: Engine, ctx: Context, query: SuggestionQuery): Promise<LinkSuggestion[]> {
  return readRecords(engine, () => suggest(engine, ctx, query))
}

async function suggest(engine: Engine, ctx: Context, query: SuggestionQuery): Promise<LinkSuggestion[]> {
  const { model, readable } = linkTarget(engine, ctx, query)
  if (model.kind !== 'Document') return []

  const txt = typeof query.txt === 'string' ? searchFold(query.txt.trim()).slice(0, limits.dataLength) : ''
  const fields = readableFields(engine, ctx, model, readable)
  // A user who sees only titles may filter only by them; other filters would reveal hidden values.
  const shown = [model.byName.get('id') as Field, fields.title]
  const nameable = readable ? undefined : (name: string) => shown.find((field) => field.name === name)
  const where = whereOf(engine, ctx, model, { filters: query.filters }, nameable)
  const asked: Asked = { model, fields, where, isIndexed: await isIndexed(engine, model, fields) }
  const found = await findRows(engine, ctx, asked, txt === '' ? [] : [txt, ...withoutPrefixes(txt)])
  const other = found.length === 0 && typeof query.txt === 'string' ? onOtherLayout(query.txt.trim()) : undefined
  const rows = other ? await findRows(engine, ctx, asked, [searchFold(other)]) : found
  for (const row of rows) presentRow(engine, fields.described, row)
  const records: EntityRecord[] = rows
  // A linked record is shown by its title here, too; titles are cached, so most searches need no query for them.
  await addLinkTitles(engine, ctx, model, [...new Set([fields.title, ...fields.described])], records)
  return records.map((record) => toSuggestion(fields, record))
}

/**
 * The entity to which somebody wants to link; `readable` is false for those who may only see its titles.
 * @throws Problem 403, 404, 417 without an entity
 */
export function linkTarget(
  engine: Engine,
  ctx: Context,
  { entity, reference_entity }: Pick<SuggestionQuery, 'entity' | 'reference_entity'>,
): { model: Model; readable: boolean } {
  if (typeof entity !== 'string' || entity === '') throw invalid('{0} is required', [{ translate: 'Entity' }])
  const model = engine.models.require(entity)
  const readable = decide(engine, ctx, model.id, 'read').allowed
  if (!readable && !opensTitles(engine, ctx, model, reference_entity)) throw notPermitted('read', model.id)
  return { model, readable }
}

interface Asked {
  model: Model
  fields: SuggestionFields
  where: WhereClause
  /** True when the search index answers for all fields that are searched. */
  isIndexed: boolean
}

type FoundRow = { id: string } & Record<string, string | number | null>

/** The records that contain one of the texts, which are folded; those that contain the first come first. */
async function findRows(
  engine: Engine,
  ctx: Context,
  { model, fields, where, isIndexed }: Asked,
  texts: readonly string[],
): Promise<FoundRow[]> {
  const columns = fields.matched.map(({ fold }) => fold)
  const byIndex = isIndexed && texts.every((text) => text.length >= minIndexed)
  const values = valuesOf(engine, ctx.actor.user, where, byScan)
  const at = values.length
  const shape = ['links', model.id, texts.length, byIndex, fields.key, shapeOf(where, byScan)].join('|')
  const plan = suggestionPlans.of(engine, shape, () => {
    const contains = (_: string, index: number) =>
      byIndex
        ? engine.store.dialect.contains(model.table.name, columns, new Slot(at + index))
        : matches(engine, fields.matched, new Slot(at + index))
    const conditions = [whereSql(engine, model, where, byScan), ...isEnabled(model)]
    if (texts.length > 0) conditions.push(or(texts.map(contains)))
    const [is, begins, has] = [0, 1, 2].map((index) => new Slot(at + texts.length + index)) as [Slot, Slot, Slot]
    const rank = texts.length === 0 ? [] : [rankOf(engine, fields, { is, begins, has })]
    const selected = [...new Set([fields.title, ...fields.described])].filter(({ name }) => name !== 'id')
    const newestFirst = [{ field: model.byName.get('modified') as Field, descending: true }]
    return sql`select ${sql.join([sql`id`, ...selected.map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)])}
        from ${sql.table(model.table.name)} where ${and(conditions)}
        order by ${sql.join([...rank, orderSql(engine, newestFirst)])} limit ${sql.lit(limits.linkSuggestions)}`
  })
  const [first = ''] = texts
  const pattern = (text: string) => `%${escapeLike(text)}%`
  const needles = texts.map((text) => (byIndex ? engine.store.dialect.searchParam(columns, text) : pattern(text)))
  const reader = texts.length === 0 ? engine.store : await readerFor(engine, model)
  return reader.all<FoundRow>(plan.with([...values, ...needles, first, `${escapeLike(first)}%`, pattern(first)]))
}

/** The index finds texts from this length on. */
const minIndexed = 3

const isIndexed = async (engine: Engine, { table }: Model, { matched }: SuggestionFields) =>
  matched.every(({ fold }) => table.search.includes(fold)) &&
  (await engine.store.dialect.isSearchReady(engine.store, table.name))

/** Suggestions scan the newest records, and `filters` seldom contain a search. */
const byScan = { by: 'scan' } as const

/** The fields by which a record is shown where it is found. */
export interface SuggestionFields {
  title: Field
  matched: readonly Field[]
  described: readonly Field[]
  key: string
}

export function readableFields(engine: Engine, ctx: Context, model: Model, readable: boolean): SuggestionFields {
  const rights = rightsOf(engine, ctx.actor, model)
  const queryable = readable ? engine.behaviours.get(model.id)?.queryable?.(ctx) : undefined
  const mayUse = (field: Field) =>
    (field.permlevel === 0 || rights.levelRead === 'all') &&
    (!queryable || queryable.has(field.name)) &&
    field.kind !== 'secret'
  const id = model.byName.get('id') as Field
  const title = model.titleField && mayUse(model.titleField) ? model.titleField : id
  const search = model.searchFields.filter((field) => mayUse(field) && field.column !== '')
  const inList = model.stored.filter(
    (field) => field.meta.in_list_view && field.fold && field !== title && mayUse(field),
  )
  const described = readable ? (search.length > 0 ? search : inList.slice(0, 3)) : []
  const matched = [...new Set([id, title, ...(readable ? search : [])])]
  return { title, matched, described, key: [...matched, ...described].map((field) => field.name).join() }
}

/** Disabled records are not offered (reference: http-api, Link suggestions). */
export function isEnabled(model: Model): Sql<boolean>[] {
  const is = (name: string) => model.stored.find((field) => field.name === name && field.kind === 'flag')
  const [enabled, disabled] = [is('enabled'), is('disabled')]
  return [
    ...(enabled ? [sql<boolean>`${column(enabled.column)} = 1`] : []),
    ...(disabled ? [sql<boolean>`coalesce(${column(disabled.column)}, 0) = 0`] : []),
  ]
}

const folded = (engine: Engine, field: Field) =>
  engine.store.dialect.searchFolded(field.fold ? column(field.fold) : sql`lower(cast(${column(field.column)} as text))`)

function matches(engine: Engine, fields: readonly Field[], pattern: Slot): Sql<boolean> {
  return or(fields.map((field) => sql`${folded(engine, field)} like ${pattern} escape '\\'`))
}

/** A record that contains the text itself ranks before those that contain another reading of it. */
function rankOf(engine: Engine, { title, matched }: SuggestionFields, text: Record<'is' | 'begins' | 'has', Slot>) {
  const [id, name] = [engine.store.dialect.searchFolded(column('id_fold')), folded(engine, title)]
  return sql`case when ${id} = ${text.is} or ${name} = ${text.is} then 0
    when ${id} like ${text.begins} escape '\\' or ${name} like ${text.begins} escape '\\' then 1
    when ${matches(engine, matched, text.has)} then 2 else 3 end`
}

export function toSuggestion(fields: SuggestionFields, record: EntityRecord): LinkSuggestion {
  const shown = ({ name }: Field) => {
    const value = record._link_titles?.[name] ?? record[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const label = shown(fields.title) || record.id
  const described = fields.described.map(shown).filter((text) => text !== '')
  const description = [...new Set(described)].filter((text) => text !== label).join(', ')
  return { value: record.id, label, description }
}
