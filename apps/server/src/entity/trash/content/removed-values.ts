import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import type { Model } from '../../model/model.ts'
import { type KeptField as FieldNote, keptFields } from '../../reading/kept-fields.ts'
import { column } from '../../tables/plan.ts'
import type { StoredRow } from '../../tables/rows.ts'
import type { KeptField, RemovedField, RemovedValues } from './kept.ts'

/**
 * Takes the values of a record that goes to the trash out of its removed fields, since the record is not there when the
 * fields come back (reference: metadata, Removed fields). `row` is locked.
 */
export async function takeRemovedValues(
  engine: Engine,
  tx: Tx,
  model: Model,
  row: Readonly<StoredRow>,
): Promise<RemovedValues> {
  const notes = await keptFields(engine, tx, model)
  return {
    columns: await columnsOf(engine, tx, { model, row, notes }),
    tables: await rowsOf(engine, tx, { model, row, notes }),
  }
}

interface Place {
  model: Model
  row: Readonly<StoredRow>
  notes: readonly FieldNote[]
}

async function columnsOf(engine: Engine, tx: Tx, { model, row, notes }: Place): Promise<RemovedValues['columns']> {
  const withColumn = notes.filter(({ column_name }) => column_name !== '')
  if (withColumn.length === 0) return []
  const names = sql.join(withColumn.map(({ column_name }) => column(column_name)))
  const stored = await tx.get(
    sql<StoredRow>`select ${names} from ${sql.table(model.table.name)} where rid = ${row.rid}`,
  )
  return withColumn.flatMap((note) => {
    const value = stored?.[note.column_name] ?? null
    const removed = removedField(note)
    return value === null ? [] : [{ ...removed, value, isSecret: isSecret(engine, removed.field) }]
  })
}

async function rowsOf(engine: Engine, tx: Tx, { model, row, notes }: Place): Promise<RemovedValues['tables']> {
  const tables: RemovedValues['tables'] = []
  for (const note of notes) {
    const child = note.row_table === null ? undefined : engine.models.byTable(note.row_table)
    if (!child || note.row_field === null) continue
    const rows = await engine.rows(child).children(tx, model.id, String(row.id), note.row_field)
    for (const { rid } of rows) await engine.rows(child).remove(tx, Number(rid))
    if (rows.length > 0) tables.push({ ...removedField(note), child, rows })
  }
  return tables
}

function removedField(note: FieldNote): RemovedField {
  const { id, label, fieldtype, options, permlevel } = JSON.parse(note.field) as StoredRow
  const { fieldname } = note
  return {
    key: String(id ?? fieldname),
    field: {
      fieldname,
      label: String(label ?? fieldname),
      fieldtype: String(fieldtype),
      options: options == null ? null : String(options),
      permlevel: permlevel === 1 ? 1 : 0,
    },
  }
}

const isSecret = (engine: Engine, { fieldtype }: KeptField) => engine.types.get(fieldtype)?.kind === 'secret'
