import { randomUUID } from 'node:crypto'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { OpenRecalculation, Recalculation } from '../caches/recalculations.ts'
import type { Engine } from '../engine.ts'
import { sourcesOf } from '../expressions/sources.ts'
import type { Field } from '../model/field.ts'
import { namesInFilters } from '../model/filter-names.ts'
import type { Model } from '../model/model.ts'
import { rollupText } from '../model/rollup.ts'
import type { Context } from '../people/actor.ts'
import type { FieldChange } from './plan.ts'

/** Names of fields by their entities, those of rows as `<table>.<field>`. */
export type FieldsOf = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The entities whose stored records a changed definition gives other values (reference: expressions, Recalculation), and
 * the fields that hold them: its own or those that have rows of it, and those with roll-ups over what got other values.
 */
export function recalculatedBy(
  engine: Engine,
  before: Model | undefined,
  after: Model,
  changes: readonly FieldChange[],
): FieldsOf {
  const found = new Map<string, Set<string>>()
  if (!before) return found
  const add = (entity: string, fields: readonly string[]) => {
    if (fields.length > 0) found.set(entity, new Set([...(found.get(entity) ?? []), ...fields]))
  }
  const names = new Set(changes.flatMap(({ kind, fieldname }) => (kind === 'rename' ? [] : [fieldname])))
  const others = otherDerived(before, after)
  for (const { id, tables } of holdersOf(engine, after)) {
    const paths = tables?.flatMap((table) => others.map((name) => `${table}.${name}`))
    add(id, paths ?? others)
    if (names.size > 0) add(id, formulasOver(engine, id, after, names))
  }
  for (const owner of engine.models.withRollups()) {
    const model = owner === after.id ? after : engine.models.require(owner)
    add(
      owner,
      model.fields.filter((field) => isOver(engine, field, after, names)).map(({ name }) => name),
    )
  }
  return found
}

/** The entities whose records hold values of this one: itself, or those with rows of it in the tables that are named. */
function holdersOf(engine: Engine, { id, kind }: Model): Iterable<{ id: string; tables?: string[] }> {
  if (kind !== 'Table') return [{ id }]
  const parents = Map.groupBy(engine.models.parentsOf(id), ({ model }) => model.id)
  return [...parents].map(([parent, places]) => ({ id: parent, tables: places.map(({ field }) => field.name) }))
}

/** Parts of a field on which the value that is worked out for it depends. */
const valueKeys = ['formula', 'fieldtype', 'options'] as const

/** The fields that are worked out in another way than before. */
function otherDerived(before: Model, after: Model): string[] {
  const old = new Map(before.fields.map((field) => [field.definition.id, field]))
  const others = after.fields.filter(({ definition }) => {
    const isWorkedOut = Boolean(definition.formula?.trim()) || definition.rollup !== undefined
    const was = old.get(definition.id)?.definition
    if (!isWorkedOut || !was) return isWorkedOut
    const isOther = valueKeys.some((key) => (definition[key] ?? null) !== (was[key] ?? null))
    return isOther || rollupText(definition.rollup) !== rollupText(was.rollup)
  })
  return others.map(({ name }) => name)
}

/** The formulas of a record or its rows that speak of one of these fields of the changed entity. */
function formulasOver(engine: Engine, holder: string, after: Model, names: ReadonlySet<string>): string[] {
  const lookup = (id: string) => (id === after.id ? after : engine.models.get(id))
  const model = lookup(holder)
  const formulas = model ? sourcesOf(model, lookup).filter(({ key }) => key === 'formula') : []
  return formulas
    .filter(({ text }) => (text.match(/\w+/g) ?? []).some((word) => names.has(word)))
    .map(({ table, field }) => (table ? `${table.name}.${field.name}` : field.name))
}

