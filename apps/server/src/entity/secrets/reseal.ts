import { type Sql, sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import { systemSecrets } from './secret-values.ts'
import type { SecretPlace } from './vault.ts'

/** A column of sealed values. */
export interface SealedColumn {
  table: string
  column: string
  /** Column whose value tells the rows apart. */
  id: string
  /** Column that orders the rows: a number, or text as the id is. */
  cursor: 'rid' | 'id'
  /** Name of the column that the values are, or are to be, bound to, where it has another now. */
  boundTo?: string
  /** The column of a field that was removed, of whatever type it was. */
  isRetired?: boolean
  /** Rows that hold sealed values at all; every row without it. */
  only?: readonly string[] | undefined
}

/** How rows of entities are told apart and walked through. */
export const ofEntity = { id: 'id', cursor: 'rid' } as const

/** Values that could not be opened are left as they are: nothing could be made of them before. */
export interface Resealed {
  sealed: number
  damaged: number
}

const batch = 200
const boundKey = 'secrets are bound'

/** Every column with sealed values: Password fields, those that were removed less than thirty days ago, and system tables. */
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

/** Seals every value that is not yet sealed for its place with the newest key, some hundred in a transaction. */
export async function resealAll(engine: Engine): Promise<Resealed> {
  const sum: Resealed = { sealed: 0, damaged: 0 }
  for (const one of await sealedColumns(engine)) {
    for (let after: Cursor | undefined = start(one); after !== undefined; ) {
      const from: Cursor = after
      after = await engine.store.write((tx) => resealPage(engine, tx, one, from, sum))
    }
  }
  // From the next start on nothing else is opened; until then, something that was read before may be.
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([boundKey, engine.clock.nowUtc()])))
  return sum
}

/** As `resealAll`, of one column inside a transaction; `from` tells where its values were sealed for. */
export async function resealColumn(engine: Engine, tx: Tx, one: SealedColumn, from?: string): Promise<void> {
  const sum: Resealed = { sealed: 0, damaged: 0 }
  for (let after: Cursor | undefined = start(one); after !== undefined; ) {
    after = await resealPage(engine, tx, one, after, sum, from)
  }
}

/** Values of earlier versions are bound to their places, once for each site, while it runs. */
export async function bindOldSecrets(engine: Engine): Promise<void> {
  if (await hasUnboundSecrets(engine)) await resealAll(engine)
}

/** To be asked when the engine opens: whether values that are bound to no place still stand in the store. */
export async function hasUnboundSecrets(engine: Engine): Promise<boolean> {
  return (await engine.store.get(engine.system.getSite.with([boundKey]))) === undefined
}

type Cursor = string | number

const start = ({ cursor }: SealedColumn): Cursor => (cursor === 'rid' ? 0 : '')

/** Where the next page begins; undefined when there was nothing. */
async function resealPage(
  engine: Engine,
  tx: Tx,
  one: SealedColumn,
  after: Cursor,
  sum: Resealed,
  from?: string,
): Promise<Cursor | undefined> {
  const { table, id, column: name, boundTo = name } = one
  const rows = await tx.all<{ id: string; value: string; at: Cursor }>(pageOf(one).with([after]))
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

const pageOf = ({ table, id, column: name, cursor }: SealedColumn) => {
  const at = column(cursor === 'rid' ? 'rid' : id)
  return new Plan(sql`select ${column(id)} as id, ${column(name)} as value, ${at} as at from ${sql.table(table)}
    where ${at} > ${new Slot(0)} and ${sealedText(name)} order by ${at} limit ${sql.lit(batch)}`)
}

/** A value that was changed meanwhile is sealed as it should be already. */
const changeOf = (table: string, id: string, name: string) =>
  new Plan(sql`update ${sql.table(table)} set ${column(name)} = ${new Slot(0)}
    where ${column(id)} = ${new Slot(1)} and ${column(name)} = ${new Slot(2)}`)
