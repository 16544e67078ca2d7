import { Problem } from '@tavla/contract'
import { dataLoss } from '../definitions/behaviour.ts'
import type { Loss } from '../definitions/loss-scan.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { markWrites } from '../writing/operation-row.ts'
import { changeDefinitions, type Draft } from './draft.ts'
import { type ItemChange, itemKey, rulesKind } from './item.ts'
import { type Extent, putItem } from './put-item.ts'
import { settingsKind } from './settings-kind.ts'

export interface PutOptions {
  isDryRun: boolean
  /** The caller accepts that data is lost. */
  isLossConfirmed: boolean
  /** Its operation is taken back as a whole, by `rollBackItems` alone. */
  isPromotion?: boolean
  /** Looks at the state in the transaction, before the first step. @throws Problem when it is not the expected one */
  check?: ((draft: Draft) => Promise<void>) | undefined
}

export interface PutOutcome {
  /** Null when nothing was written. */
  operation: string | null
  lost: ItemLoss[]
}

/** Data that a step loses. */
export interface ItemLoss extends Loss {
  key: string
}

/**
 * Carries out steps in one transaction and one operation: all of them or none (reference: http-api, Definitions).
 * @throws Problem of the first step that is refused; 417 DataLossError with every loss, unless confirmed
 */
export async function putItems(
  engine: Engine,
  ctx: Context,
  steps: readonly ItemChange[],
  options: PutOptions,
): Promise<PutOutcome> {
  ctx.operation.kind = 'Definition'
  if (options.isPromotion) ctx.operation.reason = 'promoted'
  const lost = await changeDefinitions(engine, options.isDryRun, async (draft) => {
    await options.check?.(draft)
    const losses: ItemLoss[] = []
    await putAll(draft, ctx, inOrder(steps), losses)
    if (losses.length > 0 && !options.isLossConfirmed && !options.isDryRun) throw refusedLoss(losses)
    return losses
  })
  return { operation: options.isDryRun || !ctx.operation.hasRow ? null : ctx.operation.id, lost }
}

/** @throws Problem 417 DataLossError that names every loss */
function refusedLoss(losses: readonly ItemLoss[]): Problem {
  const records = losses.reduce((sum, { records: count }) => sum + count, 0)
  return dataLoss({ losses: [...losses], records })
}

/**
 * Steps may need each other in a circle: what is refused is tried again after the others, and once nothing moves, new
 * entities are made with what names nobody, then fields without what reads others.
 */
async function putAll(draft: Draft, ctx: Context, steps: readonly ItemChange[], losses: ItemLoss[]): Promise<void> {
  const extents: Extent[] = ['bare', 'plain']
  let open = [...steps]
  while (open.length > 0) {
    const left = await putRound(draft, ctx, open, losses)
    if (left.length < open.length) {
      open = left.map(({ step }) => step)
      continue
    }
    const extent = extents.shift()
    if (!extent) throw left[0]?.problem
    open = await putParts(draft, ctx, left, extent, losses)
  }
}

interface Refused {
  step: ItemChange
  problem: Problem
}

async function putRound(
  draft: Draft,
  ctx: Context,
  steps: readonly ItemChange[],
  losses: ItemLoss[],
): Promise<Refused[]> {
  const left: Refused[] = []
  for (const step of steps) {
    const problem = await tryStep(draft, ctx, step, losses, 'whole')
    if (problem) left.push({ step, problem })
  }
  return left
}

/** Puts a part of each entity that stands still; the whole of it comes in a later round. */
async function putParts(
  draft: Draft,
  ctx: Context,
  refused: readonly Refused[],
  extent: Extent,
  losses: ItemLoss[],
): Promise<ItemChange[]> {
  const open: ItemChange[] = []
  for (const { step } of refused) {
    const isPart = step.kind === 'Entity' && (extent === 'bare' ? step.change === 'add' : step.change !== 'remove')
    const isPut = isPart && (await tryStep(draft, ctx, step, losses, extent)) === undefined
    open.push(isPut ? { ...step, change: 'change' } : step)
  }
  return open
}

/** Resolves to the reason for which the step was refused; then nothing of it is kept. */
async function tryStep(
  draft: Draft,
  ctx: Context,
  step: ItemChange,
  losses: ItemLoss[],
  extent: Extent,
): Promise<Problem | undefined> {
  const forget = markWrites(draft.tx, ctx.operation)
  const attempt = (isConfirmed: boolean) => draft.tx.attempt(() => putItem(draft, ctx, step, isConfirmed, extent))
  try {
    try {
      await attempt(false)
    } catch (error) {
      if (!(error instanceof Problem) || error.type !== 'DataLossError') throw error
      await draft.refresh()
      await attempt(true)
      losses.push(...lossesOf(error).map((loss) => ({ key: itemKey(step), ...loss })))
    }
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    forget()
    // A step that got half way has left definitions that are rolled back by now.
    await draft.refresh()
    return error
  }
}

const lossesOf = ({ errors = [] }: Problem): Loss[] =>
  errors.map(({ fieldname, records, samples }) => ({
    fieldname,
    records: Number(records),
    samples: (samples ?? []) as string[],
  }))

/** Items that others name come first, and go last. */
const inOrder = (steps: readonly ItemChange[]): ItemChange[] => steps.toSorted((a, b) => rankOf(a) - rankOf(b))

function rankOf({ kind, change }: ItemChange): number {
  const at = kinds.indexOf(kind)
  const rank = at < 0 ? kinds.length : at
  return change === 'remove' ? 100 - rank : change === 'rename' ? -1 : rank
}

const kinds = ['Role', 'Role Profile', 'Entity', rulesKind, settingsKind]
