import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { namesEntityInOptions } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'

/** A former field whose options name an entity, and whose values are kept (reference: metadata, Removed fields). */
interface KeptLink {
  table_name: string
  /** Empty for a Table field. */
  column_name: string
  retired_at: string
  reason: string
  field: StoredRow
}

/** Links that are kept follow a renamed record, so that they still lead there when they come back. */
export async function moveKeptLinks(engine: Engine, tx: Tx, model: Model, from: string, to: string): Promise<void> {
  for (const { table_name, column_name, field } of await keptLinksTo(engine, tx, model.id)) {
    if (column_name === '' || engine.types.get(String(field.fieldtype))?.links === undefined) continue
    const at = column(column_name)
    const move = sql`update ${sql.table(table_name)} set ${at} = ${new Slot(1)} where ${at} = ${new Slot(0)}`
    await tx.run(new Plan(move).with([from, to]))
  }
}

/** Former fields that name a renamed entity name it by its new name. */
export async function renameInKeptFields(engine: Engine, tx: Tx, from: string, to: string): Promise<void> {
  for (const { table_name, retired_at, reason, field } of await keptLinksTo(engine, tx, from)) {
    const renamed = JSON.stringify({ ...field, options: to })
    await tx.run(engine.system.setNotedField.with([table_name, retired_at, renamed, reason]))
  }
}

async function keptLinksTo(engine: Engine, reader: Reader, entity: string): Promise<KeptLink[]> {
  const notes = await reader.all<Omit<KeptLink, 'field'> & { field: string }>(engine.system.keptLinks.with())
  return notes
    .map((note) => ({ ...note, field: JSON.parse(note.field) as StoredRow }))
    .filter(({ field }) => {
      const type = engine.types.get(String(field.fieldtype))
      return type !== undefined && namesEntityInOptions(type) && field.options === entity
    })
}
