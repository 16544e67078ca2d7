import { refused, type SkipReason } from '@tavla/contract'
import { isReadable } from '../reading/read.ts'
import { trashItemOf } from '../trash/find-item.ts'
import type { Loss } from '../trash/rebuild.ts'
import { restoreFromTrash } from '../trash/restore.ts'
import { Refusal } from './skipped.ts'
import type { TakenBack, Undoing } from './take-back.ts'
import type { OperationVersion } from './versions-of.ts'

/**
 * Brings a deleted record back from the trash; nothing is done when it is there again.
 * @throws Refusal when it was purged, or the caller may not see it in the trash; Problem as a restore
 */
export async function bringBack(
  { engine, ctx, tx, operation }: Undoing,
  { entity, record }: OperationVersion,
): Promise<TakenBack> {
  const item = await trashItemOf(engine, tx, operation, entity, record)
  if (item === undefined) {
    const model = engine.models.require(entity)
    if (await engine.rows(model).exists(tx, record)) return { isDone: false, left: [] }
    throw new Refusal({ reason: 'purged', message: { text: 'This was deleted for ever.' } })
  }
  if (!(await isReadable(engine, ctx, tx, 'Trash Item', item))) {
    throw new Refusal({ reason: 'right', message: refused().detail })
  }
  const { losses } = await restoreFromTrash(engine, ctx, tx, item)
  const open = losses.filter(({ permlevel }) => permlevel === 0)
  return {
    isDone: true,
    left: open.map(({ reason, message, fieldname }) => ({ reason: reasonOf(reason), message, fields: [fieldname] })),
  }
}

const reasonOf = (reason: Loss['reason']): SkipReason => (reason === 'definition' ? reason : 'invalid')
