import { Refusal } from './skipped.ts'
import type { Undoing } from './take-back.ts'
import type { OperationRecord } from './versions-of.ts'

/**
 * Takes back a change of an entity type (reference: http-api, Undo); resolves to whether anything was left to take back.
 * The transaction is one of `writeDefinitions`.
 * @throws Refusal or Problem; then nothing of it may be kept
 */
export async function takeBackDefinition(_undoing: Undoing, _record: OperationRecord): Promise<boolean> {
  throw new Refusal({ reason: 'definition', message: { text: 'This had an effect outside this site.' } })
}
