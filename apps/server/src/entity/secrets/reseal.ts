import { type Sql, sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import { systemSecrets } from './secret-values.ts'
import type { SecretPlace } from './vault.ts'

/** A column with sealed values. */
export interface SealedColumn {
  table: string
  column: string
  /** Column that identifies a row. */
  id: string
  /** Column by which the rows are walked: a number, or the id as text. */
  cursor: 'rid' | 'id'
  /** Name of the column to which the values are bound, when it differs from the current name. */
  boundTo?: string
  /** Whether the column belonged to a removed field, of whatever type. */
  isRetired?: boolean
  /** Ids of the rows with sealed values; undefined means every row. */
  only?: readonly string[] | undefined
}

/** The identifying and ordering columns of entity tables. */
export const ofEntity = { id: 'id', cursor: 'rid' } as const

/** Counts of a run. Values that could not be opened stay unchanged, because they were unreadable before, too. */
export interface ResealCounts {
  sealed: number
  damaged: number
}

const batch = 200
const boundKey = 'secrets are bound'

/** Every column with sealed values: Password fields, those in the trash or removed less than thirty days ago, and system tables. */
export async function sealedColumns(engine: Engine): Promise<SealedColumn[]> {
  const fields = engine.models
    .all()
    .flatMap(({ table, stored }) =>
      stored
        .filter((field) => field.kind === 'secret')
        .map((field): SealedColumn => ({ table: table.name, column: field.column, ...ofEntity })),
    )
  const retired = await engine.store.all<{ table_name: string; column_name: string; fieldname: string }>(
    sql`select table_name, column_name, fieldname from retired_column where column_name <> ''`,
  )
  return [
    ...fields,
    ...(await columnsInTrash(engine)),
    ...retired.map((one) => ({
      ...{
        table: one.table_name,
        column: one.column_name,
        boundTo: `c_${one.fieldname}`,
        isRetired: true,
        ...ofEntity,
      },
    })),
    ...Object.entries(systemSecrets).map(([table, place]) => ({ table, cursor: 'id' as const, ...place })),
  ]
}

/** The columns with sealed values of entities in the trash. */
async function columnsInTrash({ store }: Engine): Promise<SealedColumn[]> {
  const kept = await store.all<{ data: string }>(sql`select data from trash_content where kind = 'table'`)
  return kept.flatMap(({ data }) => {
    const { table, secrets } = JSON.parse(data) as { table: string; secrets: string[] }
    return secrets.map((name): SealedColumn => ({ table, column: name, ...ofEntity }))
  })
}

/**
 * The places whose sealed values do not open, and whose values are not sealed at all. Columns of removed fields are
 * left out: their fields may have been of any type.
 */
export async function lostSecrets(engine: Engine): Promise<SecretPlace[]> {
  const lost: SecretPlace[] = []
  for (const one of (await sealedColumns(engine)).filter(({ isRetired }) => !isRetired)) {
    for (let after: Cursor | undefined = start(one); after !== undefined; ) {
      const rows: SealedRow[] = await engine.store.all<SealedRow>(pageOf(one, isFilled).with([after]))
      for (const { id, value } of rows) {
        const place: SecretPlace = { table: one.table, id, column: one.column }
        const isSecret = !one.only || one.only.includes(id)
        if (isSecret && !doesOpen(engine, value, place)) lost.push(place)
      }
      after = rows.at(-1)?.at
    }
  }
  return lost
}

/** Empties the sealed values that do not open; resolves to their number. */
export async function emptyLostSecrets(engine: Engine): Promise<number> {
  const lost = await lostSecrets(engine)
  const columns = await sealedColumns(engine)
  for (let at = 0; at < lost.length; at += batch) {
    await engine.store.write(async (tx) => {
      for (const { table, id, column: name } of lost.slice(at, at + batch)) {
        const { id: key, cursor } = columns.find((one) => one.table === table && one.column === name) ?? ofEntity
        // Columns of system tables may not be null.
        const empty = cursor === 'rid' ? null : ''
        await tx.run(sql`update ${sql.table(table)} set ${column(name)} = ${empty} where ${column(key)} = ${id}`)
      }
    })
  }
  return lost.length
}

function doesOpen(engine: Engine, value: string, place: SecretPlace): boolean {
  try {
    engine.vault.open(value, place)
    return true
  } catch {
    return false
  }
}

/** Seals every value with the newest key for its current place, a few hundred values per transaction. */
export async function resealAll(engine: Engine): Promise<ResealCounts> {
  const sum: ResealCounts = { sealed: 0, damaged: 0 }
  for (const one of await sealedColumns(engine)) {
    for (let after: Cursor | undefined = start(one); after !== undefined; ) {
      const from: Cursor = after
      after = await engine.store.write((tx) => resealPage(engine, tx, one, from, sum))
    }
  }
  // From the next start on, unbound values are refused; until then a value read earlier may still be unbound.
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([boundKey, engine.clock.nowUtc()])))
  return sum
}

