import { setImmediate as turn } from 'node:timers/promises'
import { fold } from '@tavla/fields/server'
import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field, Model } from '../model.ts'
import { column, Plan, Slot } from '../plan.ts'
import type { StoredRow } from '../rows.ts'
import { conversionFor, storedValues, targetExists } from './losses.ts'
import type { FieldChange } from './plan.ts'

/** Brings table and stored values from the old model to the new one, inside the definition's own transaction. */
export async function applyChanges(
  engine: Engine,
  tx: Tx,
  before: Model,
  after: Model,
  changes: readonly FieldChange[],
): Promise<void> {
  const { dialect } = engine.store
  const oldField = (name: unknown) => before.fields.find((field) => field.name === name)
  for (const change of changes) {
    if (change.kind === 'remove') await retire(engine, tx, before, oldField(change.fieldname))
    if (change.kind === 'rename') await rename(engine, tx, before, oldField(change.from), change.fieldname)
  }
  const retyped = changes.filter((change) => change.kind === 'retype' || change.kind === 'retarget')
  const moved: { change: (typeof retyped)[number]; from: string; to: Field }[] = []
  for (const change of retyped) {
    const to = after.fields.find((field) => field.name === change.fieldname)
    const was = oldField(change.was.fieldname)
    if (!to || !was) continue
    if (was.kind === 'table') await removeRows(engine, tx, before, was)
    if (was.kind === 'table' || to.kind === 'table' || !needsPass(engine, change.was, change.row)) continue
    const from = `x_${to.column}`.slice(0, 60)
    await dialect.renameColumn(tx, before.table.name, to.column, from)
    moved.push({ change, from, to })
  }
  await dialect.syncTable(tx, after.table)
  for (const { change, from, to } of moved) {
    await convertColumn(engine, tx, after, from, to, change.was, change.row)
    await dialect.dropColumn(tx, after.table.name, from)
  }
  for (const change of changes) {
    const added = change.kind === 'add' ? after.stored.find((field) => field.name === change.fieldname) : undefined
    if (added) await fillDefault(engine, tx, after, added)
  }
}

/** A rename leaves the values where they are; everything that names the field in this entity follows. */
export function followRenames(entity: StoredRow, fields: readonly StoredRow[], changes: readonly FieldChange[]): void {
  for (const change of changes) {
    if (change.kind !== 'rename') continue
    const { from, fieldname } = change
    for (const key of ['title_field', 'image_field', 'sort_field', 'naming_value']) {
      if (entity[key] === from) entity[key] = fieldname
    }
    if (typeof entity.search_fields === 'string') {
      const names = entity.search_fields.split(/([,\n])/)
      entity.search_fields = names.map((part) => (part.trim() === from ? fieldname : part)).join('')
    }
    for (const field of fields) {
      if (field.fieldtype === 'Dynamic Link' && field.options === from) field.options = fieldname
    }
  }
}

function needsPass(engine: Engine, was: StoredRow, row: StoredRow): boolean {
  if (row.fieldtype === 'Link') return true
  const [a, b] = [was, row].map((one) => engine.types.get(String(one.fieldtype))?.kind)
  if (was.fieldtype === row.fieldtype) return false
  return a !== b || conversionFor(engine, was, row).rule === 'checked'
}

/** The column is hidden under a retired name for thirty days, so that a field of the same name starts empty. */
async function retire(engine: Engine, tx: Tx, model: Model, field: Field | undefined): Promise<void> {
  if (!field) return
  if (field.kind === 'table') return removeRows(engine, tx, model, field)
  const { dialect } = engine.store
  const stamp = engine.clock.nowUtc()
  const retired = `x${stamp.replace(/\D/g, '').slice(2)}_${field.name}`.slice(0, 63)
  await dialect.renameColumn(tx, model.table.name, field.column, retired)
  if (field.fold) await dialect.dropColumn(tx, model.table.name, field.fold)
  await engine.system.addRetired.run(tx, [model.table.name, retired, field.name, stamp])
}

async function rename(engine: Engine, tx: Tx, model: Model, field: Field | undefined, to: string): Promise<void> {
  if (!field) return
  if (field.kind === 'table') {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child) return
    const plan = new Plan(
      engine.store.dialect,
      sql`update ${sql.table(child.table.name)} set parent_field = ${new Slot(2)}
        where parent_entity = ${new Slot(0)} and parent_field = ${new Slot(1)}`,
    )
    await plan.run(tx, [model.id, field.name, to])
    return
  }
  await engine.store.dialect.renameColumn(tx, model.table.name, field.column, `c_${to}`)
  if (field.fold) await engine.store.dialect.renameColumn(tx, model.table.name, field.fold, `f_${to}`)
}

async function removeRows(engine: Engine, tx: Tx, model: Model, field: Field): Promise<void> {
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return
  const plan = new Plan(
    engine.store.dialect,
    sql`delete from ${sql.table(child.table.name)} where parent_entity = ${new Slot(0)} and parent_field = ${new Slot(1)}`,
  )
  await plan.run(tx, [model.id, field.name])
}

async function convertColumn(
  engine: Engine,
  tx: Tx,
  model: Model,
  from: string,
  to: Field,
  was: StoredRow,
  row: StoredRow,
): Promise<void> {
  const conversion = conversionFor(engine, was, row)
  const convert = conversion.rule === 'no' ? (value: string | number) => ({ value, lost: false }) : conversion.convert
  const names = [to.column, ...(to.fold ? [to.fold] : [])]
  const sets = names.map((name, index) => sql`${column(name)} = ${new Slot(index + 1)}`)
  const table = sql.table(model.table.name)
  const update = new Plan(engine.store.dialect, sql`update ${table} set ${sql.join(sets)} where rid = ${new Slot(0)}`)
  if (blankOf(to) === 0) await new Plan(engine.store.dialect, sql`update ${table} set ${column(to.column)} = 0`).run(tx)
  for await (const rows of storedValues(engine, tx, model.table.name, from, model.kind === 'Table')) {
    for (const one of rows) {
      const { value } = convert(one.value)
      const kept = row.fieldtype === 'Link' && !(await targetExists(engine, tx, row, value)) ? null : value
      await update.run(tx, [one.rid, kept, typeof kept === 'string' ? fold(kept) : kept])
    }
    await turn()
  }
}

/** Existing rows get the default of a new field, when one is set (contract 2.3). */
async function fillDefault(engine: Engine, tx: Tx, model: Model, field: Field): Promise<void> {
  const text = field.definition.default
  const blank = blankOf(field)
  if ((text === undefined || text === '' || text === '__user') && blank === null) return
  const now = engine.clock.nowWall()
  const moment = text === 'Today' ? now.slice(0, 10) : text === 'Now' ? now : text
  const parsed = moment
    ? field.type.parse(moment, field.rule, { toWallClock: (instant) => engine.clock.instantToWall(instant) })
    : { value: blank }
  const value = 'value' in parsed ? parsed.value : blank
  if (value === null) return
  const sets = [sql`${column(field.column)} = ${new Slot(0)}`]
  if (field.fold) sets.push(sql`${column(field.fold)} = ${new Slot(1)}`)
  const plan = new Plan(engine.store.dialect, sql`update ${sql.table(model.table.name)} set ${sql.join(sets)}`)
  await plan.run(tx, [value, fold(String(value))])
}

const blankOf = (field: Field) =>
  field.kind === 'flag' || field.kind === 'integer' || field.kind === 'decimal' ? 0 : null
