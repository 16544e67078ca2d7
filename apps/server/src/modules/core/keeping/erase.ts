import { Problem } from '@tavla/contract'
import { removeRecord, sqlOf, systemContext, writeManyRecords } from '../../../entity/index.ts'
import { sql } from '../../../store/sql.ts'
import type { Sweep } from './retention.ts'
import type { LogRule, RecordRule, SystemRule } from './rules.ts'

/** Rows per step: few enough to delay nobody. */
const rowsAtOnce = 500
const recordsAtOnce = 25

/** Deletes some of the oldest expired rows; resolves to whether there may be more. */
export type Step = () => Promise<boolean>

/** Deletes rows directly: log rows have no table rows, links, versions or listeners. */
export function eraseLogRows({ site, before }: Sweep, { entity, except, maxRows }: LogRule): Step {
  const { engine } = site
  const model = engine.models.get(entity)
  if (!model) return async () => false
  const { table, field } = sqlOf(engine, entity)
  const exceptions = except && new Set(except)
  let last = 0
  return async () => {
    const lowest = maxRows === undefined ? 0 : await beyondNewest(maxRows)
    const part = except ? sql`, ${field('ref_entity')} as part` : sql``
    const rows = await engine.store.all(sql<{ rid: number; creation: string; part?: string }>`
        select rid, ${field('creation')} as creation ${part} from ${table} where rid > ${last} order by rid limit ${sql.lit(rowsAtOnce)}`)
    // Rows are in the order of their time, so all after the first young one are young.
    const isOld = (row: { rid: number; creation: string }) =>
      maxRows === undefined ? row.creation < before : Number(row.rid) <= lowest
    const young = rows.findIndex((row) => !isOld(row))
    const old = young < 0 ? rows : rows.slice(0, young)
    last = Number(old.at(-1)?.rid ?? last)
    const going = old.filter((row) => !exceptions?.has(row.part ?? '')).map(({ rid }) => rid)
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

/** Deletes records like a user does, with their table rows and listeners. Keeps a record that another links to. */
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

  /** Deletes all or none; false when one of them may not be deleted. */
  async function erase(ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return true
    const ctx = systemContext(engine)
    try {
      await writeManyRecords(engine, entity, async (tx, now) => {
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
    return (await site.store.write((tx) => tx.run(erase))) >= rowsAtOnce
  }
}
