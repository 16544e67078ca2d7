import { notPossibleNow, Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { noteUndone } from '../operations/chain.ts'
import { Refusal, type Skip, skipOf } from '../operations/skipped.ts'
import { type DefinitionLosses, takeBack, type Undoing } from '../operations/take-back.ts'
import { takeBackDefinition } from '../operations/undo-definitions.ts'
import { type OperationRecord, recordsOf } from '../operations/versions-of.ts'
import type { Context } from '../people/actor.ts'
import { markWrites } from '../writing/operation-row.ts'
import { changeDefinitions, type Draft } from './draft.ts'
import { itemKey } from './item.ts'
import type { ItemLoss } from './put-items.ts'

export interface RolledBack {
  operation: string | null
  /** Values that records made since lose, and parts of the former state that cannot come back. */
  lost: (ItemLoss | Skip)[]
}

/** Whether `putItems` wrote under an operation, and whether that was taken back since. */
export async function stateOfItems(engine: Engine, operation: string): Promise<'None' | 'Applied' | 'Taken Back'> {
  const row = await engine.rows(engine.models.require('Operation Log')).byId(engine.store, operation)
  if (row?.reason !== 'promoted') return 'None'
  return row.undo_state == null ? 'Applied' : 'Taken Back'
}

/**
 * Takes back what `putItems` did under an operation, in one transaction: all of it or nothing. Removed and retyped
 * fields get their values back, and records made since keep what their fields can hold.
 * @throws Problem 409 when a part was changed since, or the operation is unknown or was taken back before
 */
export async function rollBackItems(
  engine: Engine,
  ctx: Context,
  operation: string,
  isDryRun: boolean,
): Promise<RolledBack> {
  Object.assign(ctx.operation, { kind: 'Undo', undoOf: operation, reason: 'promoted' })
  const lost = await changeDefinitions(engine, isDryRun, async (draft) => {
    const log = engine.models.require('Operation Log')
    const row = await draft.engine.rows(log).byIdLocked(draft.tx, operation)
    if (row?.reason !== 'promoted' || row.undo_state != null) throw notPossibleNow({ text: 'This was already undone.' })
    const losses: DefinitionLosses = { isConfirmed: true, found: [] }
    const undoing = { engine: draft.engine, ctx, tx: draft.tx, operation, losses }
    const notes: Skip[] = []
    let open = (await recordsOf(draft.engine, draft.tx, operation)).filter(({ isPart }) => !isPart)
    while (open.length > 0) {
      const left = await takeBackRound(draft, undoing, open, notes)
      if (left.length === open.length) throw left[0]?.error
      open = left.map(({ record }) => record)
    }
    await noteUndone(draft.engine, ctx, draft.tx, operation, { by: ctx.operation.id, state: 'Undone', skipped: notes })
    const found = losses.found.map(({ entity, loss }) => ({ key: itemKey({ kind: 'Entity', id: entity }), ...loss }))
    return [...found, ...notes]
  })
  return { operation: isDryRun ? null : ctx.operation.id, lost }
}

/** Resolves to the records that were refused; another one may hold them. */
async function takeBackRound(
  draft: Draft,
  undoing: Undoing,
  records: readonly OperationRecord[],
  notes: Skip[],
): Promise<{ record: OperationRecord; error: unknown }[]> {
  const left: { record: OperationRecord; error: unknown }[] = []
  const { ctx, tx, losses } = undoing
  for (const record of records) {
    const forget = markWrites(tx, ctx.operation)
    const known = losses.found.length
    const { entity, id } = record
    try {
      const back = async () =>
        entity === 'Entity' ? takeBackDefinition(undoing, record, draft.refresh) : takeBack(undoing, record, true)
      const taken = await tx.attempt(back)
      notes.push(...taken.left.map((part) => ({ entity, id, ...part })))
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Problem)) throw error
      forget()
      losses.found.length = known
      left.push({ record, error: asProblem(error) })
    }
    if (entity === 'Entity') await draft.refresh()
  }
  return left
}

function asProblem(error: Refusal | Problem): Problem {
  return error instanceof Problem ? error : notPossibleNow(skipOf(error).message)
}
