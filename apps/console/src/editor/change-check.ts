import type { Client, FieldError } from '@tavla/client'

/**
 * One step from the entity's fields as they are to those of the draft, as the server sees it
 * (reference: metadata, Changing a definition).
 */
export interface PlannedChange {
  change: 'add' | 'rename' | 'retype' | 'retarget' | 'remove'
  fieldname: string
  /** The former name of a renamed field; else the former type. */
  from: string | null
  /** The type that it has then; null for a removed field. */
  to: string | null
}

export interface Loss {
  fieldname: string
  /** How many records lose their value. */
  records: number
  /** Ids of the first of them. */
  samples: string[]
  /** The same with title and value, as far as the reader may see them; absent from a server of an older version. */
  examples?: LossExample[]
}

export interface LossExample {
  id: string
  title: string | null
  /** What it holds now, in short. */
  value: string | number | null
}

/** What a save would do to the stored data. */
export interface ChangeEffects {
  plan: PlannedChange[]
  losses: Loss[]
  /** How many records lose something, each counted once; absent from a server of an older version. */
  records?: number
  /** Why it would be refused, in the reader's language. */
  refused: string[]
  /** The same with the places where the reasons stand; absent from a server of an older version. */
  faults?: FieldError[]
}

type Body = Readonly<Record<string, unknown>>

/** Asks the server what a save with this body would do; changes nothing. Throws ApiError, 409 where it would be stale. */
export const checkChanges = (client: Client, body: Body): Promise<ChangeEffects> => {
  const { id, ...changes } = body
  return client.entities.runAction<ChangeEffects>('Entity', String(id), 'check_changes', changes)
}

/** True when there is nothing to ask about: what changes is how things are shown, and no stored value is touched. */
export const isHarmless = ({ plan, losses, refused }: ChangeEffects): boolean =>
  plan.length === 0 && losses.length === 0 && refused.length === 0
