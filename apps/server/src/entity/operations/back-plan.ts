import { isDeepStrictEqual } from 'node:util'
import type { VersionData } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { type FormerNames, followNames } from '../reading/former-fields.ts'
import { presentValue } from '../reading/present.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { OperationVersion } from './versions-of.ts'

/** The update that takes a version back, as far as it can be. */
export interface BackPlan {
  body: Record<string, unknown>
  /** Fields that have another value now than the version gave them; with one of them, the record is left alone. */
  changed: string[]
  /** Passwords, which are never set back. */
  secrets: string[]
  /** Fields that are gone, or have another type now. */
  gone: string[]
  /** Fields that only the server sets now. */
  readOnly: string[]
}

type RowChange = [string, StoredRow, StoredRow]

/** Plans the way back from an update (reference: http-api, Undo). `row` and `tables` are the record as it stands. */
export function planBack(
  engine: Engine,
  model: Model,
  names: FormerNames,
  version: OperationVersion,
  row: Readonly<StoredRow>,
  tables: Readonly<StoredTables>,
): BackPlan {
  const plan: BackPlan = { body: {}, changed: [], secrets: [], gone: [], readOnly: [] }
  const meaning = (name: string) => names.own.at(version.at, name)
  const all = [...(version.data.changed ?? []), ...(version.data.added ?? []), ...(version.data.removed ?? [])]
  for (const [name] of all) {
    const now = meaning(name)
    if (!now || now.was || !model.byName.has(now.name)) plan.gone.push(name)
  }
  const data = followNames(names, version.at, version.data)
  const isKnown = (name: string) => !plan.gone.includes(name) && model.byName.has(name)
  for (const [name, before, after] of data.changed.filter(([name]) => isKnown(name))) {
    const field = model.byName.get(name)
    if (field && field.kind !== 'table') planField(engine, plan, field, row[name] ?? null, before, after)
  }
  for (const field of model.tables) {
    const own = rowsOf(data, field.name)
    if (own.some((list) => list.length > 0)) planTable(engine, plan, field, tables[field.name] ?? [], own)
  }
  return plan
}

function planField(engine: Engine, plan: BackPlan, field: Field, now: unknown, before: unknown, after: unknown): void {
  // The write works it out anew.
  if (field.isDerived) return
  if (field.kind === 'secret') plan.secrets.push(field.name)
  else if (field.readOnly) plan.readOnly.push(field.name)
  else if (isSame(field, now, before)) return
  else if (!isSame(field, now, after)) plan.changed.push(field.name)
  else plan.body[field.name] = wireValue(engine, field, before)
}

/** The history keeps JSON fields of a record as values. */
function isSame({ kind }: Field, stored: unknown, kept: unknown): boolean {
  if (kind === 'json' && typeof stored === 'string') return isDeepStrictEqual(JSON.parse(stored), kept ?? null)
  return (stored ?? null) === (kept ?? null)
}

/** A text is read as JSON, so that a JSON value which is a text itself needs its quotes. */
const wireValue = (engine: Engine, field: Field, kept: unknown) =>
  field.kind === 'json' && kept != null ? JSON.stringify(kept) : presentValue(engine, field, kept)

type TableChanges = [changed: RowChange[], added: StoredRow[], removed: StoredRow[]]

function rowsOf(data: VersionData, table: string): TableChanges {
  const of = <T extends [string, ...unknown[]]>(list: readonly T[]) => list.filter(([name]) => name === table)
  const row = ([, value]: [string, unknown]) => value as StoredRow
  return [of(data.changed) as RowChange[], of(data.added).map(row), of(data.removed).map(row)]
}

/** Rows added go, rows removed come back near their place, changed ones get their values back. */
function planTable(
  engine: Engine,
  plan: BackPlan,
  field: Field,
  now: readonly StoredRow[],
  [changed, added, removed]: TableChanges,
): void {
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return void plan.gone.push(field.name)
  if (field.readOnly) return void plan.readOnly.push(field.name)
  const rows = new Map(now.map((one) => [one.id ?? null, one]))
  const bodies = new Map<unknown, Record<string, unknown>>(now.map(({ id }) => [id, { id }]))
  let isOther = false
  for (const row of added) {
    const stored = rows.get(row.id ?? null)
    if (stored && !isSameRow(child, stored, row)) isOther = true
    bodies.delete(row.id)
  }
  for (const [, before, after] of changed) {
    const stored = rows.get(before.id ?? null)
    const body = bodies.get(before.id)
    if (!stored || !body || !planRow(engine, child, stored, [before, after], body)) isOther = true
  }
  if (isOther) return void plan.changed.push(field.name)
  const list = [...bodies.values()]
  for (const row of removed.toSorted((a, b) => Number(a.idx) - Number(b.idx))) {
    if (!rows.has(row.id ?? null)) list.splice(Math.max(0, Number(row.idx) - 1), 0, wholeRow(engine, child, row))
  }
  const order = (one: readonly Record<string, unknown>[]) => inFormerOrder(one, changed)
  if (list.length !== now.length || added.length + removed.length > 0 || changed.length > 0) {
    plan.body[field.name] = order(list)
  }
}

/** Rows that only moved go back to their places; `idx` is derived and never compared. */
function inFormerOrder(list: readonly Record<string, unknown>[], changed: readonly RowChange[]) {
  const place = new Map(changed.map(([, before]) => [before.id, Number(before.idx)]))
  if (place.size === 0) return [...list]
  return list
    .map((row, index) => ({ row, at: place.get(row.id as string) ?? index + 1 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row)
}

/** False when one of the row's fields has another value now than the version gave it. */
function planRow(
  engine: Engine,
  child: Model,
  stored: StoredRow,
  [before, after]: [StoredRow, StoredRow],
  body: Record<string, unknown>,
): boolean {
  for (const field of child.stored) {
    const [was, became, now] = [before, after, stored].map((row) => row[field.name] ?? null)
    if (field.kind === 'secret' || field.isDerived || was === became || now === was) continue
    if (now !== became) return false
    body[field.name] = rowValue(engine, field, was)
  }
  return true
}

const isSameRow = (child: Model, stored: StoredRow, kept: StoredRow) =>
  child.stored.every(
    ({ kind, name, isDerived }) =>
      kind === 'secret' || isDerived || !(name in kept) || (stored[name] ?? null) === (kept[name] ?? null),
  )

function wholeRow(engine: Engine, child: Model, row: StoredRow): Record<string, unknown> {
  const kept = child.stored.filter(({ kind, name, isDerived }) => kind !== 'secret' && !isDerived && name in row)
  return {
    id: row.id,
    ...Object.fromEntries(kept.map((field) => [field.name, rowValue(engine, field, row[field.name])])),
  }
}

/** The history keeps JSON of table rows as text, as it is stored. */
const rowValue = (engine: Engine, field: Field, kept: unknown) =>
  field.kind === 'json' ? kept : presentValue(engine, field, kept)
