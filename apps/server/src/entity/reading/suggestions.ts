import { type EntityRecord, escapeLike, invalid, type LinkSuggestion, limits, notPermitted } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
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
import { whereOf } from './list.ts'
import { orderSql } from './list-query.ts'
import { presentRow } from './present.ts'
import { addLinkTitles } from './titles.ts'
import { shapeOf, valuesOf, whereSql } from './where.ts'

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
  if (typeof query.entity !== 'string' || query.entity === '') {
    throw invalid('{0} is required', [{ translate: 'Entity' }])
  }
  const model = engine.models.require(query.entity)
  const readable = decide(engine, ctx, model.id, 'read').allowed
  if (!readable && !opensTitles(engine, ctx, model, query.reference_entity)) throw notPermitted('read', model.id)
  if (model.kind !== 'Document') return []

  const txt = typeof query.txt === 'string' ? fold(query.txt.trim()).slice(0, limits.dataLength) : ''
  const fields = readableFields(engine, ctx, model, readable)
  // A user who sees only titles may filter only by them; other filters would reveal hidden values.
  const shown = [model.byName.get('id') as Field, fields.title]
  const nameable = readable ? undefined : (name: string) => shown.find((field) => field.name === name)
  const where = whereOf(engine, ctx, model, { filters: query.filters }, nameable)
  const values = valuesOf(engine, ctx.actor.user, where, byScan)
  const at = values.length
  const shape = `links|${engine.models.generation}|${model.id}|${readable}|${txt === ''}|${fields.key}|${shapeOf(where, byScan)}`
  const plan = suggestionPlans.of(engine, shape, () => {
    const conditions = [whereSql(engine, model, where, byScan), ...isEnabled(model)]
    if (txt !== '') conditions.push(matches(fields.matched, new Slot(at)))
    const rank = txt === '' ? [] : [rankOf(fields.title, new Slot(at + 1), new Slot(at + 2))]
    const columns = [...new Set([fields.title, ...fields.described])].map(
      (field) => sql`${column(field.column)} as ${sql.id(field.name)}`,
    )
    const newestFirst = [{ field: model.byName.get('modified') as Field, descending: true }]
    return sql`select ${sql.join([sql`id`, ...columns.filter((_, index) => index > 0 || fields.title.name !== 'id')])}
        from ${sql.table(model.table.name)} where ${and(conditions)}
        order by ${sql.join([...rank, orderSql(engine, newestFirst)])} limit ${sql.lit(limits.linkSuggestions)}`
  })
  const escaped = escapeLike(txt)
  const reader = txt === '' ? engine.store : await readerFor(engine, model)
  const rows = await reader.all<{ id: string } & Record<string, string | number | null>>(
    plan.with([...values, `%${escaped}%`, txt, `${escaped}%`]),
  )
  for (const row of rows) presentRow(engine, fields.described, row)
  const records: EntityRecord[] = rows
  // A linked record is shown by its title here, too; titles are cached, so most searches need no query for them.
  await addLinkTitles(engine, ctx, model, [...new Set([fields.title, ...fields.described])], records)
  return records.map((record) => toSuggestion(fields, record))
}

/** Suggestions scan the newest records, and `filters` seldom contain a search. */
const byScan = { by: 'scan' } as const

interface SuggestionFields {
  title: Field
  matched: readonly Field[]
  described: readonly Field[]
  key: string
}

function readableFields(engine: Engine, ctx: Context, model: Model, readable: boolean): SuggestionFields {
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
function isEnabled(model: Model): Sql<boolean>[] {
  const is = (name: string) => model.stored.find((field) => field.name === name && field.kind === 'flag')
  const [enabled, disabled] = [is('enabled'), is('disabled')]
  return [
    ...(enabled ? [sql<boolean>`${column(enabled.column)} = 1`] : []),
    ...(disabled ? [sql<boolean>`coalesce(${column(disabled.column)}, 0) = 0`] : []),
  ]
}

const folded = (field: Field) => (field.fold ? column(field.fold) : sql`lower(cast(${column(field.column)} as text))`)

function matches(fields: readonly Field[], pattern: Slot): Sql<boolean> {
  return or(fields.map((field) => sql`${folded(field)} like ${pattern} escape '\\'`))
}

function rankOf(title: Field, exact: Slot, beginning: Slot): Sql<unknown> {
  const is = sql`id_fold = ${exact} or ${folded(title)} = ${exact}`
  const begins = sql`id_fold like ${beginning} escape '\\' or ${folded(title)} like ${beginning} escape '\\'`
  return sql`case when ${is} then 0 when ${begins} then 1 else 2 end`
}

function toSuggestion(fields: SuggestionFields, record: EntityRecord): LinkSuggestion {
  const shown = ({ name }: Field) => {
    const value = record._link_titles?.[name] ?? record[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const label = shown(fields.title) || record.id
  const described = fields.described.map(shown).filter((text) => text !== '')
  const description = [...new Set(described)].filter((text) => text !== label).join(', ')
  return { value: record.id, label, description }
}