/** As `resealAll`, for one column inside a transaction; `from` is the column for which its values were sealed. */
export async function resealColumn(engine: Engine, tx: Tx, one: SealedColumn, from?: string): Promise<void> {
  const sum: ResealCounts = { sealed: 0, damaged: 0 }
  for (let after: Cursor | undefined = start(one); after !== undefined; ) {
    after = await resealPage(engine, tx, one, after, sum, from)
  }
}

/** Binds values of earlier versions to their places, once per site, while the site runs. */
export async function bindOldSecrets(engine: Engine): Promise<void> {
  if (await hasUnboundSecrets(engine)) await resealAll(engine)
}

/** Whether the store may still hold values that are not bound to a place. Called when the engine opens. */
export async function hasUnboundSecrets(engine: Engine): Promise<boolean> {
  return (await engine.store.get(engine.system.getSite.with([boundKey]))) === undefined
}

type Cursor = string | number

interface SealedRow {
  id: string
  value: string
  at: Cursor
}

const start = ({ cursor }: SealedColumn): Cursor => (cursor === 'rid' ? 0 : '')

/** Resolves to the cursor for the next page; undefined when there was none. */
async function resealPage(
  engine: Engine,
  tx: Tx,
  one: SealedColumn,
  after: Cursor,
  sum: ResealCounts,
  from?: string,
): Promise<Cursor | undefined> {
  const { table, id, column: name, boundTo = name } = one
  const rows = await tx.all<SealedRow>(pageOf(one, sealedText).with([after]))
  for (const row of rows) {
    if (one.only && !one.only.includes(row.id)) continue
    const place: SecretPlace = { table, id: row.id, column: boundTo }
    const renewed = renew(engine, row.value, place, { ...place, column: from ?? boundTo })
    if (renewed === 'damaged' && !one.isRetired) sum.damaged += 1
    if (renewed === undefined || renewed === 'damaged') continue
    sum.sealed += 1
    await tx.run(changeOf(table, id, name).with([renewed, row.id, row.value]))
  }
  return rows.at(-1)?.at
}

function renew(engine: Engine, value: string, place: SecretPlace, from: SecretPlace): string | undefined {
  try {
    return engine.vault.renew(value, place, from)
  } catch {
    return 'damaged'
  }
}

const sealedText = (name: string): Sql => sql`cast(${column(name)} as text) like 'v_.%'`

const isFilled = (name: string): Sql => sql`${column(name)} <> ''`

const pageOf = ({ table, id, column: name, cursor }: SealedColumn, isWanted: (name: string) => Sql) => {
  const at = column(cursor === 'rid' ? 'rid' : id)
  return new Plan(sql`select ${column(id)} as id, ${column(name)} as value, ${at} as at from ${sql.table(table)}
    where ${at} > ${new Slot(0)} and ${isWanted(name)} order by ${at} limit ${sql.lit(batch)}`)
}

/** Updates only an unchanged value: a newer one is already sealed correctly. */
const changeOf = (table: string, id: string, name: string) =>
  new Plan(sql`update ${sql.table(table)} set ${column(name)} = ${new Slot(0)}
    where ${column(id)} = ${new Slot(1)} and ${column(name)} = ${new Slot(2)}`)
