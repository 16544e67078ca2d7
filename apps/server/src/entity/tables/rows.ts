import { fold } from '@tavla/fields/server'
import type { Dialect } from '../../store/dialect.ts'
import { type Sql, sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Vault } from '../secrets/vault.ts'
import { column, Plan, Slot } from './plan.ts'

/** A stored record or table row, keyed by fieldname, with system columns but without Table fields. */
export type StoredRow = Record<string, string | number | null>

/** The rows of a record's table fields, by fieldname. */
export type StoredTables = Record<string, StoredRow[]>

/** Finds a record by the unique index on its folded id; the exact spelling decides among the matches. */
export const isRecord = (id: unknown, folded: unknown): Sql<boolean> => sql<boolean>`id_fold = ${folded} and id = ${id}`

const recordColumns = ['id', 'owner', 'creation', 'modified', 'modified_by'] as const
const childColumns = ['id', 'idx', 'parent', 'parent_entity', 'parent_field'] as const

/** The statements on one compiled model's rows, printed on first use. */
export class Rows {
  readonly #model: Model
  readonly #dialect: Dialect
  readonly #vault: Vault | undefined
  readonly #plans = new Map<string, Plan>()
  /** Fields of every row, by name, with their columns. */
  readonly #system: ReadonlyMap<string, string>

  /** Without a vault, rows with secrets can't be written. */
  constructor(model: Model, dialect: Dialect, vault?: Vault) {
    this.#model = model
    this.#dialect = dialect
    this.#vault = vault
    const names: readonly string[] = model.kind === 'Table' ? childColumns : recordColumns
    this.#system = new Map(names.map((name) => [name, model.byName.get(name)?.column ?? name]))
  }

