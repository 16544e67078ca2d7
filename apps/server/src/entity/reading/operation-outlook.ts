import type { Message, OperationOfVersion, OperationReason } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { column, Plans, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'

const finalReasons: Record<OperationReason, Message> = {
  sent: { text: 'What was sent cannot be taken back.' },
  outside: { text: 'This had an effect outside this site.' },
  secret: { text: 'A password cannot be set back.' },
  purged: { text: 'This was deleted for ever.' },
  promoted: { text: 'A promotion is taken back as a whole, by its Roll Back.' },
}

/** The reason why the operation with this row cannot be undone; undefined when it can. */
export function whyNotUndone(engine: Engine, row: Readonly<Record<string, unknown>>): Message | undefined {
  if (engine.underWay.has(String(row.id))) return { text: 'This is still being written. Wait for its end, or stop it.' }
  if (row.kind === 'Purge') return finalReasons.purged
  if (row.reason != null) return finalReasons[row.reason as OperationReason]
  return row.undo_state === 'Undone' ? { text: 'This was already undone.' } : undefined
}

const rowPlans = new Plans()

/** The operations of versions, by id (reference: metadata, Operations). An operation without a row is absent. */
export async function operationsOf(
  engine: Engine,
  ctx: Context,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, OperationOfVersion>> {
  const log = engine.models.get('Operation Log')
  if (!log || ids.size === 0) return new Map()
  const plan = rowPlans.of(engine, '', () => {
    const names = ['kind', 'record_count', 'door', 'undone_by', 'undo_state', 'reason']
    const columns = names.map((name) => sql`${column(`c_${name}`)} as ${sql.id(name)}`)
    const among = engine.store.dialect.isOneOf(column('id_fold'), new Slot(0), 'text')
    return sql`select id, ${sql.join(columns)} from ${sql.table(log.table.name)} where ${among}`
  })
  const wanted = engine.store.dialect.listParam([...ids].map(fold))
  const rows = await engine.store.all<StoredRow>(plan.with([wanted]))
  const found = await Promise.all(rows.map((row) => presentOperation(engine, ctx, row)))
  return new Map(found.map((one) => [one.id, one]))
}

async function presentOperation(engine: Engine, ctx: Context, row: StoredRow): Promise<OperationOfVersion> {
  const why = whyNotUndone(engine, row)
  return {
    id: String(row.id),
    kind: row.kind as OperationOfVersion['kind'],
    record_count: Number(row.record_count),
    door: row.door as OperationOfVersion['door'],
    undone_by: row.undone_by == null ? null : String(row.undone_by),
    can_undo: why ? 0 : 1,
    undo_reason: why ? await engine.say(why, ctx.language) : null,
  }
}
