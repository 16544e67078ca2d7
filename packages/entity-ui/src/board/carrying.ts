import type { EntityRecord } from '@tavla/contract'

/** A card on its way from one column to another. */
export interface Carried {
  record: EntityRecord
  from: string | null
  /** Where it would be dropped now. */
  to: string | null
  by: 'key' | 'pointer'
  /** Its index in the column that it left. */
  index: number
}
