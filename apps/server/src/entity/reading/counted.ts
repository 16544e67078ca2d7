import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Condition, CountProvider } from '../types.ts'

/** The number that records of this entity carry; undefined when they carry none. */
export function countedOf({ counted }: Engine, model: Model): CountProvider | undefined {
  return counted?.isCarriedBy(model) ? counted : undefined
}

/** True for a number that is computed in the query and has no column. */
export const isCounted = (field: Condition['field']): field is CountProvider => 'countsFrom' in field
