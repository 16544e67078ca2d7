import type { ChangeAction } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow } from '../tables/rows.ts'

/** Sends the event to the listeners once the write is durable. */
export function announce(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  row: Readonly<StoredRow>,
  what: { action: Exclude<ChangeAction, 'communication'>; newId?: string; changed?: readonly Field[] },
): void {
  tx.afterCommit(() =>
    engine.emit({
      entity: model.id,
      id: String(row.id),
      action: what.action,
      newId: what.newId ?? null,
      modified: row.modified == null ? null : String(row.modified),
      user: ctx.actor.user,
      owner: row.owner == null ? null : String(row.owner),
      ctx,
      changed: (what.changed ?? []).filter((field) => field.permlevel === 0).map((field) => field.name),
    }),
  )
}
