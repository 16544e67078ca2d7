import { Problem } from '@tavla/contract'
import type { Loss } from '../definitions/loss-scan.ts'
import { moveEntity } from '../definitions/rename-entity.ts'
import { removeRecord } from '../writing/delete.ts'
import { bringBack } from './bring-back.ts'
import { type TakenBack, type Undoing, updateBack } from './take-back.ts'
import type { OperationRecord, OperationVersion } from './versions-of.ts'

/**
 * Takes back a change of an entity type (reference: http-api, Undo): removed fields come back with their values,
 * and a deleted type with its records. The transaction is one of `writeDefinitions`.
 * `between` runs after each of several changes of it.
 * @throws Refusal or Problem, DataLossError unless losses are confirmed; then nothing of it may be kept
 */
export async function takeBackDefinition(
  undoing: Undoing,
  record: OperationRecord,
  between?: () => Promise<void>,
): Promise<TakenBack> {
  const taken: TakenBack = { isDone: false, left: [] }
  for (const [index, version] of record.versions.entries()) {
    if (index > 0) await between?.()
    if (version.action === 'Updated')
      await withLosses(undoing, version, (options) => updateBack(undoing, version, taken, options))
    else if (version.action === 'Renamed') taken.isDone = (await renameBack(undoing, version)) || taken.isDone
    else if (version.action === 'Created') taken.isDone = await deleteCreated(undoing, version)
    else if (version.action === 'Deleted') return bringBack(undoing, version)
  }
  return taken
}

type Attempt = (options: Readonly<Record<string, unknown>>) => Promise<void>

/** A dry run tells the losses; what they stop is then tried as if they were confirmed. */
async function withLosses({ tx, losses }: Undoing, version: OperationVersion, attempt: Attempt): Promise<void> {
  try {
    await tx.attempt(() => attempt({}))
  } catch (error) {
    if (!(error instanceof Problem) || error.type !== 'DataLossError' || !losses.isConfirmed) throw error
    losses.found.push(...lossesOf(error).map((loss) => ({ entity: version.record, loss })))
    await attempt({ confirm_data_loss: 1 })
  }
}

const lossesOf = ({ errors = [] }: Problem): Loss[] =>
  errors.map(({ fieldname, records, samples }) => ({
    fieldname,
    records: Number(records),
    samples: (samples ?? []) as string[],
  }))

async function renameBack({ engine, ctx, tx }: Undoing, { data }: OperationVersion): Promise<boolean> {
  const [, from, to] = (data.changed ?? []).find(([name]) => name === 'id') ?? []
  if (!engine.models.get(String(to))) return false
  await moveEntity(engine, ctx, tx, String(to), String(from))
  return true
}

async function deleteCreated(undoing: Undoing, version: OperationVersion): Promise<boolean> {
  const id = version.record
  const { engine, ctx, tx } = undoing
  if (!engine.models.get(id)) return false
  const definitions = engine.models.require('Entity')
  await withLosses(undoing, version, async (options) => {
    await removeRecord(engine, ctx, tx, definitions, id, { sent: options })
  })
  return true
}
