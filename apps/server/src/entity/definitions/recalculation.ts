import { randomUUID } from 'node:crypto'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { sourcesOf } from '../expressions/sources.ts'
import type { Field } from '../model/field.ts'
import { namesInFilters } from '../model/filter-names.ts'
import type { Model } from '../model/model.ts'
import { rollupText } from '../model/rollup.ts'
import type { Context } from '../people/actor.ts'
import type { Recalculation } from '../types.ts'
import type { FieldChange } from './plan.ts'

/**
 * The entities whose stored records a changed definition gives other values (reference: expressions, Recalculation): its
 * own or those that have rows of it, and those with roll-ups over what got other values.
 */
export function recalculatedBy(
  engine: Engine,
  before: Model | undefined,
  after: Model,
  changes: readonly FieldChange[],
): string[] {
  if (!before) return []
  const holders = after.kind === 'Table' ? engine.models.parentsOf(after.id).map(({ model }) => model.id) : [after.id]
  const names = new Set(changes.flatMap(({ kind, fieldname }) => (kind === 'rename' ? [] : [fieldname])))
  const found = new Set<string>()
  if (hasOtherDerived(before, after)) for (const id of holders) found.add(id)
  for (const id of holders) if (names.size > 0 && hasFormulaOver(engine, id, after, names)) found.add(id)
  for (const owner of engine.models.withRollups()) {
    const model = owner === after.id ? after : engine.models.require(owner)
    if (model.fields.some((field) => isOver(engine, field, after, names))) found.add(owner)
  }
  return [...found]
}

/** Parts of a field on which the value that is worked out for it depends. */
const valueKeys = ['formula', 'fieldtype', 'options'] as const

function hasOtherDerived(before: Model, after: Model): boolean {
  const old = new Map(before.fields.map((field) => [field.definition.id, field]))
  return after.fields.some(({ definition }) => {
    const isWorkedOut = Boolean(definition.formula?.trim()) || definition.rollup !== undefined
    const was = old.get(definition.id)?.definition
    if (!isWorkedOut || !was) return isWorkedOut
    const isOther = valueKeys.some((key) => (definition[key] ?? null) !== (was[key] ?? null))
    return isOther || rollupText(definition.rollup) !== rollupText(was.rollup)
  })
}

/** Whether some formula of a record or its rows speaks of one of these fields of the changed entity. */
function hasFormulaOver(engine: Engine, holder: string, after: Model, names: ReadonlySet<string>): boolean {
  const lookup = (id: string) => (id === after.id ? after : engine.models.get(id))
  const model = lookup(holder)
  const formulas = model ? sourcesOf(model, lookup).filter(({ key }) => key === 'formula') : []
  return formulas.some(({ text }) => (text.match(/\w+/g) ?? []).some((word) => names.has(word)))
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

/** The entities with amounts that are worked out and are of the site's own currency. */
export function ofSiteCurrency(engine: Engine): string[] {
  const isOf = ({ isDerived, type, rule }: Field) => isDerived && type.digits === 'currency' && !rule.options?.trim()
  const has = (model: Model) => model.stored.some(isOf)
  const parents = (model: Model) => engine.models.parentsOf(model.id).map((parent) => parent.model)
  const models = engine.models.all().filter(has)
  return [
    ...new Set(models.flatMap((model) => (model.kind === 'Table' ? parents(model) : [model])).map(({ id }) => id)),
  ]
}

/**
 * Notes in the transaction of a change that stored records of these entities need other values, so that no crash between
 * the change and the job forgets it. The site is told after the commit.
 */
export async function planRecalculation(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  entities: readonly string[],
): Promise<void> {
  if (entities.length === 0) return
  const works = entities.map((entity) => ({ table: engine.models.require(entity).table.name, token: randomUUID() }))
  for (const { table, token } of works) {
    const note = JSON.stringify({ token, user: ctx.actor.user, language: ctx.language })
    await tx.run(engine.system.setSite.with([keyOf(table), note]))
  }
  tx.afterCommit(() => engine.formulasChanged(ctx, works))
}

/** The recalculations that were planned and have not come to their end, with the people whose changes they follow. */
export async function plannedRecalculations(
  engine: Engine,
  reader: Reader = engine.store,
): Promise<(Recalculation & { user: string; language: 'en' | 'he' })[]> {
  const notes = await reader.all<{ key: string; value: string }>(
    sql`select key, value from site where key like ${`${prefix}%`} order by key`,
  )
  return notes.map(({ key, value }) => ({ table: key.slice(prefix.length), ...JSON.parse(value) }))
}

/** Forgets a recalculation that came to its end, unless another change has planned a further one. */
export async function endRecalculation(tx: Tx, { table, token }: Recalculation): Promise<void> {
  await tx.run(sql`delete from site where key = ${keyOf(table)} and value like ${`%"${token}"%`}`)
}

const prefix = 'recalculate '

const keyOf = (table: string): string => `${prefix}${table}`

/** How many records these are. */
export async function countRecords(engine: Engine, reader: Reader, entities: readonly string[]): Promise<number> {
  let count = 0
  for (const id of entities) {
    const table = sql.table(engine.models.require(id).table.name)
    count += Number((await reader.get<{ n: number }>(sql`select count(*) as n from ${table}`))?.n ?? 0)
  }
  return count
}
