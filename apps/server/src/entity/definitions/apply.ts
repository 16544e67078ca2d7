import { setImmediate as turn } from 'node:timers/promises'
import { defaultWords } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { type Sql, sql } from '../../store/sql.ts'
import type { SqlValue, Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { ofEntity, resealColumn } from '../secrets/reseal.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { faultAt, throwFaults } from './faults.ts'
import { conversionFor, converterFor, isLink, storedValues } from './losses.ts'
import type { FieldChange } from './plan.ts'
import { renameFields } from './rename-fields.ts'
import { type DefinitionWrite, noteField, retireField } from './retire.ts'
import { type Conversion, reviveFields } from './revive.ts'

/**
 * Converts table and stored values from the old model to the new one, in the definition's own transaction.
 * @throws Problem 417 when a field that becomes unique has a value twice
 */
export async function applyChanges(
  write: DefinitionWrite,
  before: Model,
  after: Model,
  changes: readonly FieldChange[],
): Promise<void> {
  const { engine, tx } = write
  const { dialect } = engine.store
  if (before.kind !== after.kind) {
    // Only an entity without records can change its type, and the two kinds of table have no columns in common.
    await dialect.dropTable(tx, before.table.name)
    await tx.run(engine.system.forgetRetired.with([before.table.name]))
    return dialect.syncTable(tx, after.table)
  }
  const oldField = (name: unknown) => before.fields.find((field) => field.name === name)
  for (const change of changes) {
    const gone = change.kind === 'remove' ? oldField(change.fieldname) : undefined
    if (gone && change.kind === 'remove') await retireField(write, before, gone, change.was)
  }
  await renameFields(engine, tx, before, changes)
  await noteFormerTypes(engine, tx, before, changes)
  const conversions = [
    ...(await renameRetypedColumns(write, before, after, changes)),
    ...(await reviveFields(write, after, changes)),
  ]
  const newlyUnique = after.stored.filter((field) => becomesUnique(before, field, changes))
  if (conversions.length > 0) await dialect.prepareRewrite?.(tx, after.table.name)
  const fills = fillsOf(engine, after, changes)
  await dialect.syncTable(tx, withoutUnique(after, newlyUnique), fills)
  for (const field of after.stored) {
    const isFilled = field.kind === 'secret' && fills.has(field.column)
    if (isFilled) await resealColumn(engine, tx, { table: after.table.name, column: field.column, ...ofEntity })
  }
  for (const conversion of conversions) await convertColumn(engine, tx, after, conversion)
  const filled = conversions.length > 0 || fills.size > 0
  if (filled && after.table.search.length > 0) await dialect.rebuildSearch(tx, after.table)
  for (const field of newlyUnique) await refuseDuplicates(tx, after, field)
  if (newlyUnique.length > 0) await dialect.syncTable(tx, after.table)
}

/** The history before the change is read with the former type. */
async function noteFormerTypes(engine: Engine, tx: Tx, before: Model, changes: readonly FieldChange[]): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'retype' && change.kind !== 'retarget') continue
    const { fieldname, was } = change
    // Rows of another child entity have nothing in common with the new ones: they are retired.
    if (engine.types.get(String(was.fieldtype))?.kind === 'table') continue
    await noteField(engine, tx, before, { fieldname, reason: 'retyped', field: JSON.stringify(was) })
  }
}

/**
 * Renames the columns of retyped fields, so that the new columns can take their names; retires the rows of table fields
 * that get another entity.
 */
async function renameRetypedColumns(
  write: DefinitionWrite,
  before: Model,
  after: Model,
  changes: readonly FieldChange[],
): Promise<Conversion[]> {
  const { engine, tx } = write
  const { dialect } = engine.store
  const { name } = before.table
  const conversions: Conversion[] = []
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'retype' && change.kind !== 'retarget') continue
    const to = after.fields.find((field) => field.name === change.fieldname)
    const was = before.fields.find((field) => field.name === change.was.fieldname)
    if (!to || !was) continue
    if (was.kind === 'table') await retireField(write, before, was, change.was)
    if (was.kind === 'table' || to.kind === 'table' || !needsPass(engine, change.was, change.row)) continue
    const from = `t${index}_${to.column}`.slice(0, 63)
    await dialect.renameColumn(tx, name, to.column, from)
    // A remaining folding would answer searches in a later field of this name.
    if (was.fold && !to.fold) await dialect.dropColumn(tx, name, `f_${to.name}`)
    conversions.push({ from, to, was: change.was, row: change.row })
  }
  return conversions
}

function needsPass(engine: Engine, was: StoredRow, row: StoredRow): boolean {
  if (isLink(engine, row)) return true
  if (was.fieldtype === row.fieldtype) return false
  const isText = (one: StoredRow) => /text$/.test(engine.types.get(String(one.fieldtype))?.kind ?? '')
  const kinds = [was, row].map((one) => engine.types.get(String(one.fieldtype))?.kind)
  if (isText(was) && isText(row)) return conversionFor(engine, was, row).rule === 'checked'
  return kinds[0] !== kinds[1] || conversionFor(engine, was, row).rule === 'checked'
}

