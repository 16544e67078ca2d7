import { Problem } from '@tavla/contract'
import { removeRecord, sqlOf, systemContext, writeRecords } from '../../../entity/index.ts'
import { sql } from '../../../store/sql.ts'
import type { Sweep } from './retention.ts'
import type { LogRule, RecordRule, SystemRule } from './rules.ts'

/** Rows of one step: few enough that nobody waits for it. */
const rowsAtOnce = 500
const recordsAtOnce = 25

/** A step deletes the oldest rows that are past their time; it resolves to whether there may be more. */
export type Step = () => Promise<boolean>

/** Straight out of the table: log rows have no table rows, links, versions or listeners of their own. */
export function eraseLogRows({ site, before }: Sweep, { entity, except, most }: LogRule): Step {
  const { engine } = site
  const model = engine.models.get(entity)
  if (!model) return async () => false
  const { table, field } = sqlOf(engine, entity)
  const kept = except && new Set(except)
  let last = 0
  return async () => {
    const lowest = most === undefined ? 0 : await beyondNewest(most)
    const part = except ? sql`, ${field('ref_entity')} as part` : sql``
    const rows = await engine.store.all(sql<{ rid: number; creation: string; part?: string }>`
        select rid, creation ${part} from ${table} where rid > ${last} order by rid limit ${sql.lit(rowsAtOnce)}`)
    // In the order of their time: behind the first young one all are young.
    const isOld = (row: { rid: number; creation: string }) =>
      most === undefined ? row.creation < before : Number(row.rid) <= lowest
    const young = rows.findIndex((row) => !isOld(row))
    const old = young < 0 ? rows : rows.slice(0, young)
    last = Number(old.at(-1)?.rid ?? last)
    const going = old.filter((row) => !kept?.has(row.part ?? '')).map(({ rid }) => rid)
    if (going.length > 0) {
      await engine.store.write(async (tx) => {
        await tx.run(sql`delete from ${table} where rid in (${sql.join(going)})`)
        tx.afterCommit(() => engine.generations.bump(model.id))
      })
    }
    return young < 0 && rows.length === rowsAtOnce
  }

  async function beyondNewest(count: number): Promise<number> {
    const newest = await engine.store.get(sql<{ rid: number | null }>`select max(rid) as rid from ${table}`)
    return Number(newest?.rid ?? 0) - count
  }
}

/** The whole way of a delete, for records with side rows and listeners. A record that something links to stays. */
export function eraseRecords({ site, before }: Sweep, { entity, states }: RecordRule): Step {
  const { engine } = site
  const { table, field } = sqlOf(engine, entity)
  let last = 0
  return async () => {
    const rows = await engine.store.all(
      sql<{ id: string; rid: number }>`select id, rid from ${table}
        where ${field('status')} in (${sql.join(states)}) and modified < ${before} and rid > ${last}
        order by rid limit ${sql.lit(recordsAtOnce)}`,
    )
    last = Number(rows.at(-1)?.rid ?? last)
    const ids = rows.map(({ id }) => id)
    if (!(await erase(ids))) for (const id of ids) await erase([id])
    return rows.length === recordsAtOnce
  }

  /** All of them or none; false where one of them may not go. */
  async function erase(ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return true
    const ctx = systemContext(engine)
    try {
      await writeRecords(engine, entity, async (tx, now) => {
        for (const id of ids) await removeRecord(engine, ctx, tx, now, id, {})
      })
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
}

export function eraseSystemRows({ site, before }: Sweep, { table, key, isOver }: SystemRule): Step {
  const rows = sql`select ${sql.id(key)} from ${sql.table(table)} where ${isOver(before)} limit ${sql.lit(rowsAtOnce)}`
  return async () => {
    const erase = sql`delete from ${sql.table(table)} where ${sql.id(key)} in (${rows})`
    return (await site.store.write((tx) => tx.run(erase))) === rowsAtOnce
  }
}
