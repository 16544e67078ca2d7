import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow } from '../tables/rows.ts'
import { announce } from '../writing/announce.ts'
import { setSilently } from '../writing/set-silently.ts'
import type { Skip } from './skipped.ts'

interface Undone {
  by: string
  state: 'Undone' | 'Partly Undone'
  skipped: readonly Skip[]
}

/** Most steps of undo and redo that are followed. */
const maxSteps = 1_000

/**
 * Notes that an operation was undone. If it was itself an undo, the operation that it had undone holds again, and so on:
 * each step back turns the one before it.
 */
export async function noteUndone(engine: Engine, ctx: Context, tx: Tx, id: string, undone: Undone): Promise<void> {
  const log = engine.models.require('Operation Log')
  const rows = engine.rows(log)
  const skipped = undone.skipped.length > 0 ? JSON.stringify(undone.skipped) : null
  let step: { id: string; state: string | null; by: string | null } = { id, state: undone.state, by: undone.by }
  for (let count = 0; count < maxSteps; count++) {
    const row: StoredRow | undefined = await rows.byIdLocked(tx, step.id)
    if (!row) return
    await setSilently(engine, tx, log.id, step.id, {
      undo_state: step.state,
      undone_by: step.by,
      skipped: count === 0 ? skipped : null,
    })
    announce(engine, ctx, tx, log, row, { action: 'updated' })
    if (row.undo_of == null) return
    const parent = String(row.undo_of)
    if (step.state === null) step = { id: parent, state: 'Undone', by: step.id }
    else if (step.state === 'Undone') step = { id: parent, state: null, by: null }
    else step = { id: parent, state: 'Partly Undone', by: step.id }
  }
}