async function convertColumn(engine: Engine, tx: Tx, model: Model, { from, to, was, row }: Conversion): Promise<void> {
  const { dialect } = engine.store
  const convert = converterFor(engine, tx, was, row)
  const names = [to.column, ...(to.fold ? [to.fold] : [])]
  const columns = model.table.columns.filter(({ name }) => names.includes(name))
  if (blankOf(to) === 0) await updateAll(tx, model.table.name, [sql`${column(to.column)} = 0`], [])
  for await (const rows of storedValues(tx, model.table.name, from, model.kind === 'Table')) {
    const converted: SqlValue[][] = []
    for (const one of rows) {
      const { value } = await convert(one.value)
      const folded = typeof value === 'string' ? fold(value) : value
      converted.push([one.rid, ...columns.map(({ name }) => (name === to.column ? value : folded))])
    }
    await dialect.setRows(tx, model.table.name, columns, converted)
    await turn()
  }
  await dialect.dropColumn(tx, model.table.name, from)
}

/**
 * The values of new columns in existing rows: the default of a new field, when one is set (reference: metadata,
 * Changing a definition).
 */
function fillsOf(engine: Engine, after: Model, changes: readonly FieldChange[]): Map<string, string | number> {
  const fills = new Map<string, string | number>()
  for (const change of changes) {
    const added = change.kind === 'add' ? after.stored.find((field) => field.name === change.fieldname) : undefined
    const value = added ? fillOf(engine, added) : null
    if (!added || value === null) continue
    fills.set(added.column, added.kind === 'secret' ? engine.vault.hold(String(value)) : value)
    if (added.fold) fills.set(added.fold, fold(String(value)))
  }
  return fills
}

/** The value of a new field in a record that is older: its default, when one is set. */
export function fillOf(engine: Engine, field: Field): string | number | null {
  const text = field.definition.default
  const blank = blankOf(field)
  if (text === undefined || text === '' || text === defaultWords.user) return blank
  const now = engine.clock.nowWall()
  const moment = text === defaultWords.today ? now.slice(0, 10) : text === defaultWords.now ? now : text
  const parsed = field.type.parse(moment, field.rule, { toWallClock: (instant) => engine.clock.instantToWall(instant) })
  const value = 'value' in parsed ? parsed.value : blank
  return typeof value === 'string' || typeof value === 'number' ? value : blank
}

/** Sets the same values in all rows, a few thousand at a time, so that reads run in between. Values use the slots from 2 on. */
async function updateAll(tx: Tx, name: string, sets: readonly Sql[], values: readonly unknown[]): Promise<void> {
  const table = sql.table(name)
  const page = sql`select rid from ${table} where rid > ${new Slot(0)} order by rid limit ${sql.lit(batch)}`
  const next = new Plan(sql`select max(rid) as rid from (${page}) as page`)
  const update = new Plan(
    sql`update ${table} set ${sql.join(sets)} where rid > ${new Slot(0)} and rid <= ${new Slot(1)}`,
  )
  for (let after = 0; ; ) {
    const until = (await tx.get<{ rid: number | null }>(next.with([after])))?.rid
    if (until === null || until === undefined) return
    await tx.run(update.with([after, until, ...values]))
    after = until
    await turn()
  }
}

const batch = 5_000

const blankOf = (field: Field) =>
  field.kind === 'flag' || field.kind === 'integer' || field.kind === 'decimal' ? 0 : null

function becomesUnique(before: Model, field: Field, changes: readonly FieldChange[]): boolean {
  if (!field.meta.unique || before.kind === 'Table') return false
  const change = changes.find((one) => one.fieldname === field.name && one.kind !== 'remove')
  if (change && change.kind !== 'rename') return true
  const was = before.byName.get(change ? change.from : field.name)
  return was?.meta.unique !== 1
}

function withoutUnique({ table }: Model, fields: readonly Field[]): Model['table'] {
  const columns = new Set(fields.map((field) => field.fold || field.column))
  return { ...table, indexes: table.indexes.filter((one) => !one.unique || !columns.has(one.columns[0]?.name ?? '')) }
}

/** Refuses `unique` on a field whose values repeat, with up to five of them (reference: metadata, Changing a definition). */
async function refuseDuplicates(tx: Tx, model: Model, field: Field): Promise<void> {
  const by = column(field.fold || field.column)
  const plan = new Plan(sql`select min(${column(field.column)}) as value from ${sql.table(model.table.name)}
      where ${by} is not null group by ${by} having count(*) > 1 order by min(rid) limit 5`)
  const repeated = await tx.all<{ value: string | number }>(plan.with())
  if (repeated.length === 0) return
  const text = '{0} must be unique: {1} is already used'
  const args = [field.name, repeated.map((one) => String(one.value))]
  const index = model.definition.fields.findIndex(({ fieldname }) => fieldname === field.name)
  throwFaults([faultAt('fields', index, 'unique', { text, args })])
}
