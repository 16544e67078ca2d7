import type { Condition, Filter, FilterGroup, RowsFilter } from '../types.ts'

export const isGroup = (filter: Filter): filter is FilterGroup => 'join' in filter

export const isOnRows = (filter: Filter): filter is RowsFilter => 'rows' in filter

export const isCondition = (filter: Filter): filter is Condition => 'field' in filter

/** All conditions on the record itself, also those within groups. */
export function conditionsIn(filters: readonly Filter[]): Condition[] {
  return filters.flatMap((one) => (isGroup(one) ? conditionsIn(one.members) : isCondition(one) ? one : []))
}

/** All conditions on rows of tables, also those within groups. */
export function onRowsIn(filters: readonly Filter[]): RowsFilter[] {
  return filters.flatMap((one) => (isGroup(one) ? onRowsIn(one.members) : isOnRows(one) ? one : []))
}
