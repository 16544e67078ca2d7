import type { Engine } from '../engine.ts'
import { valuesOf } from '../expressions/conditions.ts'
import type { EntityRules, PartRules } from '../expressions/entity-rules.ts'
import { noteFailure } from '../expressions/failures.ts'
import type { Fetch } from '../expressions/fetches.ts'
import { storedResult } from '../expressions/results.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { Given, ParsedTables } from './child-rows.ts'
import { Fetcher } from './fetch-values.ts'
import type { RecordBefore } from './start-write.ts'
import type { WriteState } from './writing.ts'

/** Key of a body or a row that names fields which are meant though their value is blank (reference: http-api, Creating). */
export const setKey = '_set'

/**
 * Takes the values that come along with links which this write sets (reference: expressions, Fetched values), in the
 * record and its rows.
 */
export async function fetchValues(
  writing: WriteState,
  rules: EntityRules,
  row: StoredRow,
  tables: ParsedTables,
  before?: RecordBefore,
): Promise<void> {
  const { engine, tx, model } = writing
  if (rules.fetches.length === 0 && [...rules.tables.values()].every(({ fetches }) => fetches.length === 0)) return
  const fetcher = new Fetcher(engine, tx)
  const own = recordGiven(writing, before === undefined)
  await fetchInto({ writing, fetcher, given: own, row, before: before?.row }, rules)
  for (const field of model.tables) {
    const part = rules.tables.get(field.name)
    if (!part || part.fetches.length === 0) continue
    const isOfParent = part.fetches.some((fetch) => fetch.isOfParent && hasChanged(fetch, row, before?.row))
    if (isOfParent) copyRows(tables.rows, field.name, before?.tables)
    const old = new Map((before?.tables[field.name] ?? []).map((item) => [item.id ?? null, item]))
    for (const item of tables.rows[field.name] ?? []) {
      const stored = old.get(item.id ?? null)
      if (stored === item) continue
      const given = tables.given.get(item) ?? nothingGiven
      const parent = { row, before: before?.row, given: own }
      const taken = await fetchInto({ writing, fetcher, given, row: item, before: stored, parent }, part)
      if (taken.size > 0) tables.given.set(item, { ...given, taken })
    }
  }
}

const nothingGiven: Given = { isNew: false, names: new Set() }

interface Fetching {
  writing: WriteState
  fetcher: Fetcher
  given: Given
  row: StoredRow
  before: StoredRow | undefined
  parent?: { row: StoredRow; before: StoredRow | undefined; given: Given }
}

/** Resolves to the names of the fields that got a value. Fetches follow each other once, in the order of the fields. */
async function fetchInto(fetching: Fetching, { fetches }: PartRules): Promise<Set<string>> {
  const { writing, fetcher, given, row, before, parent } = fetching
  const taken = new Set<string>()
  for (const fetch of fetches) {
    const linking = fetch.isOfParent && parent ? parent : { row, before, given }
    const id = linking.row[fetch.link.name]
    if (id === null || id === undefined || !hasChanged(fetch, linking.row, linking.before)) continue
    if (!fetch.field.readOnly && given.names.has(fetch.field.name)) continue
    // A link that the server took along itself may lead to a record that the writer does not see.
    const isSent = linking.given.names.has(fetch.link.name) && !taken.has(fetch.link.name)
    const value = await fetcher.valueOf(isSent ? writing.ctx : asServer(writing.ctx), fetch, String(id))
    if (value === undefined) continue
    row[fetch.field.name] = value
    taken.add(fetch.field.name)
  }
  return taken
}

const hasChanged = ({ link }: Fetch, row: Readonly<StoredRow>, before: Readonly<StoredRow> | undefined): boolean =>
  (row[link.name] ?? null) !== (before?.[link.name] ?? null)

const asServer = (ctx: Context): Context => ({ ...ctx, system: true })

/** The fields that this write sets itself: on create, those with a value that says something. */
function recordGiven({ values, sent }: WriteState, isNew: boolean): Given {
  return { isNew, names: givenNames(values, sent[setKey], isNew) }
}

/** The names among `values`, which differ from what is stored, that count as set by the writer. */
export function givenNames(values: Readonly<StoredRow>, set: unknown, isNew: boolean): Set<string> {
  const isMeant = (value: StoredRow[string]) => !isNew || (value !== null && value !== '' && value !== 0)
  const names = Object.entries(values).filter(([, value]) => isMeant(value ?? null))
  const named = Array.isArray(set) ? set.filter((name): name is string => typeof name === 'string') : []
  return new Set([...names.map(([name]) => name), ...named])
}

/** Works the formulas of a record and its rows out, in place. */
export function workOutFormulas(
  engine: Engine,
  { formulas }: EntityRules,
  row: StoredRow,
  tables: StoredTables,
  before?: Readonly<StoredTables>,
): void {
  if (formulas.length === 0) return
  for (const { table } of formulas) if (table) copyRows(tables, table.name, before)
  const values = valuesOf({ row, tables }) as Record<string, unknown>
  for (const { owner, table, field, expression } of formulas) {
    const work = (into: StoredRow, run: () => ReturnType<typeof expression.run>) => {
      const outcome = run()
      if ('failed' in outcome) noteFailure(engine, owner, field, 'formula', outcome.failed)
      into[field.name] = storedResult(engine, field, outcome, into)
    }
    if (table) {
      for (const item of tables[table.name] ?? []) work(item, () => expression.run({ values: item, parent: values }))
    } else {
      work(row, () => expression.run({ values }))
      values[field.name] = row[field.name]
    }
  }
}

/** Rows that were not sent are those of the record before, which stay as they are. */
function copyRows(tables: StoredTables, name: string, before: Readonly<StoredTables> | undefined): void {
  const rows = tables[name]
  if (rows && rows === before?.[name]) tables[name] = rows.map((row) => ({ ...row }))
}
