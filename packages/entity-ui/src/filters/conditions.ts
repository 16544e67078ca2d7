import { conditionFrom, conditionsOf, type EntityState, type Filters } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** A condition with its place among those of its field. */
export interface ListCondition {
  fieldname: string
  index: number
  pair: readonly [operator: string, value: unknown]
}

/** The conditions of a list, one by one, in the order in which they were set. */
export const listConditions = (filters: Filters): ListCondition[] =>
  Object.entries(filters).flatMap(([fieldname, condition]) =>
    conditionsOf(condition).map((pair, index) => ({ fieldname, index, pair })),
  )

/** A field's condition with another one at a place; null takes it away. */
export function withCondition(
  { filters }: Pick<EntityState, 'filters'>,
  { fieldname, index }: Pick<ListCondition, 'fieldname' | 'index'>,
  pair: ListCondition['pair'] | null,
): unknown {
  const all = fieldname in filters ? conditionsOf(filters[fieldname]) : []
  return conditionFrom(pair ? all.toSpliced(index, 1, pair) : all.toSpliced(index, 1))
}

/** The fields by which a person may filter, those of the form first. */
export const filterFields = ({ all_fields }: Meta): FieldMeta[] =>
  all_fields.filter((field) => !field.hidden && !fieldUi(field.fieldtype).isUnfilterable)
