import type { Engine } from './engine.ts'
import type { Model } from './model.ts'
import type { Condition, Counted } from './types.ts'

/** What records of this entity carry. */
export function countedOf({ counted }: Engine, model: Model): Counted | undefined {
  return counted?.isCarriedBy(model) ? counted : undefined
}

/** True for a number that is counted where it is asked for, and has no column. */
export const isCounted = (field: Condition['field']): field is Counted => 'countsFrom' in field
