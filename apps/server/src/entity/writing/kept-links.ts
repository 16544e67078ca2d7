import { type Sql, sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { namesEntityInOptions } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { formerNames } from '../reading/former-fields.ts'
import { column } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'

/** A former field whose values are kept (reference: metadata, Removed fields). */
interface KeptField {
  table_name: string
  /** Empty for a Table field. */
  column_name: string
  retired_at: string
  reason: string
  field: StoredRow
}

/** Links that are kept follow a renamed record, so that they still lead there when they come back. */
export async function moveKeptLinks(engine: Engine, tx: Tx, model: Model, from: string, to: string): Promise<void> {
  const notes = await keptFields(engine, tx)
  for (const note of notes) {
    const way = note.column_name === '' ? undefined : engine.types.get(String(note.field.fieldtype))?.links
    const isTo = way === 'field' ? await namesModel(engine, tx, notes, note, model) : sql`1 = 1`
    if (way === undefined || isTo === undefined || (way === 'options' && note.field.options !== model.id)) continue
    const at = column(note.column_name)
    const move = sql`update ${sql.table(note.table_name)} set ${at} = ${to} where ${at} = ${from} and ${isTo}`
    await tx.run(move)
  }
}

/**
 * True for rows whose kept Dynamic Link leads to records of this entity; the field that says so may have another name by
 * now, or be kept itself. Undefined where nobody can tell.
 */
async function namesModel(
  engine: Engine,
  tx: Tx,
  notes: readonly KeptField[],
  { table_name, retired_at, field }: KeptField,
  model: Model,
): Promise<Sql | undefined> {
  const holder = engine.models.byTable(table_name)
  if (!holder) return undefined
  const naming = String(field.options)
  const { name } = (await formerNames(engine, tx, holder)).own.at(retired_at, naming) ?? {}
  const kept = notes.find((note) => note.table_name === table_name && note.field.fieldname === naming)
  const at = holder.byName.get(name ?? '')?.column ?? kept?.column_name
  return at ? sql`${column(at)} = ${model.id}` : undefined
}

/** Former fields that name a renamed entity name it by its new name. */
export async function renameInKeptFields(engine: Engine, tx: Tx, from: string, to: string): Promise<void> {
  for (const { table_name, retired_at, reason, field } of await keptLinksTo(engine, tx, from)) {
    const renamed = JSON.stringify({ ...field, options: to })
    await tx.run(engine.system.setNotedField.with([table_name, retired_at, renamed, reason]))
  }
}

/** Former fields whose options name this entity. */
async function keptLinksTo(engine: Engine, reader: Reader, entity: string): Promise<KeptField[]> {
  return (await keptFields(engine, reader)).filter(({ field }) => {
    const type = engine.types.get(String(field.fieldtype))
    return type !== undefined && namesEntityInOptions(type) && field.options === entity
  })
}

async function keptFields(engine: Engine, reader: Reader): Promise<KeptField[]> {
  const notes = await reader.all<Omit<KeptField, 'field'> & { field: string }>(engine.system.keptLinks.with())
  return notes.map((note) => ({ ...note, field: JSON.parse(note.field) as StoredRow }))
}
