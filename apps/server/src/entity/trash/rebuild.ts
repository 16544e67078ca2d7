import type { Message } from '@tavla/contract'
import type { Reader } from '../../store/store.ts'
import { fillOf } from '../definitions/apply.ts'
import { conversionFor, converterFor } from '../definitions/losses.ts'
import type { Engine } from '../engine.ts'
import { type Field, fieldKey } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Models } from '../model/models.ts'
import { type KeptField as FieldNote, keptFields } from '../reading/kept-fields.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { KeptField, KeptPart, KeptRow, KeptRows, KeptValue } from './content/kept.ts'

/** A value or a row that does not come back. `field` is that of its record, for the permission of who hears of it. */
export interface Loss {
  model: Model
  id: string
  fieldname: string
  permlevel: 0 | 1
  reason: 'gone' | 'definition' | 'invalid'
  message: Message
}

/** The entity types that a restore knows: those of the site, and the one that it brings back. */
export type KnownModels = Pick<Models, 'get' | 'byTable'>

/** A record as it was, under the definition of now. */
export interface RebuiltRecord {
  model: Model
  isMain: boolean
  row: StoredRow
  tables: StoredTables
  /** The fields with secrets, and the ids of these in the trash; `row` and `tables` don't hold their values. */
  secrets: { row: StoredRow; model: Model; field: Field; secret: string }[]
  /** Values of fields that are removed now; they go where those of the other records are kept. */
  removed: {
    columns: { column: string; value: string | number }[]
    rows: { child: Model; row: StoredRow; under: string }[]
  }
}

/**
 * Rebuilds the records of a Trash Item: a renamed field keeps its value, a retyped one is converted, the
 * value of a removed one is kept with those of the other records while the field can come back, and a new one gets its
 * default (reference: http-api, Trash). The main record comes first.
 */
export class Rebuilding {
  readonly losses: Loss[] = []
  readonly #engine: Engine
  readonly #reader: Reader
  readonly #models: KnownModels
  readonly #records = new Map<string, RebuiltRecord>()
  readonly #told = new Set<string>()
  readonly #notes = new Map<Model, Promise<FieldNote[]>>()

  constructor(engine: Engine, reader: Reader, models: KnownModels = engine.models) {
    this.#engine = engine
    this.#reader = reader
    this.#models = models
  }

  async records(parts: readonly KeptPart[]): Promise<RebuiltRecord[]> {
    const ofRows = parts.filter((part): part is KeptRows => 'fields' in part)
    for (const part of ofRows.filter(({ kind }) => kind !== 'row')) await this.#addRecords(part)
    for (const part of ofRows.filter(({ kind }) => kind === 'row')) await this.#addRows(part)
    for (const { model, tables } of this.#records.values()) {
      for (const { name } of model.tables) tables[name]?.sort((one, two) => Number(one.idx) - Number(two.idx))
    }
    return [...this.#records.values()].sort((one, two) => Number(two.isMain) - Number(one.isMain))
  }

  async #addRecords(part: KeptRows): Promise<void> {
    const model = this.#models.byTable(part.table)
    if (!model) return
    for (const kept of part.rows) {
      const record: RebuiltRecord = {
        model,
        isMain: part.kind === 'main',
        row: { id: kept.id, ...kept.columns },
        tables: Object.fromEntries(model.tables.map(({ name }) => [name, []])),
        secrets: [],
        removed: { columns: [], rows: [] },
      }
      this.#records.set(recordKey(part.table, kept.id), record)
      await this.#fill(record, record.row, model, part, kept)
    }
  }

