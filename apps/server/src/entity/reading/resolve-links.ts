import type { EntityRecord, ResolvedLink } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import { readerFor } from '../tables/sizes.ts'
import { whereOf } from './list-where.ts'
import { presentRow } from './present.ts'
import { byIndex } from './search.ts'
import {
  isEnabled,
  linkTarget,
  readableFields,
  type SuggestionFields,
  type SuggestionQuery,
  toSuggestion,
} from './suggestions.ts'
import { addLinkTitles } from './titles.ts'
import { shapeOf, valuesOf, type WhereClause, whereSql } from './where.ts'

const namedPlans = new Plans()
const labelPlans = new Plans()

export interface ResolveQuery extends Pick<SuggestionQuery, 'entity' | 'reference_entity'> {
  texts: readonly string[]
}

/**
 * The records that texts name: by their whole id, else by their title, else by another search field, ignoring case, of
 * those that the caller may link to (reference: http-api, Link suggestions). One item for each text, in order.
 * @throws Problem 403, 404, 417
 */
export function resolveLinks(engine: Engine, ctx: Context, query: ResolveQuery): Promise<ResolvedLink[]> {
  return readRecords(engine, async () => {
    const { model, readable } = linkTarget(engine, ctx, query)
    const texts = query.texts.map((text) => fold(text.trim()))
    const found = model.kind === 'Document' ? await namedBy(engine, ctx, { model, readable }, texts) : undefined
    return query.texts.map((text, at) => ({ text, ...(found?.(texts[at] ?? '') ?? unknown) }))
  })
}

const unknown = { value: null, label: null, matches: 0 }

type Target = ReturnType<typeof linkTarget>

/** A text that names records: how many, and one of them. */
interface Named {
  text: string
  n: number
  rid: number
}

async function namedBy(engine: Engine, ctx: Context, { model, readable }: Target, texts: readonly string[]) {
  const fields = readableFields(engine, ctx, model, readable)
  const asked = { model, fields, where: whereOf(engine, ctx, model, {}) }
  const named = new Map<string, Named>()
  for (const level of levelsOf(fields)) {
    const open = new Set(texts.filter((text) => text !== '' && !named.has(text)))
    if (open.size === 0) break
    for (const one of await rowsNamed(engine, ctx, asked, level, [...open])) named.set(one.text, one)
  }
  const only = [...named.values()].filter(({ n }) => n === 1)
  const labels = await labelsOf(engine, ctx, asked, new Set(only.map(({ rid }) => rid)))
  return (text: string): Omit<ResolvedLink, 'text'> | undefined => {
    const one = named.get(text)
    return one && { ...(labels.get(one.rid) ?? { value: null, label: null }), matches: one.n }
  }
}

/** The fields that are asked one after the other: a text that is an id is looked for in no title. */
function levelsOf({ matched, title }: SuggestionFields): Field[][] {
  const [id, ...others] = matched
  const titles = others.filter((field) => field === title)
  return [id ? [id] : [], titles, others.filter((field) => field !== title)].filter(({ length }) => length > 0)
}

interface Asked {
  model: Model
  fields: SuggestionFields
  where: WhereClause
}

async function rowsNamed(
  engine: Engine,
  ctx: Context,
  { model, where }: Asked,
  level: readonly Field[],
  texts: readonly string[],
): Promise<Named[]> {
  const values = valuesOf(engine, ctx.actor.user, where, byIndex)
  const names = level.map(({ name }) => name).join()
  const plan = namedPlans.of(engine, `${model.id}|${names}|${shapeOf(where, byIndex)}`, () => {
    const list = new Slot(values.length)
    const conditions = [whereSql(engine, model, where, byIndex), ...isEnabled(model)]
    const parts = level.map((field) => {
      const text = field.fold ? column(field.fold) : sql`lower(cast(${column(field.column)} as text))`
      const isNamed = engine.store.dialect.isOneOf(text, list, 'text')
      return sql`select ${text} as text, rid from ${sql.table(model.table.name)} where ${and([isNamed, ...conditions])}`
    })
    // A record that has the text in two fields is one.
    return sql`select text, count(*) as n, min(rid) as rid from (${sql.join(parts, sql` union `)}) as named group by text`
  })
  const reader = await readerFor(engine, model)
  const rows = await reader.all<Named>(plan.with([...values, engine.store.dialect.listParam(texts)]))
  return rows.map(({ text, n, rid }) => ({ text, n: Number(n), rid: Number(rid) }))
}

type Labels = ReadonlyMap<number, { value: string; label: string }>

/** Ids and titles of rows that the caller may link to. */
async function labelsOf(
  engine: Engine,
  ctx: Context,
  { model, fields }: Asked,
  rids: ReadonlySet<number>,
): Promise<Labels> {
  if (rids.size === 0) return new Map()
  const { title } = fields
  const plan = labelPlans.of(engine, `${model.id}|${title.name}`, () => {
    const titled = title.name === 'id' ? sql`` : sql`, ${column(title.column)} as ${sql.id(title.name)}`
    const isIt = engine.store.dialect.isOneOf(sql`rid`, new Slot(0), 'integer')
    return sql`select rid, id${titled} from ${sql.table(model.table.name)} where ${isIt}`
  })
  const rows = await engine.store.all<EntityRecord & { rid: number }>(
    plan.with([engine.store.dialect.listParam([...rids])]),
  )
  await addLinkTitles(engine, ctx, model, [title], rows)
  for (const row of rows) presentRow(engine, [title], row)
  return new Map(
    rows.map((row) => {
      const { value, label } = toSuggestion({ ...fields, described: [] }, row)
      return [Number(row.rid), { value, label }]
    }),
  )
}
