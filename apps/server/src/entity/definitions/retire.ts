import { addMillis } from '../../ground/utc-text.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { writeDefinitions } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { Plan, retiredRowsMark, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { fieldNoteColumns } from '../tables/system-tables.ts'

/** How long former values are kept (reference: metadata, Changing a definition). Milliseconds. */
const retention = 30 * 24 * 3600 * 1000

/** The change of a definition under way. */
export interface DefinitionWrite {
  engine: Engine
  ctx: Context
  tx: Tx
}

/**
 * Removes a field's values: its column, or the rows of a Table field, stay hidden under a retired name for thirty days,
 * so that a new field of the same name starts empty and the field can come back. `was` is its definition.
 */
export async function retireField(write: DefinitionWrite, model: Model, field: Field, was: StoredRow): Promise<void> {
  const { engine, ctx, tx } = write
  const { dialect } = engine.store
  const stamp = engine.clock.nowUtc()
  const retired = retiredName('x', stamp, field.name)
  const note = {
    ...{ fieldname: field.name, retired_at: stamp, reason: 'removed', field: JSON.stringify(was) },
    ...{ retired_by: ctx.actor.user, operation_id: ctx.operation.id },
  }
  if (field.kind !== 'table') {
    await dialect.renameColumn(tx, model.table.name, field.column, retired)
    if (field.fold) await dialect.dropColumn(tx, model.table.name, field.fold)
    return noteField(engine, tx, model, { ...note, column_name: retired })
  }
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return noteField(engine, tx, model, note)
  const name = `${retiredRowsMark}${retired}`
  const move = sql`update ${sql.table(child.table.name)} set parent_field = ${new Slot(2)}
    where parent_entity = ${new Slot(0)} and parent_field = ${new Slot(1)}`
  await tx.run(new Plan(move).with([model.id, field.name, name]))
  return noteField(engine, tx, model, { ...note, row_table: child.table.name, row_field: name })
}

/** A column name that no field has: `x` for the values of a field that is gone, `y` for what became of them. */
export const retiredName = (mark: 'x' | 'y', stamp: string, fieldname: string) =>
  `${mark}${stamp.replace(/\D/g, '').slice(2)}_${fieldname}`.slice(0, 63)

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

interface DueNote {
  table_name: string
  column_name: string
  retired_at: string
  row_table: string | null
  row_field: string | null
}

/** Drops the values of fields that were removed, or got another type, more than thirty days ago. */
export async function purgeRetired(engine: Engine): Promise<void> {
  const until = addMillis(engine.clock.nowUtc(), -retention)
  const due = await engine.store.all<DueNote>(engine.system.dueRetired.with([until]))
  if (due.length === 0) return
  const { dialect } = engine.store
  await writeDefinitions(engine, async (tx) => {
    for (const { table_name, column_name, retired_at, row_table, row_field } of due) {
      if (column_name !== '') await dialect.dropColumn(tx, table_name, column_name)
      if (row_table !== null && row_field !== null && (await dialect.hasTable(tx, row_table))) {
        await tx.run(sql`delete from ${sql.table(row_table)} where parent_field = ${row_field}`)
      }
      // The note stays, because the history goes back further.
      await tx.run(engine.system.setPurged.with([table_name, retired_at]))
    }
  })
}
