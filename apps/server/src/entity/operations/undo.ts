import { type DefinitionLoss, invalid, limits, notPossibleNow, type UndoAnswer } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import { withExamples } from '../definitions/loss-examples.ts'
import { reloadDefinitions } from '../definitions/reload.ts'
import { isUsedInDefinitions } from '../definitions/rename-record.ts'
import type { Engine } from '../engine.ts'
import { writeDefinitions, writeManyRecords } from '../model/definition-lock.ts'
import type { Context } from '../people/actor.ts'
import { whyNotUndone } from '../reading/operation-outlook.ts'
import type { StoredRow } from '../tables/rows.ts'
import { requireUnlocked } from '../writing/locked-definitions.ts'
import { markWrites } from '../writing/operation-row.ts'
import { noteUndone } from './chain.ts'
import { readersOf } from './readable.ts'
import { presentSkips, type Skip, skipOf } from './skipped.ts'
import { type DefinitionLosses, type TakenBack, takeBack, type Undoing } from './take-back.ts'
import { takeBackDefinition } from './undo-definitions.ts'
import { type OperationRecord, recordsOf } from './versions-of.ts'

export interface UndoOptions {
  /** Only these of its records. */
  only?: readonly { entity: string; id: string }[] | undefined
  /** Only these versions of them. */
  version?: string | undefined
  isDryRun: boolean
  /** The caller accepts that data is lost by taking back the change of a definition. */
  isLossConfirmed?: boolean
}

/** The outcome so far. */
interface Outcome {
  undone: number
  skips: Skip[]
  /** Skips with which the record still counts as taken back. */
  notes: Skip[]
}

const dryRun = new Error('A dry run is rolled back')

/**
 * Takes back an operation, or some of its records, under an operation of its own (reference: http-api, Undo).
 * @throws Problem 409 when it was undone already or cannot be, 417 for a record that is not part of it
 */
export async function undoOperation(
  engine: Engine,
  ctx: Context,
  id: string,
  { only, version, isDryRun, isLossConfirmed = false }: UndoOptions,
): Promise<UndoAnswer> {
  const row = await readOperation(engine, engine.store, id)
  refuseFinal(engine, row)
  const all = (await recordsOf(engine, engine.store, id)).filter((record) => !record.isPart)
  const records = narrow(all, only, version)
  if (!isDryRun) for (const { entity } of records) requireUnlocked(engine, ctx, entity)
  const kind = row.kind === 'Undo' ? 'Redo' : 'Undo'
  Object.assign(ctx.operation, { kind, undoOf: id, isInParts: records.length > limits.bulkItems })
  const outcome: Outcome = { undone: 0, skips: [], notes: [] }
  const losses: DefinitionLosses = { isConfirmed: isDryRun || isLossConfirmed, found: [] }
  for (let at = 0; at < records.length; at += limits.bulkItems) {
    const block = records.slice(at, at + limits.bulkItems)
    const isLast = at + limits.bulkItems >= records.length
    const isWhole = isLast && records.length === all.length
    const taken = await runBlock(engine, block, isDryRun, async (tx) => {
      const undoing = { engine, ctx: isDryRun ? { ...ctx, isDryRun } : ctx, tx, operation: id, losses }
      refuseFinal(engine, await lockOperation(engine, tx, id))
      const done = await takeBackAll(undoing, block, only !== undefined)
      const skips = [...outcome.skips, ...done.skips]
      const state = isWhole && skips.length === 0 ? 'Undone' : 'Partly Undone'
      if (done.undone > 0 || outcome.undone > 0) {
        await noteUndone(engine, ctx, tx, id, {
          by: ctx.operation.id,
          state,
          skipped: [...skips, ...outcome.notes, ...done.notes],
        })
      }
      return done
    })
    outcome.undone += taken.undone
    outcome.skips.push(...taken.skips)
    outcome.notes.push(...taken.notes)
  }
  const skips = [...outcome.skips, ...outcome.notes]
  const isReadable = await readersOf(engine, ctx, skips)
  return {
    operation: isDryRun || outcome.undone === 0 ? null : ctx.operation.id,
    kind,
    undone: outcome.undone,
    count: version === undefined ? all.length : 1,
    skipped: await presentSkips(engine, ctx, skips, isReadable),
    ...(isDryRun && losses.found.length > 0 && { losses: await presentLosses(engine, ctx, losses) }),
  }
}

