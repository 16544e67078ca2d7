import type { Message } from '@tavla/contract'
import type { FaultPlace } from '@tavla/expressions'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'

/** A fault of a definition whose expressions were checked against it as it would be. */
export interface ExpressionFinding {
  /** The entity and the field in whose definition the expression stands. */
  owner: Model
  field: Field
  property: string
  message: Message
  place: FaultPlace
  suggestion?: string | undefined
  /** The name that the expression does not find. */
  unknown?: string | undefined
  /** The key of a roll-up in which it stands. */
  part?: string
}
