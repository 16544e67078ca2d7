import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { type KeptField, keptFields } from '../reading/kept-fields.ts'
import { ofEntity, resealColumn } from '../secrets/reseal.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Conversion } from './convert-column.ts'
import type { FieldChange } from './plan.ts'
import type { DefinitionWrite } from './retire.ts'

/**
 * Brings the values of removed fields back that a former definition names again by the ids of their rows (reference:
 * metadata, Removed fields). Resolves to the columns whose values are then put into those of the new fields.
 */
export async function reviveFields(
  write: DefinitionWrite,
  after: Model,
  changes: readonly FieldChange[],
): Promise<Conversion[]> {
  const { engine, ctx, tx } = write
  const conversions: Conversion[] = []
  const added = changes.filter((change) => change.kind === 'add' || isTable(engine, change))
  if (!ctx.restores || added.length === 0) return conversions
  const kept = await keptFields(engine, tx, after)
  for (const { fieldname, row } of added) {
    const to = after.fields.find(({ name }) => name === fieldname)
    const note = kept.find((one) => isSameField(JSON.parse(one.field) as StoredRow, row))
    if (!to || !note) continue
    if (note.row_field !== null) await reviveRows(write, after, to, note)
    else {
      if (to.kind === 'secret') await bindAnew(write, after, to, note)
      conversions.push({ from: note.column_name, to, was: row, row })
    }
    const { name } = after.table
    await tx.run(engine.system.noteReturn.with([name, note.retired_at, fieldname, engine.clock.nowUtc()]))
  }
  return conversions
}

/** A Table field that gets the rows of a former child entity back. */
const isTable = (engine: Engine, change: FieldChange): change is Extract<FieldChange, { kind: 'retarget' }> =>
  change.kind === 'retarget' && engine.types.get(String(change.row.fieldtype))?.kind === 'table'

const isSameField = (was: StoredRow, row: StoredRow) =>
  was.id === row.id && was.fieldtype === row.fieldtype && (was.options ?? null) === (row.options ?? null)

/** Secrets are bound to the name of their column. */
async function bindAnew({ engine, tx }: DefinitionWrite, { table }: Model, to: Field, note: KeptField): Promise<void> {
  const place = { table: table.name, column: note.column_name, boundTo: to.column, ...ofEntity }
  await resealColumn(engine, tx, place, `c_${note.fieldname}`)
}

/** Rows whose record was deleted meanwhile stay away, and links to records that are gone become blank. */
async function reviveRows({ engine, tx }: DefinitionWrite, after: Model, to: Field, note: KeptField): Promise<void> {
  const child = engine.models.get(to.rule.options ?? '')
  if (!child || child.table.name !== note.row_table) return
  const rows = sql.table(child.table.name)
  const hasParent = sql`parent in (select id from ${sql.table(after.table.name)})`
  for (const link of child.links.filter(({ type }) => type.links === 'options')) {
    const target = engine.models.get(link.rule.options ?? '')
    if (!target) continue
    const at = column(link.column)
    const isThere = sql`${at} in (select id from ${sql.table(target.table.name)})`
    await tx.run(sql`update ${rows} set ${at} = null where parent_field = ${note.row_field} and not ${isThere}`)
  }
  await tx.run(sql`delete from ${rows} where parent_field = ${note.row_field} and not ${hasParent}`)
  const move = sql`update ${rows} set parent_field = ${new Slot(1)}, parent_entity = ${new Slot(2)}
    where parent_field = ${new Slot(0)}`
  await tx.run(new Plan(move).with([note.row_field, to.name, after.id]))
}
