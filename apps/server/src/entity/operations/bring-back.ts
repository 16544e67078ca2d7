import { openEntity } from '../reading/read.ts'
import { trashItemOf } from '../trash/find-item.ts'
import { restoreFromTrash } from '../trash/restore.ts'
import { Refusal } from './skipped.ts'
import type { Undoing } from './take-back.ts'
import type { OperationVersion } from './versions-of.ts'

/** Brings a deleted record back from the trash; false when it is there again. @throws Refusal when it was purged */
export async function bringBack({ engine, ctx, tx, operation }: Undoing, version: OperationVersion): Promise<boolean> {
  const { entity, record } = version
  const model = openEntity(engine, ctx, entity, 'create')
  const item = await trashItemOf(engine, tx, operation, entity, record)
  if (item !== undefined) {
    await restoreFromTrash(engine, ctx, tx, item)
    return true
  }
  if (await engine.rows(model).exists(tx, record)) return false
  throw new Refusal({ reason: 'purged', message: { text: 'This was deleted for ever.' } })
}
