import { invalid } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { rightsOf } from '../people/permissions.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { checkLinks } from './check-links.ts'
import { givenNames, setKey } from './derive.ts'
import { type Body, parseRows, writableBody } from './parse-body.ts'
import { rowNeeds } from './required.ts'
import type { RecordBefore } from './start-write.ts'
import type { WriteState } from './writing.ts'

/** The rows of a record after a write (reference: metadata, Table rows). */
export interface ParsedTables {
  /** By fieldname, including fields that were not sent. */
  rows: StoredTables
  /** Sent ids that are not rows of this record. */
  claimed: { field: Field; ids: string[] }[]
  /** The fields that the writer set in rows whose entity takes values from linked records. */
  given: Map<StoredRow, Given>
}

/** The fields of a record or a row that its writer set, and those that came along with its links. */
export interface Given {
  isNew: boolean
  names: ReadonlySet<string>
  taken?: ReadonlySet<string>
}

/** Parses the sent rows; a field that was not sent keeps its rows from `before`. */
export function parseTables(writing: WriteState, before: Readonly<StoredTables>): ParsedTables {
  const { engine, ctx, model, sent, own, rules } = writing
  const parsed: ParsedTables = { rows: {}, claimed: [], given: new Map() }
  const rights = rightsOf(engine, ctx.actor, model)
  for (const field of model.tables) {
    const old = before[field.name] ?? []
    const child = engine.models.get(field.rule.options ?? '')
    if (!child || !Object.hasOwn(sent, field.name)) {
      parsed.rows[field.name] = old
      continue
    }
    const writable = (item: Body) => writableBody(ctx, child, rights, own, item)
    const sending = { field, child, sent: sent[field.name], before: old, writable }
    const isFetching = (rules?.tables.get(field.name)?.fetches.length ?? 0) > 0
    const { rows, claimed } = parseRows(writing, isFetching ? { ...sending, note: noteGiven(parsed) } : sending)
    parsed.rows[field.name] = rows
    if (claimed.length > 0) parsed.claimed.push({ field, ids: claimed })
  }
  return parsed
}

const noteGiven =
  ({ given }: ParsedTables): NonNullable<Parameters<typeof parseRows>[1]['note']> =>
  (row, values, sent, isNew) =>
    given.set(row, { isNew, names: givenNames(values, sent[setKey], isNew) })

/** Reports missing values in the rows and links without a target. @throws Problem for a row of another record */
export async function checkTables(
  writing: WriteState,
  record: Readonly<StoredRow>,
  tables: ParsedTables,
  before?: RecordBefore,
): Promise<void> {
  const { engine, ctx, tx, model, problems } = writing
  for (const { field, ids } of tables.claimed) await refuseForeignRows(engine, tx, field, ids)
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child) continue
    const old = new Map((before?.tables[field.name] ?? []).map((item) => [item.id, item]))
    const needs = rowNeeds(writing, field, child, { row: record, tables: tables.rows }, before)
    for (const [index, item] of (tables.rows[field.name] ?? []).entries()) {
      const at = { table: field.name, row: index + 1 }
      const stored = old.get(item.id ?? null) ?? null
      const needsOf = needs?.(item, stored)
      for (const needed of child.stored) {
        if (needed.kind === 'flag' || needed.isDerived || item[needed.name] != null) continue
        if (needsOf?.get(needed.name) ?? needed.meta.reqd) problems.missing(needed, at)
      }
      const taken = tables.given.get(item)?.taken
      const isSent = ({ name }: Field) => taken?.has(name) !== true
      const linking = { model: child, row: item, before: stored, isSent }
      await checkLinks({ engine, ctx, tx, problems }, linking, at)
    }
  }
}

export function tablesDiffer(model: Model, before: Readonly<StoredTables>, after: Readonly<StoredTables>): boolean {
  return model.tables.some((field) => {
    const [old, now] = [before[field.name] ?? [], after[field.name] ?? []]
    if (old === now) return false
    return old.length !== now.length || now.some((row, index) => !sameRow(row, old[index] as StoredRow))
  })
}

/** Adds, changes and removes rows until the stored rows equal `after`. */
export async function writeTables(
  { engine, tx, model }: WriteState,
  row: Readonly<StoredRow>,
  before: Readonly<StoredTables>,
  after: Readonly<StoredTables>,
): Promise<void> {
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    const [old, now] = [before[field.name] ?? [], after[field.name] ?? []]
    if (!child || old === now) continue
    const rows = engine.rows(child)
    const oldRows = new Map(old.map((one) => [one.id, one]))
    for (const item of now) {
      const oldRow = oldRows.get(item.id as string)
      oldRows.delete(item.id as string)
      if (!oldRow) {
        Object.assign(item, { parent: row.id, parent_entity: model.id, parent_field: field.name })
        await rows.insert(tx, item)
      } else if (!sameRow(item, oldRow)) {
        const changed = child.stored.filter((one) => (item[one.name] ?? null) !== (oldRow[one.name] ?? null))
        await rows.update(tx, Number(oldRow.rid), item, changed)
      }
    }
    for (const gone of oldRows.values()) await rows.remove(tx, Number(gone.rid))
  }
}

async function refuseForeignRows(engine: Engine, tx: Tx, field: Field, ids: readonly string[]): Promise<void> {
  const rows = engine.rows(engine.models.require(field.rule.options ?? ''))
  for (const id of ids) {
    if (await rows.exists(tx, id))
      throw invalid('A row of {0} belongs to another record', [{ translate: field.rule.label }])
  }
}

function sameRow(a: StoredRow, b: StoredRow): boolean {
  return Object.keys(a).every((key) => (a[key] ?? null) === (b[key] ?? null))
}
