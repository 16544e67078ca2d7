import type { OperationKind, VersionAction } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { Operation } from '../people/operation.ts'
import { column, type Plan, Plans, Slot } from '../tables/plan.ts'
import { announce } from './announce.ts'

/** A write of one record, as its operation sees it. */
interface Written {
  model: Model
  id: string
  action: VersionAction
  hasVersion: boolean
  /** True when nothing but passwords changed. */
  isSecret: boolean
}

/** The writes of one transaction that belong to one operation. */
interface Share {
  records: Map<string, { entity: string; id: string }>
  kind: OperationKind
  isSecret: boolean
  /** True for writes that are not counted: those without a version, and those of what goes with a record. */
  hasOthers: boolean
}

const shares = new WeakMap<Tx, Map<Operation, Share>>()

/**
 * Counts a write to its operation. The operation's row is written once, at the end of the transaction, when the number
 * of records is known.
 */
export function noteWrite(engine: Engine, ctx: Context, tx: Tx, written: Written): void {
  const { operation } = ctx
  // Without a version there is nothing to show or undo; the row only keeps a repeated call from running again.
  if (!operation.isLogged || !(written.hasVersion || operation.call !== undefined)) return
  let ofTx = shares.get(tx)
  if (!ofTx) {
    ofTx = new Map()
    shares.set(tx, ofTx)
  }
  let share = ofTx.get(operation)
  if (!share) {
    share = { records: new Map(), kind: operation.kind ?? kindOf(written), isSecret: true, hasOthers: false }
    ofTx.set(operation, share)
    const own = share
    tx.beforeCommit(() => writeShare(engine, ctx, tx, own))
  }
  if (!written.hasVersion || ctx.isPart) {
    share.hasOthers = true
    return
  }
  share.isSecret &&= written.isSecret
  share.records.set(`${written.model.id} ${written.id}`, { entity: written.model.id, id: written.id })
}

/** Marks how far this transaction got; the function that it returns forgets the records that were counted since. */
export function markWrites(tx: Tx, operation: Operation): () => void {
  const before = shares.get(tx)?.get(operation)
  // A map keeps the order in which records came, so their number marks the place.
  const [known, hadOthers] = [before?.records.size ?? 0, before?.hasOthers ?? false]
  return () => {
    const share = shares.get(tx)?.get(operation)
    if (!share) return
    for (const record of [...share.records.keys()].slice(known)) share.records.delete(record)
    share.hasOthers = hadOthers
  }
}

/** The kind of a write that no call has named. */
function kindOf({ model, action }: Written): OperationKind {
  return model.id === 'Entity' ? 'Definition' : kinds[action]
}

const kinds: Record<VersionAction, OperationKind> = {
  Created: 'Create',
  Updated: 'Update',
  Deleted: 'Delete',
  Renamed: 'Rename',
  Action: 'Action',
}

async function writeShare(engine: Engine, ctx: Context, tx: Tx, share: Share): Promise<void> {
  const { operation } = ctx
  const log = engine.models.get('Operation Log')
  // Everything that was written was taken back again, such as the parts of an undo that were all refused.
  if (!log || (share.records.size === 0 && !share.hasOthers)) return
  const fresh = [...share.records].filter(([record]) => !operation.hasWritten(record))
  const written = [...share.records.values()]
  const [first] = written
  const isOneEntity = written.every(({ entity }) => entity === first?.entity)
  const now = engine.clock.nowUtc()
  const owner = operation.user ?? 'Administrator'
  const onlySecrets = share.isSecret && written.length > 0 ? 'secret' : null
  const values = [
    ...[operation.id, fold(operation.id), owner, now, share.kind],
    isOneEntity ? (first?.entity ?? null) : null,
    written.length === 1 ? (first?.id ?? null) : null,
    ...[fresh.length, operation.user, operation.door, operation.undoOf, operation.reason ?? onlySecrets],
    ...[fingerprint(operation), operation.answer],
  ]
  await tx.run(rowPlan(engine, log).with(values))
  tx.afterCommit(() => {
    operation.noteWritten(share.records.keys())
    engine.generations.bump(log.id)
  })
  // A list of operations that hears of nothing new counts otherwise than the place of the open one within it.
  if (written.length > 0) {
    const row = { id: operation.id, owner, modified: now }
    announce(engine, ctx, tx, log, row, { action: operation.hasRow ? 'updated' : 'created' })
  }
}

/** A call in parts counts as done only at its end, so that its repeat goes on where a crash stopped it. */
const fingerprint = ({ call, isInParts }: Operation) =>
  call === undefined ? null : isInParts ? unfinished(call) : call

/** The stored form of a call that failed, or has not ended: its repeat is tried again. */
export const unfinished = (call: string) => `~${call}`

const rowPlans = new Plans()

/** Adds the row, or adds to it: several transactions can belong to one operation. */
function rowPlan(engine: Engine, log: Model): Plan {
  return rowPlans.of(engine, '', () => {
    const [id, folded, owner, at, kind, entity, ref, count, user, door, undoOf, reason, call, answer] = Array.from(
      { length: 14 },
      (_, index) => new Slot(index),
    )
    const table = sql.table(log.table.name)
    const own = (name: string) => sql`${table}.${column(name)}`
    const isSame = sql`${own('c_ref_entity')} = excluded.c_ref_entity`
    const isFirst = sql`${own('c_record_count')} = 0`
    return sql`insert into ${table} (id, id_fold, owner, c_kind, c_ref_entity, c_ref_id,
        c_record_count, c_user, c_at, c_door, c_undo_of, c_reason, call_hash, call_answer)
      values (${id}, ${folded}, ${owner}, ${kind}, ${entity}, ${ref}, ${count}, ${user}, ${at},
        ${door}, ${undoOf}, ${reason}, ${call}, ${answer})
      on conflict (id_fold) do update set
        c_kind = case when ${isFirst} then excluded.c_kind else ${own('c_kind')} end,
        c_record_count = ${own('c_record_count')} + excluded.c_record_count,
        c_ref_entity = case when ${isFirst} or ${isSame} then excluded.c_ref_entity end,
        c_ref_id = case when ${isFirst} or (${isSame} and ${own('c_ref_id')} = excluded.c_ref_id)
          then excluded.c_ref_id end,
        c_reason = case when ${own('c_reason')} = 'secret' then excluded.c_reason
          else coalesce(${own('c_reason')}, excluded.c_reason) end,
        call_hash = coalesce(excluded.call_hash, ${own('call_hash')})`
  })
}
