import type { Client, FieldError } from '@tavla/client'
import type { DefinitionLoss } from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'

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

/** A fault of an expression, with its place (reference: expressions, Checks). */
export interface ExpressionFinding {
  /** Null for the condition of a transition. */
  fieldname: string | null
  /** The title of the transition whose condition it is. */
  transition?: string
  property: string
  /** Of a fault in a transition that is none of its condition: its row, from 1, and what is wrong of it. */
  row?: number
  row_fieldname?: string
  /** From 0, in UTF-16 units; the end is behind the last one. */
  start?: number
  end?: number
  message: string
  /** The known name that is nearest. */
  suggestion?: string
  /** The other entity in whose definition the expression stands. */
  entity?: string
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
  /** Faults of expressions, and removed fields that an expression names; absent from a server of an older version. */
  expressions?: ExpressionFinding[]
  used_by?: FieldError[]
  /** Sentences about a definition that is allowed but hardly meant, such as a state that nothing reaches. */
  warnings?: (string | { message: string })[]
  /** Number of records whose values a job works out anew. */
  recalculate?: number
}

type Body = Readonly<Record<string, unknown>>

/** Asks the server for the effects of a save with this body, without saving. Throws ApiError, 409 for a stale body. */
export const checkChanges = (client: Client, body: Body): Promise<ChangeEffects> => {
  const { id, ...changes } = body
  return client.entities.runAction<ChangeEffects>('Entity', String(id), 'check_changes', changes)
}

/**
 * The faults of expressions at their places in the form. Removed fields that an expression names, and expressions of other
 * definitions, have no box in it: they stand above the fields.
 */
export function expressionErrors(body: Body, { expressions = [], used_by = [] }: ChangeEffects): FieldError[] {
  const wrong = expressions.map((finding): FieldError => {
    const { fieldname, transition, property, entity, message, row: place, row_fieldname } = finding
    if (place !== undefined && row_fieldname !== undefined)
      return { fieldname: 'transitions', row: place, row_fieldname, message }
    if (fieldname === 'state_field') return { fieldname, message }
    const table = transition === undefined ? 'fields' : 'transitions'
    const index = readRows(body[table]).findIndex((row) =>
      transition === undefined ? row.fieldname === fieldname : row.title === transition,
    )
    if (entity !== undefined || index < 0)
      return { fieldname: table, message: entity ? `${entity}: ${message}` : message }
    return { fieldname: table, row: index + 1, row_fieldname: property, message }
  })
  return [...used_by.map(({ message }) => ({ fieldname: 'fields', message })), ...wrong]
}

/** True when no stored value changes and nothing is refused, so that no question is needed. */
export const isHarmless = ({ plan, losses, refused, recalculate = 0 }: ChangeEffects): boolean =>
  plan.length === 0 && losses.length === 0 && refused.length === 0 && recalculate === 0
