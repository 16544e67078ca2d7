import { client } from '@tavla/app-shell/frame'
import type { EntityRecord, Flag } from '@tavla/contract'

const { entities } = client

/** A step of a promotion's plan (reference: hosting, Promotion). */
export interface PlanItem {
  /** Kind and id, as in `Entity/Deal`. */
  key: string
  change: 'add' | 'change' | 'rename' | 'remove'
  risk: 'Safe' | 'Careful' | 'Loss'
  conflict: Flag
  picked: Flag
  needs?: readonly string[]
  before?: unknown
  after?: unknown
}

/** The outcome of trying a plan on a copy of its target. */
export interface Rehearsal {
  seconds: number
  items: number
  converted: number
  lost?: readonly unknown[]
  failed?: readonly unknown[]
}

export const planPromotion = (source: string, target: string) =>
  entities.runAction<{ promotion: string }>('Project', source, 'plan_promotion', { target })

const run = <T = unknown>(promotion: string, action: string, data: object = {}) =>
  entities.runAction<T>('Promotion', promotion, action, data)

export const pickItems = (promotion: string, keys: readonly string[]) =>
  run<{ added?: readonly string[] }>(promotion, 'pick', { keys })

export const rehearse = (promotion: string) => run(promotion, 'rehearse')

export const applyPromotion = (promotion: string, acceptsLoss: boolean) =>
  run(promotion, 'apply', acceptsLoss ? { confirm_data_loss: 1 } : {})

/** Resolves to all that a roll back would lose; nothing is changed. */
export const lossOfRollBack = async (promotion: string) =>
  (await run<RolledBack>(promotion, 'roll_back', { dry_run: 1 })).lost

/** Resolves to all that was lost. */
export const rollBack = async (promotion: string) => (await run<RolledBack>(promotion, 'roll_back')).lost

interface RolledBack {
  lost: readonly unknown[]
}

/** The items of a promotion; a JSON value may come as text. */
export const itemsOf = ({ items }: EntityRecord): readonly PlanItem[] => parsed(items) ?? []

export const rehearsalOf = ({ rehearsal }: EntityRecord): Rehearsal | null => parsed(rehearsal)

function parsed<T>(value: unknown): T | null {
  if (typeof value !== 'string') return (value as T | null | undefined) ?? null
  try {
    return JSON.parse(value) as T
  } catch {
    return null
  }
}