  /** The row with this id, and its `rid`. */
  byId(reader: Reader, id: string): Promise<(StoredRow & { rid: number }) | undefined> {
    return reader.get(this.#plan('by id', () => sql`${this.#selectAll()} where ${this.#idIs()}`).with([id, fold(id)]))
  }

  /** As `byId`, locked against other writers until the transaction ends. */
  byIdLocked(tx: Tx, id: string): Promise<(StoredRow & { rid: number }) | undefined> {
    const build = () => sql`${this.#selectAll()} where ${this.#idIs()} ${this.#dialect.lockRow}`
    return tx.get(this.#plan('by id locked', build).with([id, fold(id)]))
  }

  /** The id in its stored spelling, when a record has it in any case (reference: metadata, Ids and names). */
  async takenId(reader: Reader, id: string): Promise<string | undefined> {
    const build = () => sql`select id from ${this.#table()} where id_fold = ${new Slot(0)}`
    const row = await reader.get<{ id: string }>(this.#plan('taken id', build).with([fold(id)]))
    return row?.id
  }

  async exists(reader: Reader, id: string): Promise<boolean> {
    const build = () => sql`select 1 as found from ${this.#table()} where ${this.#idIs()}`
    return (await reader.get(this.#plan('exists', build).with([id, fold(id)]))) !== undefined
  }

  /** Every row by its id, of an entity that has few. */
  all(reader: Reader): Promise<StoredRow[]> {
    return reader.all(this.#plan('all', () => sql`${this.#selectAll()} order by id`).with([]))
  }

  async count(reader: Reader): Promise<number> {
    const build = () => sql`select count(*) as n from ${this.#table()}`
    return Number((await reader.get<{ n: number }>(this.#plan('count', build).with([])))?.n ?? 0)
  }

  /** Table rows of one field of one record, in order. */
  children(reader: Reader, parentEntity: string, parent: string, parentField: string): Promise<StoredRow[]> {
    const build = () =>
      sql`${this.#selectAll()} where parent = ${new Slot(0)} and parent_entity = ${new Slot(1)} and parent_field = ${new Slot(2)} order by idx`
    return reader.all(this.#plan('children', build).with([parent, parentEntity, parentField]))
  }

  /** Table rows of one field of several records, each record's in order. */
  childrenOf(
    reader: Reader,
    parentEntity: string,
    parents: readonly string[],
    parentField: string,
  ): Promise<StoredRow[]> {
    const build = () => {
      const ofThem = this.#dialect.isOneOf(column('parent'), new Slot(0), 'text')
      return sql`${this.#selectAll()} where ${ofThem} and parent_entity = ${new Slot(1)} and parent_field = ${new Slot(2)} order by parent, idx`
    }
    const values = [this.#dialect.listParam(parents), parentEntity, parentField]
    return reader.all(this.#plan('children of several', build).with(values))
  }

  async insert(tx: Tx, row: StoredRow): Promise<void> {
    const fields = this.#model.stored
    const plan = this.#plan('insert', () => {
      const names = [...this.#own([...this.#system.keys()]), ...this.#foldOfId(), ...fields.flatMap(columnsOf)]
      const slots = sql.join(names.map((_, index) => sql`${new Slot(index)}`))
      return sql`insert into ${this.#table()} (${sql.join(names.map(column))}) values (${slots})`
    })
    const values: unknown[] = this.#own([...this.#system.keys()]).map((name) => row[name] ?? null)
    if (this.#model.kind !== 'Table') values.push(fold(String(row.id)))
    for (const field of fields) pushField(values, field, this.#valueOf(field, row))
    await tx.insert(plan.with(values))
  }

  /** Writes the changed fields (and `modified`, `modified_by`) of the row; `row` is the whole row after the change. */
  async update(tx: Tx, rid: number, row: StoredRow, changed: readonly Field[]): Promise<void> {
    const system = this.#own(this.#model.kind === 'Table' ? ['idx'] : ['modified', 'modified_by'])
    const plan = this.#plan(`update ${changed.map((field) => field.name).join()}`, () => {
      const names = [...system, ...changed.flatMap(columnsOf)]
      const sets = names.map((name, index) => sql`${column(name)} = ${new Slot(index)}`)
      return sql`update ${this.#table()} set ${sql.join(sets)} where rid = ${new Slot(names.length)}`
    })
    const values: unknown[] = system.map((name) => row[name] ?? null)
    for (const field of changed) pushField(values, field, this.#valueOf(field, row))
    await tx.run(plan.with([...values, rid]))
  }

  async remove(tx: Tx, rid: number): Promise<void> {
    await tx.run(this.#plan('delete', () => sql`delete from ${this.#table()} where rid = ${new Slot(0)}`).with([rid]))
  }

  /** A secret is sealed for its row. */
  #valueOf(field: Field, row: StoredRow): string | number | null {
    const value = row[field.name] ?? null
    if (field.kind !== 'secret' || typeof value !== 'string') return value
    if (!this.#vault) throw new Error(`${this.#model.id} holds secrets, and there is no vault`)
    return this.#vault.bind(value, { table: this.#model.table.name, id: String(row.id), column: field.column })
  }

  #plan(shape: string, build: () => Sql): Plan {
    let plan = this.#plans.get(shape)
    if (!plan) {
      plan = new Plan(build())
      this.#plans.set(shape, plan)
    }
    return plan
  }

  #table() {
    return sql.table(this.#model.table.name)
  }

  /** The system fields that have a column of their own. */
  #own(names: readonly string[]): string[] {
    return names.filter((name) => this.#system.get(name) === name)
  }

  #foldOfId(): string[] {
    return this.#model.kind === 'Table' ? [] : ['id_fold']
  }

  #idIs() {
    return this.#model.kind === 'Table' ? sql`id = ${new Slot(0)}` : isRecord(new Slot(0), new Slot(1))
  }

  #selectAll() {
    const stored = this.#model.stored.map((field) => [field.name, field.column] as const)
    const columns = [...this.#system, ...stored].map(([name, from]) => sql`${column(from)} as ${sql.id(name)}`)
    return sql`select rid, ${sql.join(columns)} from ${this.#table()}`
  }
}

function columnsOf(field: Field): string[] {
  return field.fold ? [field.column, field.fold] : [field.column]
}

function pushField(values: unknown[], field: Field, value: string | number | null): void {
  values.push(value)
  if (field.fold) values.push(typeof value === 'string' ? fold(value) : value)
}