function isOver(engine: Engine, { definition }: Field, after: Model, names: ReadonlySet<string>): boolean {
  const { rollup } = definition
  if (!rollup || names.size === 0) return false
  const source = rollup.entity === after.id ? after : engine.models.get(rollup.entity)
  if (!source) return false
  const filters = namesInFilters(rollup.filters, source.id, (name) => source.byName.has(name))
  return [rollup.link, rollup.field ?? '', ...filters].some((path) => {
    const [first = '', second] = path.split('.')
    if (source.id === after.id && names.has(first)) return true
    return second !== undefined && names.has(second) && source.byName.get(first)?.rule.options === after.id
  })
}

/** The amounts that are worked out and are of the site's own currency. */
export function ofSiteCurrency(engine: Engine): FieldsOf {
  const isOf = ({ isDerived, type, rule }: Field) => isDerived && type.digits === 'currency' && !rule.options?.trim()
  const found = new Map<string, Set<string>>()
  for (const model of engine.models.all()) {
    const names = model.stored.filter(isOf).map(({ name }) => name)
    if (names.length === 0) continue
    for (const { id, tables } of holdersOf(engine, model)) {
      const paths = tables?.flatMap((table) => names.map((name) => `${table}.${name}`)) ?? names
      found.set(id, new Set([...(found.get(id) ?? []), ...paths]))
    }
  }
  return found
}

interface PlannedRecalculation extends OpenRecalculation {
  /** The person whose change it follows. */
  user: string
  language: 'en' | 'he'
}

/**
 * Notes in the transaction of a change that stored records of these entities need other values, so that no crash between
 * the change and the job forgets it. The site is told after the commit. A later plan takes the place of one that has not
 * ended, and its fields with it.
 */
export async function planRecalculation(engine: Engine, ctx: Context, tx: Tx, fieldsOf: FieldsOf): Promise<void> {
  if (fieldsOf.size === 0) return
  const planned = new Map((await plannedRecalculations(engine, tx)).map((plan) => [plan.table, plan]))
  const works = [...fieldsOf].map(([entity, fields]): OpenRecalculation => {
    const table = engine.models.require(entity).table.name
    const former = planned.get(table)
    const isAboutAll = former !== undefined && former.fields === undefined
    return { table, token: randomUUID(), fields: isAboutAll ? undefined : [...(former?.fields ?? []), ...fields] }
  })
  for (const { table, token, fields } of works) {
    const note = JSON.stringify({ token, user: ctx.actor.user, language: ctx.language, fields })
    await tx.run(engine.system.setSite.with([keyOf(table), note]))
  }
  tx.afterCommit(() => {
    for (const work of works) engine.recalculations.begin(work)
    engine.formulasChanged(ctx, works)
  })
}

/** The recalculations that were planned and have not come to their end. */
export async function plannedRecalculations(
  engine: Engine,
  reader: Reader = engine.store,
): Promise<PlannedRecalculation[]> {
  const notes = await reader.all<{ key: string; value: string }>(
    sql`select key, value from site where key like ${`${prefix}%`} order by key`,
  )
  return notes.map(({ key, value }) => ({ table: key.slice(prefix.length), ...JSON.parse(value) }))
}

/** Forgets a recalculation that came to its end, unless another change has planned a further one. */
export async function endRecalculation(engine: Engine, tx: Tx, work: Recalculation): Promise<void> {
  const { table, token } = work
  await tx.run(sql`delete from site where key = ${keyOf(table)} and value like ${`%"${token}"%`}`)
  tx.afterCommit(() => engine.recalculations.end(work))
}

const prefix = 'recalculate '

const keyOf = (table: string): string => `${prefix}${table}`

/** How many records these are. */
export async function countRecords(engine: Engine, reader: Reader, entities: Iterable<string>): Promise<number> {
  let count = 0
  for (const id of entities) {
    const table = sql.table(engine.models.require(id).table.name)
    count += Number((await reader.get<{ n: number }>(sql`select count(*) as n from ${table}`))?.n ?? 0)
  }
  return count
}
