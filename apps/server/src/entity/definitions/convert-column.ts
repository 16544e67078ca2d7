import { setImmediate as turn } from 'node:timers/promises'
import { fold } from '@tavla/fields/server'
import { type Sql, sql } from '../../store/sql.ts'
import type { Reader, SqlValue, Tx } from '../../store/store.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { column, or, Plan, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { dropFormer, type FormerColumn } from './former-columns.ts'
import { converterFor } from './losses.ts'
import type { DefinitionWrite } from './retire.ts'

/** A column whose values are put into the column of a field. */
export interface Conversion {
  /** Column with the values. */
  from: string
  to: Field
  was: StoredRow
  row: StoredRow
  /** Column for what becomes of them; then `from` stays, so that the change can be taken back. */
  made?: string | undefined
  /** Values of an earlier time, which come back where a value is still what was made of them. */
  former?: FormerColumn | undefined
}

/** Puts the converted values into the column of the field; both exist. */
export async function convertColumn(write: DefinitionWrite, model: Model, conversion: Conversion): Promise<void> {
  const { engine, tx } = write
  const { from, to, was, row, made, former } = conversion
  const { dialect } = engine.store
  const table = model.table.name
  const convert = converterFor(engine, tx, was, row)
  // Links among the former values may lead nowhere by now.
  const fitting = converterFor(engine, tx, row, row)
  const columns = model.table.columns.filter(({ name }) => name === to.column || name === to.fold)
  const kind = columns.find(({ name }) => name === to.column)?.kind ?? 'text'
  if (blankOf(to) === 0) {
    const blank = [to.column, ...(made ? [made] : [])].map((name) => sql`${column(name)} = 0`)
    await updateAll(tx, table, blank)
  }
  for await (const rows of heldValues(tx, table, from, former)) {
    const converted: SqlValue[][] = []
    for (const one of rows) {
      const isUntouched = former !== undefined && one.value === one.made
      const [stored, through] = isUntouched ? [one.former, fitting] : [one.value, convert]
      const value = (stored === null ? null : (await through(stored)).value) ?? blankOf(to)
      const folded = typeof value === 'string' ? fold(value) : value
      converted.push([one.rid, ...columns.map(({ name }) => (name === to.column ? value : folded)), value])
    }
    await dialect.setRows(tx, table, made ? [...columns, { name: made, kind }] : columns, converted)
    await turn()
  }
  if (!made) await dialect.dropColumn(tx, table, from)
  if (former) await dropFormer(write, model, former)
}

type Value = string | number | null

interface HeldRow {
  rid: number
  value: Value
  former: Value
  made: Value
}

/** Every row with a value in the column, or in the one of former values, in batches along `rid`. */
async function* heldValues(reader: Reader, table: string, from: string, former?: FormerColumn) {
  const names = former ? [from, former.column, former.made] : [from]
  const [value, then = sql`null`, made = sql`null`] = names.map(column)
  const isHeld = or(names.slice(0, 2).map((name) => sql`${column(name)} is not null`))
  const plan = new Plan(sql`select rid, ${value} as value, ${then} as former, ${made} as made from ${sql.table(table)}
      where rid > ${new Slot(0)} and ${isHeld} order by rid limit ${sql.lit(readBatch)}`)
  for (let last = 0; ; ) {
    const rows = await reader.all<HeldRow>(plan.with([last]))
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.rid ?? last
  }
}

/** Sets the same values in all rows, a few thousand at a time, so that reads run in between. */
async function updateAll(tx: Tx, name: string, sets: readonly Sql[]): Promise<void> {
  const table = sql.table(name)
  const page = sql`select rid from ${table} where rid > ${new Slot(0)} order by rid limit ${sql.lit(updateBatch)}`
  const next = new Plan(sql`select max(rid) as rid from (${page}) as page`)
  const update = new Plan(
    sql`update ${table} set ${sql.join(sets)} where rid > ${new Slot(0)} and rid <= ${new Slot(1)}`,
  )
  for (let after = 0; ; ) {
    const until = (await tx.get<{ rid: number | null }>(next.with([after])))?.rid
    if (until === null || until === undefined) return
    await tx.run(update.with([after, until]))
    after = until
    await turn()
  }
}

const readBatch = 1_000
const updateBatch = 5_000

/** The value of a field in which nothing was entered. */
export const blankOf = (field: Field) =>
  field.kind === 'flag' || field.kind === 'integer' || field.kind === 'decimal' ? 0 : null
