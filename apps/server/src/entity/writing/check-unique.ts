import { alreadyExists, notUnique, type Problem } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { type Sql, sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Problems } from './problems.ts'

const uniquePlans = new Plans()

interface UniqueCheck {
  engine: Engine
  tx: Tx
  model: Model
  problems: Problems
}

/**
 * Reports each unique value that another record already has, ignoring case; blank values are allowed (reference:
 * metadata, Ids and names).
 */
export async function checkUnique(
  checking: UniqueCheck,
  row: Readonly<StoredRow>,
  before: Readonly<StoredRow> | null,
): Promise<void> {
  const { model, problems } = checking
  for (const field of model.stored) {
    const value = row[field.name]
    if (!field.meta.unique || value === null || value === undefined || value === before?.[field.name]) continue
    const looked = field.fold ? fold(String(value)) : value
    const same = sql`${column(field.fold || field.column)} = ${new Slot(1)}`
    if (await anotherHas(checking, { shape: field.name, same, values: [row.id, looked] })) {
      noteTaken(field, String(value), problems)
    }
  }
  for (const fields of model.uniqueTogether) await checkTogether(checking, fields, row, before)
}

/** Maps a unique-index violation to the error that the earlier check reports. */
export function takenProblem(model: Model, row: Readonly<StoredRow>, columns: readonly string[]): Problem {
  const field = model.stored.find((one) => columns.includes(one.fold || one.column))
  if (!field) return alreadyExists(model.id, String(row.id))
  return notUnique(field.name, field.rule.label, String(row[field.name] ?? ''))
}

async function checkTogether(
  checking: UniqueCheck,
  fields: readonly Field[],
  row: Readonly<StoredRow>,
  before: Readonly<StoredRow> | null,
): Promise<void> {
  const [first] = fields
  if (!first || (before && fields.every((field) => before[field.name] === row[field.name]))) return
  const blanks = fields.map((field) => (row[field.name] == null ? '0' : '1')).join('')
  const same = fields.map((field, index) =>
    row[field.name] == null
      ? sql`${column(field.column)} is null`
      : sql`${column(field.column)} = ${new Slot(index + 1)}`,
  )
  const values = [row.id, ...fields.map((field) => row[field.name] ?? null)]
  const shape = `${fields.map((field) => field.name).join()} ${blanks}`
  if (await anotherHas(checking, { shape, same: and(same), values })) {
    noteTaken(first, String(row[first.name] ?? ''), checking.problems)
  }
}

/** A search for a record with certain values: its condition with slots, and a shape that identifies its text. */
interface ValueSearch {
  shape: string
  same: Sql<unknown>
  /** The first value is the id of the record that may have the values. */
  values: readonly unknown[]
}

async function anotherHas({ engine, tx, model }: UniqueCheck, { shape, same, values }: ValueSearch): Promise<boolean> {
  const plan = uniquePlans.of(
    engine,
    `${model.id}|${shape}`,
    () => sql`select 1 as found from ${sql.table(model.table.name)} where id <> ${new Slot(0)} and ${same} limit 1`,
  )
  return (await tx.get(plan.with(values))) !== undefined
}

function noteTaken(field: Field, value: string, problems: Problems): void {
  const args = [{ translate: field.rule.label }, value]
  problems.note(field.name, { text: '{0} must be unique: {1} is already used', args }, 'DuplicateEntryError')
}