/** The definitions are by now as they were before the dry run. */
async function presentLosses(engine: Engine, ctx: Context, { found }: DefinitionLosses): Promise<DefinitionLoss[]> {
  const shown: DefinitionLoss[] = []
  for (const [entity, of] of Map.groupBy(found, (one) => one.entity)) {
    const model = engine.models.get(entity)
    const losses = of.map(({ loss }) => loss)
    shown.push(...(model ? await withExamples(engine, ctx, model, losses) : losses))
  }
  return shown
}

/** Runs one block in a transaction; a dry run is rolled back, with all that waits for the commit. */
async function runBlock(
  engine: Engine,
  block: readonly OperationRecord[],
  isDryRun: boolean,
  change: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  let done: Outcome | undefined
  const run = async (tx: Tx) => {
    done = await change(tx)
    if (isDryRun) throw dryRun
    return done
  }
  try {
    if (!block.some((record) => touchesDefinitions(engine, record))) {
      return await writeManyRecords(engine, block[0]?.entity ?? 'Version', run)
    }
    return await writeDefinitions(engine, async (tx) => {
      const outcome = await run(tx)
      await reloadDefinitions(engine, tx)
      return outcome
    })
  } catch (error) {
    if (error === dryRun && done) return done
    throw error
  }
}

/** True for definitions, and for renames of records that definitions name, such as roles. */
function touchesDefinitions(engine: Engine, { entity, versions }: OperationRecord): boolean {
  const model = engine.models.get(entity)
  const isRenamed = versions.some(({ action }) => action === 'Renamed')
  return entity === 'Entity' || (isRenamed && model !== undefined && isUsedInDefinitions(engine, model))
}

/** The newest first; a record that is refused is tried once more after the others, which may have held it. */
async function takeBackAll(undoing: Undoing, records: readonly OperationRecord[], isNamed: boolean): Promise<Outcome> {
  const outcome: Outcome = { undone: 0, skips: [], notes: [] }
  const again: OperationRecord[] = []
  for (const record of records) if (!(await tryOne(undoing, record, isNamed, outcome))) again.push(record)
  if (again.length > 0 && again.length < records.length) outcome.skips = []
  if (again.length < records.length) for (const record of again) await tryOne(undoing, record, isNamed, outcome)
  return outcome
}

async function tryOne(undoing: Undoing, record: OperationRecord, isNamed: boolean, outcome: Outcome): Promise<boolean> {
  const { tx, ctx } = undoing
  const { entity, id } = record
  const forget = markWrites(tx, ctx.operation)
  try {
    const taken = await tx.attempt<TakenBack>(async () =>
      entity === 'Entity' ? takeBackDefinition(undoing, record) : takeBack(undoing, record, isNamed),
    )
    if (taken.isDone) outcome.undone++
    outcome.notes.push(...taken.left.map((left) => ({ entity, id, ...left })))
    return true
  } catch (error) {
    forget()
    outcome.skips.push({ entity, id, ...skipOf(error) })
    return false
  }
}

/** @throws Problem 417 for a record that is not part of the operation */
function narrow(
  all: readonly OperationRecord[],
  only: UndoOptions['only'],
  version: string | undefined,
): readonly OperationRecord[] {
  if (!only) return all
  return only.map(({ entity, id }) => {
    const record = all.find((one) => one.entity === entity && one.id === id)
    if (!record) throw invalid('{0} is not part of this operation.', [id])
    if (version === undefined) return record
    return { ...record, versions: record.versions.filter((one) => one.id === version) }
  })
}

type Reader = Pick<Tx, 'get' | 'all'>

async function readOperation(engine: Engine, reader: Reader, id: string): Promise<StoredRow> {
  const log = engine.models.require('Operation Log')
  return (await engine.rows(log).byId(reader, id)) ?? {}
}

async function lockOperation(engine: Engine, tx: Tx, id: string): Promise<StoredRow> {
  return (await engine.rows(engine.models.require('Operation Log')).byIdLocked(tx, id)) ?? {}
}

/** @throws Problem 409 */
function refuseFinal(engine: Engine, row: Readonly<StoredRow>): void {
  const reason = whyNotUndone(engine, row)
  if (reason) throw notPossibleNow(reason)
}
