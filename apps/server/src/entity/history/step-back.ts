import type { VersionData } from '@tavla/contract'
import { conversionFor } from '../definitions/losses.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { FormerFields, FormerNames } from '../reading/former-fields.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'

type Side = 'before' | 'after'

/** A Table field of today under the name that it had. */
interface TableOfThen {
  name: string
  child: Model
  rows: Map<unknown, StoredRow>
  fields: FormerFields
}

/**
 * A record that is brought to an earlier state, one version after the other. Each version sets the values that it names
 * and nothing else, so that a version may be applied twice.
 */
export class SteppingRecord {
  readonly row: StoredRow
  /** Fields whose values of that time are not known: secrets that were changed since, and values that no longer convert. */
  readonly unknown = new Set<string>()
  readonly #engine: Engine
  readonly #model: Model
  readonly #names: FormerNames
  readonly #rows = new Map<string, Map<unknown, StoredRow>>()

  constructor(engine: Engine, model: Model, names: FormerNames, row: Readonly<StoredRow>, tables: StoredTables) {
    this.#engine = engine
    this.#model = model
    this.#names = names
    this.row = { ...row }
    for (const { name } of model.tables) {
      this.#rows.set(name, new Map((tables[name] ?? []).map((one) => [one.id, one])))
    }
  }

  /** The rows of each Table field, in their order of then. */
  get tables(): StoredTables {
    const inOrder = (rows: Map<unknown, StoredRow>) => [...rows.values()].sort((a, b) => Number(a.idx) - Number(b.idx))
    return Object.fromEntries([...this.#rows].map(([name, rows]) => [name, inOrder(rows)]))
  }

  /** Sets what the version of this time changed to what it was on this side of it. */
  apply(data: Partial<VersionData>, at: string, side: Side): void {
    const which = side === 'before' ? 1 : 2
    for (const change of data.changed ?? []) this.#set(at, change[0], change[which])
    const [here, gone] = side === 'before' ? [data.removed, data.added] : [data.added, data.removed]
    for (const [name, row] of gone ?? []) this.#rowsAt(at, name)?.rows.delete(idOf(row))
    for (const [name, row] of here ?? []) this.#set(at, name, row)
  }

  #set(at: string, fieldname: string, value: unknown): void {
    const table = this.#rowsAt(at, fieldname)
    if (table) {
      const row = this.#rowOf(table, at, value)
      const place = { parent: this.row.id ?? null, parent_entity: this.#model.id, parent_field: table.name }
      table.rows.set(row.id, { ...row, ...place })
      return
    }
    const { name, was } = this.#names.own.at(at, fieldname) ?? {}
    const field = name === undefined ? undefined : this.#model.byName.get(name)
    if (!field || field.system || field.kind === 'table') return
    // The history holds JSON of the record itself as a value, and that of its rows as text.
    const stored = field.kind === 'json' && !was && value != null ? JSON.stringify(value) : value
    const known = knownValue(this.#engine, field, was, stored)
    if (known === undefined) this.unknown.add(field.name)
    else this.unknown.delete(field.name)
    this.row[field.name] = known ?? null
  }

  #rowsAt(at: string, fieldname: string): TableOfThen | undefined {
    const { name = '', was } = this.#names.own.at(at, fieldname) ?? {}
    const field = this.#model.byName.get(name)
    const child = field?.kind === 'table' ? this.#engine.models.get(field.rule.options ?? '') : undefined
    const [rows, fields] = [this.#rows.get(name), this.#names.rows.get(name)]
    return child && rows && fields && !was ? { name, child, rows, fields } : undefined
  }

  #rowOf({ name: table, child, fields }: TableOfThen, at: string, stored: unknown): StoredRow {
    const values = (stored ?? {}) as StoredRow
    const row: StoredRow = { id: values.id ?? null, idx: values.idx ?? null }
    for (const field of child.stored) row[field.name] = blankOf(field)
    for (const [key, value] of Object.entries(values)) {
      const { name, was } = fields.at(at, key) ?? {}
      const field = name === undefined ? undefined : child.byName.get(name)
      if (!field) continue
      const known = value === null ? null : knownValue(this.#engine, field, was, value)
      row[field.name] = known ?? blankOf(field)
      if (known === undefined) this.unknown.add(`${table}/${row.id}/${field.name}`)
    }
    return row
  }
}

const idOf = (row: unknown) => (row as StoredRow).id

const blankOf = ({ kind }: Field) => (kind === 'flag' || kind === 'integer' || kind === 'decimal' ? 0 : null)

/** A value of the history in the form in which the field stores it; undefined when that is not known. */
function knownValue(
  engine: Engine,
  field: Field,
  was: StoredRow | undefined,
  value: unknown,
): StoredRow[string] | undefined {
  if (field.kind === 'secret') return undefined
  if (was) return converted(engine, field, was, value)
  if (value === null || value === undefined) return null
  if (field.kind === 'json' && !isJson(value)) return undefined
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function converted(engine: Engine, field: Field, was: StoredRow, value: unknown): StoredRow[string] | undefined {
  if (value === null || value === undefined) return null
  const row = { ...field.definition } as unknown as StoredRow
  const conversion = conversionFor(engine, was, row)
  if (conversion.rule === 'no') return undefined
  const text = typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
  const { value: known, lost } = conversion.convert(text)
  return lost ? undefined : known
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text))
    return true
  } catch {
    return false
  }
}
