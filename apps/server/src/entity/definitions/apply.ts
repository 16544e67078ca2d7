import { defaultWords } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { TableSpec, Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { ofEntity, resealColumn } from '../secrets/reseal.ts'
import { column, Plan } from '../tables/plan.ts'
import { blankOf, type Conversion, convertColumn } from './convert-column.ts'
import { faultAt, throwFaults } from './faults.ts'
import type { FieldChange } from './plan.ts'
import { renameFields } from './rename-fields.ts'
import { type DefinitionWrite, retireField } from './retire.ts'
import { madeColumns, retireTypes } from './retype.ts'
import { reviveFields } from './revive.ts'

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
  const conversions = [
    ...(await retireTypes(write, before, after, changes)),
    ...(await reviveFields(write, after, changes)),
  ]
  const newlyUnique = after.stored.filter((field) => becomesUnique(before, field, changes))
  if (conversions.length > 0) await dialect.prepareRewrite?.(tx, after.table.name)
  const fills = fillsOf(engine, after, changes)
  const spec = withoutUnique(after, newlyUnique)
  const columns = [...spec.columns, ...madeColumns(after, conversions)]
  // An index follows a column that is put aside, and keeps the name that the one of the new column has.
  if (conversions.length > 0) await dialect.syncTable(tx, { ...withoutIndexes(spec, conversions), columns }, fills)
  await dialect.syncTable(tx, { ...spec, columns }, fills)
  for (const field of after.stored) {
    const isFilled = field.kind === 'secret' && fills.has(field.column)
    if (isFilled) await resealColumn(engine, tx, { table: after.table.name, column: field.column, ...ofEntity })
  }
  for (const conversion of conversions) await convertColumn(write, after, conversion)
  const filled = conversions.length > 0 || fills.size > 0
  if (filled && after.table.search.length > 0) await dialect.rebuildSearch(tx, after.table)
  for (const field of newlyUnique) await refuseDuplicates(tx, after, field)
  if (newlyUnique.length > 0) await dialect.syncTable(tx, after.table)
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

function withoutIndexes(spec: TableSpec, conversions: readonly Conversion[]): TableSpec {
  const names = new Set(conversions.map(({ to }) => to.column))
  return { ...spec, indexes: spec.indexes.filter(({ columns }) => !columns.some(({ name }) => names.has(name))) }
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
