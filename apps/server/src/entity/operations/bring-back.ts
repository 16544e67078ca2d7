import { openEntity } from '../reading/read.ts'
import { Refusal } from './skipped.ts'
import type { Undoing } from './take-back.ts'
import type { OperationVersion } from './versions-of.ts'

/** Brings a deleted record back from the trash; false when it is there again. @throws Refusal when it was purged */
export async function bringBack({ engine, ctx, tx }: Undoing, version: OperationVersion): Promise<boolean> {
  const model = openEntity(engine, ctx, version.entity, 'create')
  if (await engine.rows(model).exists(tx, version.record)) return false
  throw new Refusal({ reason: 'purged', message: { text: 'This was deleted for ever.' } })
}
