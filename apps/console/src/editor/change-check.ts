import type { Client, FieldError } from '@tavla/client'
import type { DefinitionLoss } from '@tavla/contract'

/**
 * One step from the entity's stored fields to those of the draft, as the server plans it (reference:
 * metadata, Changing a definition).
 */
export interface PlannedChange {
  change: 'add' | 'rename' | 'retype' | 'retarget' | 'remove'
  fieldname: string
  /** The former name of a renamed field; else the former type. */
  from: string | null
  /** The new type; null for a removed field. */
  to: string | null
}

/** The effects of a save on the stored data. */
export interface ChangeEffects {
  plan: PlannedChange[]
  losses: DefinitionLoss[]
  /** Number of records that lose something, each counted once; absent from a server of an older version. */
  records?: number
  /** Reasons for a refusal, in the reader's language. */
  refused: string[]
  /** The same reasons with their places; absent from a server of an older version. */
  faults?: FieldError[]
}

type Body = Readonly<Record<string, unknown>>

/** Asks the server for the effects of a save with this body, without saving. Throws ApiError, 409 for a stale body. */
export const checkChanges = (client: Client, body: Body): Promise<ChangeEffects> => {
  const { id, ...changes } = body
  return client.entities.runAction<ChangeEffects>('Entity', String(id), 'check_changes', changes)
}

/** True when no stored value changes and nothing is refused, so that no question is needed. */
export const isHarmless = ({ plan, losses, refused }: ChangeEffects): boolean =>
  plan.length === 0 && losses.length === 0 && refused.length === 0
