import type { EntityStore } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'

/** A step to another state (reference: transitions, Taking one). */
export interface TransitionStep {
  to: string
  /** Absent where the state is forced. */
  transition?: string
  force?: 1
  reason?: string
  values?: Readonly<Record<string, unknown>>
}

/** Takes a record to another state, and shows what became of it; throws ApiError. */
export async function takeTransition(
  store: EntityStore,
  record: EntityRecord,
  step: TransitionStep,
): Promise<EntityRecord> {
  const data = { ...step, ...(record.modified !== undefined && { modified: record.modified }) }
  const { entity } = await store.runAction<{ entity: EntityRecord }>(record.id, 'transition', data)
  store.take(entity)
  return entity
}
