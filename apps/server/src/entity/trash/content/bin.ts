import type { Tx } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import { type Field, fieldKey } from '../../model/field.ts'
import { type Model, targetField } from '../../model/model.ts'
import type { IncomingLink } from '../../model/models.ts'
import { secretPlace, systemPlace } from '../../secrets/secret-values.ts'
import type { SecretPlace } from '../../secrets/vault.ts'
import type { StoredRow } from '../../tables/rows.ts'
import type { Bin, Leaving } from '../../types.ts'
import type { KeptField, KeptPart, KeptRow, KeptRows, KeptTable, LetGo, RemovedValues } from './kept.ts'
import { trashTables } from './tables.ts'

/** Rows in one stored part: the text of a part stays short, whatever was deleted. */
const rowsPerPart = 200

interface KeptKey {
  table: string
  record: string
  field: string
  value: string
}

/**
 * Collects what one deletion takes away, in the order in which it goes, and writes it to the trash at the end of the
 * same transaction (reference: http-api, Trash).
 */
export class TrashBin implements Bin {
  readonly item: string
  readonly #rows = new Map<string, KeptRows>()
  readonly #links = new Map<string, LetGo>()
  readonly #tables: KeptTable[] = []
  readonly #keys: KeptKey[] = []
  readonly #secrets: { id: string; value: string }[] = []
  /** Numbers of records that went with the main one, by entity; those of others that went are not counted. */
  readonly #counts = new Map<string, number>()

  constructor(item: string) {
    this.item = item
  }

