import { Problem } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { writeManyRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { carefullyIfNeeded, NoMark } from '../writing/carefully.ts'
import { markWrites } from '../writing/operation-row.ts'
import { type RowWrite, type WrittenRow, writeRow } from './row-write.ts'

/** Records that one transaction writes. */
export interface Block {
  entity: string
  write: RowWrite
  ids: readonly string[]
}

export interface BlockOutcome {
  written: WrittenRow[]
  refused: { id: string; problem: Problem }[]
}

export interface BlockOptions {
  /** Once aborted, the block is rolled back. */
  signal?: AbortSignal
  /** Runs in the transaction before each record. */
  before?(tx: Tx, model: Model, id: string): Promise<void>
  /** Called after each record. */
  after?(outcome: BlockOutcome): void
  /** Keeps the values of each written record for the outcome. */
  keepsValues?: boolean
  /** Runs at the end of the transaction. */
  atEnd?(tx: Tx, outcome: BlockOutcome): Promise<void>
}

const dryRun = new Error('A dry run is rolled back')

/** Writes each record by itself: a refused one is left out. */
export function writeBlock(
  engine: Engine,
  ctx: Context,
  block: Block,
  options: BlockOptions = {},
): Promise<BlockOutcome> {
  return carefullyIfNeeded((isCareful) => writeOnce(engine, ctx, block, { ...options, isCareful }))
}

/** The outcome of `writeBlock`, of which nothing stays: neither rows nor messages nor events. */
export async function rehearseBlock(
  engine: Engine,
  ctx: Context,
  block: Block,
  options: Pick<BlockOptions, 'before'>,
): Promise<BlockOutcome> {
  let found: BlockOutcome | undefined
  const atEnd = async (_tx: Tx, outcome: BlockOutcome) => {
    found = outcome
    throw dryRun
  }
  try {
    return await writeBlock(engine, ctx, block, { ...options, atEnd, keepsValues: true })
  } catch (error) {
    if (error === dryRun && found) return found
    throw error
  }
}

/** The refusals of the records for which all were left as they were. */
export class AllRefused extends Error {
  readonly refused: BlockOutcome['refused']

  constructor(refused: BlockOutcome['refused']) {
    super('Some of the records were refused')
    this.refused = refused
  }
}

/** Refusals after which a write of all or none looks no further. */
const enoughRefusals = 100

/** Writes all records or none. @throws AllRefused */
export function writeWhole(
  engine: Engine,
  ctx: Context,
  block: Block,
  options: BlockOptions = {},
): Promise<BlockOutcome> {
  return writeManyRecords(engine, block.entity, async (tx, model) => {
    const outcome: BlockOutcome = { written: [], refused: [] }
    for (const id of block.ids) {
      options.signal?.throwIfAborted()
      try {
        outcome.written.push(withoutValues(await writeRow(engine, ctx, tx, model, block.write, id)))
      } catch (error) {
        // A failed statement has ended the transaction, so nothing further can be tried.
        if (!(error instanceof Problem) && outcome.refused.length > 0) break
        if (!(error instanceof Problem)) throw error
        outcome.refused.push({ id, problem: error })
        if (outcome.refused.length === enoughRefusals) break
      }
      options.after?.(outcome)
    }
    if (outcome.refused.length > 0) throw new AllRefused(outcome.refused)
    await options.atEnd?.(tx, outcome)
    return outcome
  })
}

/** The values of a hundred thousand records would fill the memory. */
const withoutValues = ({ id, isChanged }: WrittenRow): WrittenRow => ({ id, isChanged })

function writeOnce(
  engine: Engine,
  ctx: Context,
  { entity, write, ids }: Block,
  { isCareful, signal, before, after, atEnd, keepsValues }: BlockOptions & { isCareful: boolean },
): Promise<BlockOutcome> {
  return writeManyRecords(engine, entity, async (tx, model) => {
    const outcome: BlockOutcome = { written: [], refused: [] }
    for (const id of ids) {
      signal?.throwIfAborted()
      await before?.(tx, model, id)
      const run = () => writeRow(engine, ctx, tx, model, write, id)
      const forget = markWrites(tx, ctx.operation)
      try {
        const row = await (isCareful ? tx.attempt(run) : run())
        outcome.written.push(keepsValues ? row : withoutValues(row))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        if (!isCareful) throw new NoMark()
        forget()
        outcome.refused.push({ id, problem: error })
      }
      after?.(outcome)
    }
    await atEnd?.(tx, outcome)
    return outcome
  })
}
