import { alreadyExists, notFound, type RemovedField } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { type KeptField, keptFields } from '../reading/kept-fields.ts'
import { getRecord } from '../reading/read.ts'
import { userNames } from '../reading/titles.ts'
import { column } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Action } from '../types.ts'
import { updateRecord } from '../writing/write.ts'

/** The removed fields of an entity whose values are still kept (reference: metadata, Removed fields). */
export async function removedFields(engine: Engine, ctx: Context, model: Model): Promise<RemovedField[]> {
  const kept = await removedOf(engine, model)
  const users = new Set(kept.flatMap(({ retired_by: user }) => user ?? []))
  const names = await userNames(engine, ctx, model, users)
  return Promise.all(
    kept.map(async (note) => {
      const { label, fieldtype } = JSON.parse(note.field) as StoredRow
      const name = names.get(note.retired_by ?? '')
      return {
        fieldname: note.fieldname,
        label: String(label ?? note.fieldname),
        fieldtype: String(fieldtype),
        removed_at: engine.clock.toWall(note.retired_at),
        removed_by: note.retired_by,
        ...(name != null && { _link_titles: { removed_by: name } }),
        records: await countKept(engine, model, note),
      }
    }),
  )
}

/**
 * `restore_field`: brings a removed field back, with its values, under its own name or another one (reference:
 * metadata, Removed fields).
 */
export const restoreField: Action = {
  entity: 'Entity',
  name: 'restore_field',
  needs: 'write',
  role: 'System Manager',
  kind: 'Definition',
  // The change of the definition has a version of its own.
  changesNothing: true,
  async run(engine, ctx, record, { fieldname, removed_at, new_fieldname }) {
    const model = engine.models.require(record.id)
    const kept = await removedOf(engine, model)
    const note = kept.find((one) => {
      const isThen = removed_at === undefined || engine.clock.toWall(one.retired_at) === removed_at
      return one.fieldname === fieldname && isThen
    })
    if (!note) throw notFound({ text: 'This field cannot be restored anymore' })
    const name = typeof new_fieldname === 'string' && new_fieldname !== '' ? new_fieldname : note.fieldname
    if (model.byName.has(name)) throw alreadyExists('Field', name)
    const records = await countKept(engine, model, note)
    const was = JSON.parse(note.field) as StoredRow
    const row: StoredRow = { ...was, fieldname: name }
    const { fields, modified } = await getRecord(engine, ctx, 'Entity', record.id)
    const rows = [...(fields as StoredRow[])]
    rows.splice(Number(was.idx ?? rows.length + 1) - 1, 0, row)
    await updateRecord(engine, { ...ctx, restores: true }, 'Entity', record.id, { fields: rows, modified })
    return { fieldname: name, records }
  },
}

/** Kept fields that are gone: one that only got other rows, by another child entity, is still there. */
async function removedOf(engine: Engine, model: Model): Promise<KeptField[]> {
  const ids = new Set(model.definition.fields.map((field) => (field as { id?: unknown }).id))
  const kept = await keptFields(engine, engine.store, model)
  return kept.filter(({ field }) => !ids.has((JSON.parse(field) as StoredRow).id))
}

/** Records with a kept value. */
async function countKept(engine: Engine, { table }: Model, note: KeptField): Promise<number> {
  const { row_table, row_field, column_name } = note
  const has = column(column_name)
  const isNumber = ['flag', 'integer', 'decimal'].includes(kindOf(engine, note))
  const count =
    row_table !== null && row_field !== null
      ? sql<{
          n: number
        }>`select count(distinct parent) as n from ${sql.table(row_table)} where parent_field = ${row_field}`
      : sql<{ n: number }>`select count(*) as n from ${sql.table(table.name)}
          where ${has} is not null ${isNumber ? sql`and ${has} <> 0` : sql``}`
  return Number((await engine.store.get(count))?.n ?? 0)
}

const kindOf = (engine: Engine, note: KeptField) =>
  engine.types.get(String((JSON.parse(note.field) as StoredRow).fieldtype))?.kind ?? 'text'
