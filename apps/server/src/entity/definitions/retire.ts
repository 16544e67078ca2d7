import { addMillis } from '../../ground/utc-text.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { writeDefinitions } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { Plan, Slot } from '../tables/plan.ts'
import { fieldNoteColumns } from '../tables/system-tables.ts'

/** How long the values of a removed field are kept (reference: metadata, Changing a definition). Milliseconds. */
const retention = 30 * 24 * 3600 * 1000

/**
 * Removes a field's values: its column stays hidden under a retired name for thirty days, so that a new field of the
 * same name starts empty; rows of a Table field are deleted at once.
 */
export async function retireField(engine: Engine, tx: Tx, model: Model, field: Field): Promise<void> {
  const { dialect } = engine.store
  if (field.kind === 'table') {
    await removeTableRows(engine, tx, model, field)
    return noteField(engine, tx, model, { fieldname: field.name, reason: 'removed' })
  }
  const stamp = engine.clock.nowUtc()
  const retired = `x${stamp.replace(/\D/g, '').slice(2)}_${field.name}`.slice(0, 63)
  await dialect.renameColumn(tx, model.table.name, field.column, retired)
  if (field.fold) await dialect.dropColumn(tx, model.table.name, field.fold)
  await noteField(engine, tx, model, {
    column_name: retired,
    fieldname: field.name,
    retired_at: stamp,
    reason: 'removed',
  })
}

type NoteColumn = Exclude<(typeof fieldNoteColumns)[number], 'table_name'>

/** Notes how a field went on: what the history says under its name until now belongs to that field. */
export async function noteField(
  engine: Engine,
  tx: Tx,
  model: Model,
  note: Partial<Record<NoteColumn, string | null>>,
): Promise<void> {
  const row = { table_name: model.table.name, column_name: '', retired_at: engine.clock.nowUtc(), ...note }
  await tx.run(engine.system.addFieldNote.with(fieldNoteColumns.map((name) => (row as NoteRow)[name] ?? null)))
}

type NoteRow = Partial<Record<(typeof fieldNoteColumns)[number], string | null>>

/** Drops the columns of fields that were removed more than thirty days ago. Called when a site starts. */
export async function purgeRetired(engine: Engine): Promise<void> {
  const until = addMillis(engine.clock.nowUtc(), -retention)
  const due = await engine.store.all<{ table_name: string; column_name: string }>(
    engine.system.dueRetired.with([until]),
  )
  if (due.length === 0) return
  await writeDefinitions(engine, async (tx) => {
    for (const { table_name, column_name } of due) {
      await engine.store.dialect.dropColumn(tx, table_name, column_name)
      // The note stays, because the history goes back further.
      await tx.run(engine.system.setPurged.with([table_name, column_name]))
    }
  })
}

/** Deletes the rows of one Table field in all records of an entity. */
export async function removeTableRows(engine: Engine, tx: Tx, model: Model, field: Field): Promise<void> {
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return
  const rows = sql`delete from ${sql.table(child.table.name)}
    where parent_entity = ${new Slot(0)} and parent_field = ${new Slot(1)}`
  await tx.run(new Plan(rows).with([model.id, field.name]))
}