  async #addRows(part: KeptRows): Promise<void> {
    const child = this.#models.byTable(part.table)
    for (const kept of part.rows) {
      const { parent, idx = null } = kept.columns
      const record = this.#records.get(recordKey(kept.under?.table ?? '', String(parent)))
      if (!record) continue
      const field = record.model.tables.find((one) => fieldKey(one) === kept.under?.field)
      const row: StoredRow = { id: kept.id, idx }
      const notes = await this.#removedOf(record.model)
      const note = notes.find((one) => idIn(one) === kept.under?.field && one.row_table === part.table)
      if (child && field?.rule.options === child.id) record.tables[field.name]?.push(row)
      else {
        const name = note?.fieldname ?? child?.id ?? part.table
        this.#lose(record, { fieldname: name, label: name, permlevel: 0 })
        if (!child || !note?.row_field) continue
        record.removed.rows.push({ child, row, under: note.row_field })
      }
      await this.#fill(record, row, child, part, kept)
    }
  }

  async #fill(record: RebuiltRecord, row: StoredRow, model: Model, part: KeptRows, kept: KeptRow): Promise<void> {
    for (const field of model.stored) {
      const key = fieldKey(field)
      const was = part.fields[key]
      const value = kept.values[key] ?? null
      if (!was) row[field.name] = fillOf(this.#engine, field)
      else row[field.name] = await this.#valueOf(record, { field, was, value, row, kept, model })
    }
    const known = new Set(model.fields.map(fieldKey))
    for (const [key, value] of Object.entries(kept.values)) {
      const was = part.fields[key]
      if (!was || known.has(key)) continue
      const note = model === record.model ? await this.#removedAs(model, key, was) : undefined
      const isPlain = value !== null && typeof value !== 'object'
      if (note && isPlain) record.removed.columns.push({ column: note.column_name, value })
      // The record is shown without it all the same.
      this.#lose(record, was)
    }
  }

  /** The removed field that these values belong to, while it can come back with the type that they have. */
  async #removedAs(model: Model, key: string, was: KeptField): Promise<FieldNote | undefined> {
    const notes = await this.#removedOf(model)
    const isIt = (note: FieldNote) =>
      idIn(note) === key && (JSON.parse(note.field) as StoredRow).fieldtype === was.fieldtype
    return notes.find((note) => note.column_name !== '' && isIt(note))
  }

  #removedOf(model: Model): Promise<FieldNote[]> {
    const known = this.#notes.get(model) ?? keptFields(this.#engine, this.#reader, model)
    this.#notes.set(model, known)
    return known
  }

  /** The value under the field's type of now. */
  async #valueOf(record: RebuiltRecord, { field, was, value, row, kept, model }: OneValue): Promise<StoredRow[string]> {
    if (value === null) return null
    if (typeof value === 'object') {
      if (field.kind === 'secret') record.secrets.push({ row, model, field, secret: value.secret })
      else this.#lose(record, was)
      return null
    }
    if (field.kind === 'secret') return null
    const named = this.#entityNamed(field, kept, value)
    if (was.fieldtype === field.rule.fieldtype) return named
    const [from, to] = [{ ...was }, { ...field.rule }] as [StoredRow, StoredRow]
    const isPossible = conversionFor(this.#engine, from, to).rule !== 'no'
    const converted = isPossible ? await converterFor(this.#engine, this.#reader, from, to)(named ?? '') : undefined
    if (!converted || converted.lost) this.#lose(record, { ...was, fieldname: field.name, permlevel: field.permlevel })
    return converted?.value ?? null
  }

  /** An entity that was renamed since is named by its name of now. */
  #entityNamed(field: Field, kept: KeptRow, value: string | number): string | number {
    const table = field.rule.options === 'Entity' ? kept.entities?.[String(value)] : undefined
    return (table && this.#models.byTable(table)?.id) ?? value
  }

  #lose({ model, row }: RebuiltRecord, { fieldname, label, permlevel }: LostField): void {
    const message = { text: '{0} has another definition now.', args: [{ translate: label }] }
    const loss: Loss = { model, id: String(row.id), fieldname, permlevel, reason: 'definition', message }
    // A field of table rows is lost once, however many rows had it.
    const key = JSON.stringify([model.id, loss.id, fieldname])
    if (!this.#told.has(key)) this.losses.push(loss)
    this.#told.add(key)
  }
}

/** The id of the removed field's row. */
const idIn = ({ field, fieldname }: FieldNote): string => String((JSON.parse(field) as StoredRow).id ?? fieldname)

type LostField = Pick<KeptField, 'fieldname' | 'label' | 'permlevel'>

interface OneValue {
  field: Field
  was: KeptField
  value: KeptValue
  row: StoredRow
  kept: KeptRow
  model: Model
}

export const recordKey = (table: string, id: string): string => JSON.stringify([table, id])
