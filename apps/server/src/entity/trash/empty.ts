import { Problem } from '@tavla/contract'
import { usingReserve } from '../../store/full-disk.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { writeManyRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { systemContext } from '../people/actors.ts'
import { loggedWork } from '../people/operation.ts'
import { column, Plans, Slot } from '../tables/plan.ts'
import { removeRecord } from '../writing/delete.ts'
import { namePurge } from '../writing/operation-kind.ts'
import { purgeTime } from '../writing/to-trash.ts'
import { countAlong, type ErasableItems, erasableItems } from './erasable.ts'

/** Items per transaction: few enough to delay nobody. */
const block = 100
const plans = new Plans()

/**
 * Erases the records of one entity in the trash for ever, or all that the user may delete; resolves to their number
 * (reference: http-api, Trash).
 * @throws Problem 403 without the role or the right, 404 for an unknown entity
 */
export async function emptyTrash(engine: Engine, ctx: Context, entity: string | null): Promise<number> {
  const erasable = erasableItems(engine, ctx, entity)
  namePurge(ctx.operation)
  ctx.operation.isInParts = true
  let purged = 0
  for (const items of erasable) purged += await purgeAll(engine, ctx, () => itemsOf(engine, ctx, items))
  return purged
}

/** Erases what has been in the trash for as long as the settings say. Called at start and every hour. */
export function sweepTrash(engine: Engine, signal?: AbortSignal): Promise<number> {
  const items = engine.models.require('Trash Item')
  const due = () => {
    const plan = plans.of(engine, 'due', () => {
      const at = column('c_purge_at')
      return sql`select id, ${column('c_ref_entity')} as entity from ${sql.table(items.table.name)}
        where ${at} <= ${new Slot(0)} order by ${at} limit ${sql.lit(block)}`
    })
    return signal?.aborted ? Promise.resolve([]) : engine.store.all<DueItem>(plan.with([engine.clock.nowUtc()]))
  }
  const operation = loggedWork('System', 'Purge')
  namePurge(operation)
  return purgeAll(engine, systemContext(engine, '', operation), due)
}

/** Moves the time at which each item is erased, after a change of the settings. */
export async function movePurges(engine: Engine, tx: Tx, days: number): Promise<void> {
  const { table, byName } = engine.models.require('Trash Item')
  const purgeAt = table.columns.filter(({ name }) => name === byName.get('purge_at')?.column)
  const page = plans.of(engine, 'page', () => {
    const at = column('c_deleted_at')
    return sql`select rid, ${at} as at from ${sql.table(table.name)} where rid > ${new Slot(0)} order by rid limit 1000`
  })
  for (let after = 0; ; ) {
    const rows = await tx.all<{ rid: number; at: string }>(page.with([after]))
    if (rows.length === 0) break
    const moved = rows.map(({ rid, at }) => [rid, purgeTime(at, days)])
    await engine.store.dialect.setRows(tx, table.name, purgeAt, moved)
    after = rows.at(-1)?.rid ?? after
  }
  tx.afterCommit(() => engine.generations.bump('Trash Item'))
}

interface DueItem {
  id: string
  entity: string
}

/** Erases blocks of items until none is left, and answers their number. */
async function purgeAll(engine: Engine, ctx: Context, next: () => Promise<DueItem[]>): Promise<number> {
  let purged = 0
  for (;;) {
    const items = await next()
    // The table of an entity goes alone.
    const alone = items.some(({ entity }) => entity === 'Entity') ? 'Entity' : 'Trash Item'
    const gone = await usingReserve(() =>
      writeManyRecords(engine, alone, async (tx) => {
        const model = engine.models.require('Trash Item')
        let count = 0
        for (const item of items) count += await purgeOne(engine, ctx, tx, model, item)
        return count
      }),
    )
    purged += gone
    if (items.length < block || gone === 0) return purged
  }
}

/** The number of items that ended; 0 when somebody else took this one meanwhile. */
async function purgeOne(engine: Engine, ctx: Context, tx: Tx, model: Model, { id, entity }: DueItem): Promise<number> {
  const along = entity === 'Entity' ? await countAlong(tx, id) : 0
  try {
    await removeRecord(engine, ctx, tx, model, id, {})
    return 1 + along
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return 0
    throw error
  }
}

function itemsOf(engine: Engine, ctx: Context, { model, scope }: ErasableItems): Promise<DueItem[]> {
  const items = engine.models.require('Trash Item')
  const plan = plans.of(engine, scope, () => {
    const owned = scope === 'own' ? sql`and ${column('c_record_owner')} = ${new Slot(1)}` : sql``
    const ofEntity = sql`${column('c_ref_entity')} = ${new Slot(0)} ${owned}`
    return sql`select id, ${column('c_ref_entity')} as entity from ${sql.table(items.table.name)} where ${ofEntity} order by rid limit ${sql.lit(block)}`
  })
  return engine.store.all(plan.with([model.id, ctx.actor.user]))
}