  add(engine: Engine, model: Model, { row, tables, removed }: Leaving, kind: 'main' | 'record'): void {
    const columns = model.kind === 'Table' ? [...rowColumns, 'parent_entity', 'parent_field'] : recordColumns
    const kept = this.#kept(engine, model, row, columns)
    this.#partOf(model, kind).rows.push(kept)
    if (removed) this.#addRemoved(engine, model, { kept, removed, kind })
    for (const name of engine.behaviours.get(model.id)?.foundInTrashBy ?? []) this.#addKey(model, row, name)
    for (const field of model.tables) {
      const child = engine.models.get(field.rule.options ?? '')
      if (!child) continue
      const part = this.#partOf(child, 'row')
      const under = { table: model.table.name, field: fieldKey(field) }
      for (const item of tables[field.name] ?? [])
        part.rows.push({ ...this.#kept(engine, child, item, rowColumns), under })
    }
  }

  /** Adds the values of removed fields, by the ids of their rows. */
  #addRemoved(
    engine: Engine,
    model: Model,
    { kept, removed, kind }: { kept: KeptRow; removed: RemovedValues; kind: KeptRows['kind'] },
  ): void {
    const part = this.#partOf(model, kind)
    for (const { key, field, value, isSecret } of removed.columns) {
      // A secret stays bound to the column that the field had.
      const place = { table: model.table.name, id: kept.id, column: `c_${field.fieldname}` }
      const secret = isSecret ? this.#keepSecret(engine, place, String(value)) : undefined
      if (isSecret && secret === undefined) continue
      part.fields[key] = field
      kept.values[key] = secret === undefined ? value : { secret }
    }
    for (const { key, child, rows } of removed.tables) {
      const under = { table: model.table.name, field: key }
      const ofChild = this.#partOf(child, 'row')
      for (const item of rows) ofChild.rows.push({ ...this.#kept(engine, child, item, rowColumns), under })
    }
  }

  count(entity: string): void {
    this.#counts.set(entity, this.countOf(entity) + 1)
  }

  countOf(entity: string): number {
    return this.#counts.get(entity) ?? 0
  }

  letGo(link: IncomingLink, target: Model, rows: readonly (readonly [id: string, target: string])[]): void {
    const table = link.model.table.name
    const field = fieldKey(link.field)
    const naming = targetField(link.model, link.field)
    const key = JSON.stringify([table, field, target.table.name])
    let part = this.#links.get(key)
    if (!part) {
      part = { kind: 'links', table, field, target: target.table.name, rows: [] }
      if (naming && !naming.system) part.naming = fieldKey(naming)
      this.#links.set(key, part)
    }
    for (const [id, to] of rows) part.rows.push([id, to])
  }

  addTable(table: KeptTable): void {
    this.#tables.push(table)
  }

  /** The collected rows, for a reader that keeps them elsewhere, and the plain texts of their secrets by their ids. */
  content(engine: Engine): { parts: KeptPart[]; secrets: Record<string, string> } {
    const plain = ({ id, value }: { id: string; value: string }) =>
      engine.vault.open(value, systemPlace('trash_secret', id))
    return {
      parts: [...this.#rows.values()],
      secrets: Object.fromEntries(this.#secrets.map((secret) => [secret.id, plain(secret)])),
    }
  }

  async write(tx: Tx): Promise<void> {
    const { addContent, addKey, addSecret } = trashTables
    for (const part of [...this.#rows.values(), ...this.#links.values()]) {
      for (let from = 0; from < part.rows.length; from += rowsPerPart) {
        const data = JSON.stringify({ ...part, rows: part.rows.slice(from, from + rowsPerPart) })
        await tx.run(addContent.with([this.item, part.kind, part.table, data]))
      }
    }
    for (const part of this.#tables) {
      await tx.run(addContent.with([this.item, part.kind, part.table, JSON.stringify(part)]))
    }
    for (const { table, record, field, value } of this.#keys) {
      await tx.run(addKey.with([this.item, table, record, field, value]))
    }
    for (const { id, value } of this.#secrets) await tx.run(addSecret.with([id, this.item, value]))
  }

  #partOf(model: Model, kind: KeptRows['kind']): KeptRows {
    const key = JSON.stringify([kind, model.table.name])
    let part = this.#rows.get(key)
    if (!part) {
      part = { kind, table: model.table.name, fields: fieldsOf(model), rows: [] }
      this.#rows.set(key, part)
    }
    return part
  }

  #kept(engine: Engine, model: Model, row: StoredRow, columns: readonly string[]): KeptRow {
    const kept: KeptRow = {
      id: String(row.id),
      columns: Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
      values: {},
    }
    for (const field of model.stored) {
      const value = row[field.name] ?? null
      if (value === null) continue
      if (field.kind === 'secret') {
        const secret = this.#keepSecret(engine, secretPlace(model, field, String(row.id)), String(value))
        if (secret !== undefined) kept.values[fieldKey(field)] = { secret }
      } else kept.values[fieldKey(field)] = value
      if (field.type.links === 'options' && field.rule.options === 'Entity') nameEntity(engine, kept, String(value))
    }
    return kept
  }

  /** Seals it for its place in the trash. A secret that can't be opened was unreadable before, and is left out. */
  #keepSecret(engine: Engine, from: SecretPlace, sealed: string): string | undefined {
    const id = `${this.item}.${this.#secrets.length + 1}`
    try {
      const text = engine.vault.open(sealed, from)
      this.#secrets.push({ id, value: engine.vault.seal(text, systemPlace('trash_secret', id)) })
      return id
    } catch {
      return undefined
    }
  }

  #addKey(model: Model, row: StoredRow, name: string): void {
    const field = model.byName.get(name)
    const value = row[name]
    if (!field || typeof value !== 'string') return
    this.#keys.push({ table: model.table.name, record: String(row.id), field: fieldKey(field), value })
  }
}

const recordColumns = ['owner', 'creation', 'modified', 'modified_by'] as const
const rowColumns = ['idx', 'parent'] as const

const fieldsOf = (model: Model): Record<string, KeptField> =>
  Object.fromEntries(model.fields.filter((field) => !field.system).map((field) => [fieldKey(field), keptField(field)]))

function keptField({ name, permlevel, rule }: Field): KeptField {
  return { fieldname: name, label: rule.label, fieldtype: rule.fieldtype, options: rule.options, permlevel }
}

function nameEntity(engine: Engine, kept: KeptRow, entity: string): void {
  const table = engine.models.definition(entity)?.table
  if (table === undefined) return
  kept.entities ??= {}
  kept.entities[entity] = table
}
