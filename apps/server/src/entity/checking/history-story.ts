import type { VersionData } from '@tavla/contract'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Boundaries } from './history-boundaries.ts'
import type { Renames } from './history-renames.ts'

/** A Version as stored. */
export interface StoredVersion {
  ref_id: string
  action: string
  at: string
  data: string | null
}

/** A story is judged by these. */
export interface StoryRules {
  model: Model
  /** Fields whose every change writes a Version. */
  fields: ReadonlySet<Field>
  /** The entity of each Table field's rows, by fieldname. */
  children: ReadonlyMap<string, Model>
  boundaries: Boundaries
  renames: Renames
}

interface KnownRow {
  /** Null: removed. */
  row: Readonly<Record<string, unknown>> | null
  at: string
}

/** The state of one record by its Versions, which are added oldest first. */
export class RecordStory {
  readonly #rules: StoryRules
  readonly #values = new Map<string, unknown>()
  readonly #rows = new Map<string, Map<string, KnownRow>>()
  #createdAt = ''
  /** A Version begins with another value than the one before ended with: one is missing. */
  hasGap = false

  constructor(rules: StoryRules) {
    this.#rules = rules
  }

  /** Whether it begins with the creation. */
  get isWhole(): boolean {
    return this.#createdAt !== ''
  }

  add({ action, at, data }: StoredVersion): void {
    if (action === 'Created' || action === 'Deleted') {
      this.#values.clear()
      this.#rows.clear()
      this.#createdAt = action === 'Created' ? at : ''
      if (action === 'Deleted') return
    }
    const { changed = [], added = [], removed = [] } = JSON.parse(data ?? '{}') as Partial<VersionData>
    for (const [name, before, after] of changed) {
      if (at <= this.#rules.boundaries.of(this.#rules.model.id, name)) continue
      if (this.#rules.children.has(name)) this.#addRow(name, before, after, at)
      else this.#addValue(name, before, after)
    }
    for (const [table, row] of added) this.#addRow(table, null, row, at)
    for (const [table, row] of removed) this.#addRow(table, row, null, at)
  }

  /** Whether the record is as its Versions left it. `tables` are its rows, by Table field. */
  fits(row: Readonly<StoredRow>, tables: ReadonlyMap<string, readonly StoredRow[]>): boolean {
    return (
      [...this.#rules.fields].every((field) => this.#fitsValue(row, field)) &&
      [...this.#rules.children].every(([name, child]) => this.#fitsRows(name, child, tables.get(name) ?? []))
    )
  }

  #addValue(name: string, before: unknown, after: unknown): void {
    const { model, fields } = this.#rules
    const field = model.byName.get(name)
    if (!field || !fields.has(field)) return
    if (this.#values.has(name) && !this.#isSame(model, field, this.#values.get(name), before)) this.hasGap = true
    this.#values.set(name, after ?? null)
  }

  #addRow(table: string, before: unknown, after: unknown, at: string): void {
    const { model, children, boundaries } = this.#rules
    if (!children.has(table) || at <= boundaries.of(model.id, table)) return
    const id = String(((after ?? before) as { id?: unknown }).id)
    const rows = this.#rows.get(table) ?? new Map<string, KnownRow>()
    this.#rows.set(table, rows)
    const known = rows.get(id)
    if (known && (known.row === null) !== (before === null)) this.hasGap = true
    rows.set(id, { row: after as KnownRow['row'], at })
  }

  #fitsValue(row: Readonly<StoredRow>, field: Field): boolean {
    const { model, boundaries } = this.#rules
    const value = row[field.name] ?? null
    if (this.#values.has(field.name))
      return this.#isSame(model, field, this.#values.get(field.name), inVersion(field, value))
    const since = [boundaries.of(model.id, field.name), boundaries.installed(model.id)]
    // A creation names every field that is not blank.
    return value === null || !this.isWhole || since.some((at) => this.#createdAt <= at)
  }

  #fitsRows(table: string, child: Model, rows: readonly StoredRow[]): boolean {
    const { model, boundaries } = this.#rules
    const known = this.#rows.get(table) ?? new Map<string, KnownRow>()
    const there = new Set(rows.map(({ id }) => String(id)))
    if ([...known].some(([id, { row }]) => (row !== null) !== there.has(id))) return false
    const isWhole = this.isWhole && this.#createdAt > boundaries.of(model.id, table)
    if (isWhole && rows.some(({ id }) => !known.has(String(id)))) return false
    return rows.every((row) => {
      const story = known.get(String(row.id))
      return !story?.row || this.#fitsRow(child, row, story.row, story.at)
    })
  }

  #fitsRow(child: Model, row: StoredRow, known: Readonly<Record<string, unknown>>, at: string): boolean {
    return child.stored.every((field) => {
      const isEvidence =
        field.kind !== 'secret' && !field.isDerived && at > this.#rules.boundaries.of(child.id, field.name)
      return !isEvidence || this.#isSame(child, field, known[field.name] ?? null, row[field.name] ?? null)
    })
  }

  /** Whether a value that was `known` may be `value` now: links follow renames, and are let go with their target. */
  #isSame(model: Model, field: Field, known: unknown, value: unknown): boolean {
    if ((known ?? null) === (value ?? null) || JSON.stringify(known) === JSON.stringify(value)) return true
    if (value === null) return model.links.some((link) => link === field || targetField(model, link) === field)
    // Definitions name entities in texts, too.
    const follows = field.type.links !== undefined || this.#rules.model.id === 'Entity'
    if (!follows || typeof known !== 'string' || typeof value !== 'string') return false
    return this.#rules.renames.lead(known, value)
  }
}

/** Versions keep JSON as values, the record keeps it as text. */
const inVersion = (field: Field, value: StoredRow[string]): unknown =>
  field.kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value
