import { type DefinitionPlanItem, recordNotFound, textOf } from '@tavla/contract'
import { type Context, type Engine, find, type StoredRow, updateIn } from '../../../entity/index.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { systemFor } from '../transitions.ts'

export type PromotionStatus = 'Draft' | 'Rehearsed' | 'Applied' | 'Rolled Back' | 'Failed'

/** A Promotion record. */
export interface Promotion {
  id: string
  source: string
  target: string
  status: PromotionStatus
  items: DefinitionPlanItem[]
  rehearsal: Rehearsal | undefined
  operation: string | undefined
  /** UTC text. */
  appliedAt: string | undefined
}

/** The outcome of a rehearsal, as the record keeps it. */
export interface Rehearsal {
  seconds: number
  items: number
  /** Records whose values were converted. */
  converted: number
  lost: object[]
  failed: { message: string }[]
}

/** @throws Problem 404 */
export async function readPromotion(engine: Engine, id: string, reader: Reader = engine.store): Promise<Promotion> {
  const row = await engine.rows(engine.models.require('Promotion')).byId(reader, id)
  if (!row) throw recordNotFound('Promotion', id)
  return promotionOf(id, row)
}

function promotionOf(id: string, row: StoredRow): Promotion {
  return {
    id,
    source: textOf(row.source),
    target: textOf(row.target),
    status: row.status as PromotionStatus,
    items: parsed<DefinitionPlanItem[]>(row.items) ?? [],
    rehearsal: parsed<Rehearsal>(row.rehearsal),
    operation: textOf(row.operation_id) || undefined,
    appliedAt: textOf(row.applied_at) || undefined,
  }
}

const parsed = <T>(text: unknown): T | undefined =>
  typeof text === 'string' && text !== '' ? (JSON.parse(text) as T) : undefined

/** Changes HQ's own fields of a promotion. */
export async function notePromotion(
  engine: Engine,
  ctx: Context,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await engine.store.write((tx) => notePromotionIn(engine, ctx, tx, id, values))
}

/** `notePromotion` within a transaction. */
export async function notePromotionIn(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await updateIn(engine, systemFor(ctx), tx, 'Promotion', id, values)
}

/** Notes how the rehearsal of `promotion` went, unless other steps were picked, or those applied, while it went on. */
export async function noteRehearsal(
  engine: Engine,
  ctx: Context,
  promotion: Promotion,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id } = promotion
  await engine.store.write(async (tx) => {
    const row = await engine.rows(engine.models.require('Promotion')).byIdLocked(tx, id)
    const now = row && promotionOf(id, row)
    const isOpen = now?.status === 'Draft' || now?.status === 'Rehearsed'
    if (isOpen && isSame(now, { ...promotion, status: now.status })) await notePromotionIn(engine, ctx, tx, id, values)
  })
}

/** Whether a promotion has still the state and the picked steps with which it was read. */
export const isSame = (one: Promotion, other: Promotion): boolean =>
  one.status === other.status && picksOf(one) === picksOf(other)

const picksOf = ({ items }: Promotion): string =>
  JSON.stringify(items.filter(({ picked }) => picked === 1).map(({ key }) => key))

/** The newest applied promotion of a project. */
export async function newestApplied(engine: Engine, target: string): Promise<string | undefined> {
  const where = { target, status: 'Applied' }
  const [row] = await find(engine, 'Promotion', { where, fields: ['id'], order: 'applied_at desc', limit: 1 })
  return row?.id
}
