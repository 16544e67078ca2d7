import {
  type BulkTarget,
  type ExportQuery,
  type FieldMeta,
  type FilterGroup,
  type FilterPart,
  type ListQuery,
  type ListSums,
  limits,
  type Meta,
  type SummaryQuery,
} from '@tavla/contract'
import { fieldFacts } from './field-facts.ts'
import { soundFilters, soundGroup } from './filter-faults.ts'
import { conditionsOf, joinFilters, narrowed } from './filter-groups.ts'
import { searchQuery } from './search.ts'
import type { EntityState, Filters, ListDisplay } from './state.ts'

/** The query of one page of the list with its current settings. */
export function pageQuery(state: EntityState, start: number, length: number): ListQuery {
  const { orderBy } = state
  return {
    ...matching(state),
    limit_start: start,
    limit_page_length: Math.min(Math.max(1, length), limits.pageCap),
    ...fieldsQuery(state),
    ...(orderBy !== '' && { order_by: orderBy }),
  }
}

/** Queries the current values of those records among `ids` that still match. */
export function idsQuery(state: EntityState, ids: readonly string[]): ListQuery {
  return {
    filters: joinFilters(withCondition(scopedFilters(state), 'id', ['in', fittingIds(ids)]), groupOf(state)),
    ...searchQuery(state),
    limit_start: 0,
    limit_page_length: limits.pageCap,
    ...fieldsQuery(state),
  }
}

/** Queries the number of matching records with a page of one row. */
export const countQuery = (state: EntityState): ListQuery => ({
  ...matching(state),
  fields: ['id'],
  limit_start: 0,
  limit_page_length: 1,
})

/** Queries exact numbers over the matching records. */
export const summaryQuery = (
  state: EntityState,
  { aggregates, groupBy = '', where }: SummaryQuestion,
): SummaryQuery => ({
  ...matching(where ? { ...state, group: narrowed(state.group, where) } : state),
  aggregates,
  ...(groupBy !== '' && { group_by: groupBy }),
})

/** The query of an export: the records that the list shows, or all of its screen, in the order of the list. */
export const exportQuery = (state: EntityState, which: 'shown' | 'all'): ExportQuery => ({
  ...(which === 'shown' ? matching(state) : { filters: scopedFilters({ ...state, filters: {} }) }),
  ...(state.orderBy !== '' && { order_by: state.orderBy }),
})

/** A question about all matching records (reference: http-api, Sums and groups). */
export interface SummaryQuestion {
  /** `sum:`, `avg:`, `min:` or `max:` with a fieldname; the count comes with every answer. */
  aggregates: readonly string[]
  /** `field` or `field:day|week|month|quarter|year`, one or two with a comma; '' for no groups. */
  groupBy?: string
  /** Asks only about the matching records for which this holds too. */
  where?: FilterPart
}

/** The records that a bulk action means: the selected ones, or all that match (reference: http-api, Bulk on a filter). */
export function selectedTarget(state: EntityState): BulkTarget {
  if (!state.isAllSelected) return { ids: state.selected }
  return matching(state)
}

/** The fields that a person may show or sort by in a list: stored, readable, neither secret nor a table. */
export function listableFields(meta: Meta): FieldMeta[] {
  return meta.all_fields.filter((field) => !field.hidden && !fieldFacts(field.fieldtype).isUnlisted)
}

/** The parts of a display that the entity still has, and each name that it has not. */
export function soundDisplay(
  meta: Meta,
  display: Omit<ListDisplay, 'layout'> & { sums: ListSums },
): Pick<EntityState, 'lost' | 'orderBy' | 'listFields' | 'columns' | 'sums' | 'groupBy' | 'layoutFields'> {
  const { orderBy, listFields, columns, groupBy, sums, layoutFields } = display
  const known = new Set(listableFields(meta).map((field) => field.fieldname))
  const isKnown = (name: string) => known.has(name)
  const soundName = (name: string) => (isKnown(name) ? name : '')
  const { board_field, calendar_start, calendar_end } = layoutFields
  const named = [
    ...orderBy.split(',').map((part) => part.trim().split(/\s+/)[0] ?? ''),
    ...listFields,
    ...columns.map(({ fieldname }) => fieldname),
    ...groupBy.split(',').map(groupedName),
    ...Object.keys(sums),
    ...Object.values(layoutFields),
  ]
  return {
    lost: [...new Set(named)].filter((name) => name !== '' && !isKnown(name)),
    orderBy: validOrder(meta, orderBy),
    listFields: listFields.filter(isKnown),
    columns: columns.filter(({ fieldname }) => isKnown(fieldname)),
    sums: Object.fromEntries(Object.entries(sums).filter(([name]) => isKnown(name))),
    groupBy: groupBy.split(',').map(groupedName).every(isKnown) ? groupBy : '',
    layoutFields: {
      board_field: soundName(board_field),
      calendar_start: soundName(calendar_start),
      calendar_end: soundName(calendar_end),
    },
  }
}

const groupedName = (part: string) => part.trim().split(':')[0] ?? ''

/** The parts of a saved order that still name fields of the entity (reference: screens, List choices). */
export function validOrder(meta: Meta, orderBy: string): string {
  const names = new Set(listableFields(meta).map((field) => field.fieldname))
  return orderBy
    .split(',')
    .map((part) => part.trim())
    .filter((part) => names.has(part.split(/\s+/)[0] ?? ''))
    .slice(0, limits.orderByNames)
    .join(', ')
}

/** Adds the fields that every row needs to a choice of fields. */
export function fieldsQuery(state: Pick<EntityState, 'listFields' | 'layout' | 'columns' | 'meta'>): {
  fields?: string[]
} {
  const { meta } = state
  const chosen = state.layout === 'Table' && state.columns.length > 0 ? tableFields(state) : state.listFields
  if (chosen.length === 0) return {}
  const { title_field, image_field } = meta?.doc_meta ?? {}
  const contact = meta?.doc_meta.fields.some((f) => f.fieldname === 'whatsapp_contact_id') && 'whatsapp_contact_id'
  const names = ['id', title_field, image_field, ...chosen, contact, 'modified']
  return { fields: [...new Set(names.filter((name): name is string => Boolean(name)))] }
}

/** The fields of a table's columns and of the rows beside an open record, and the owner, who may decide its rights. */
function tableFields({ columns, listFields, meta }: Pick<EntityState, 'listFields' | 'columns' | 'meta'>): string[] {
  const listed = meta?.all_fields.filter((field) => field.in_list_view && !field.hidden) ?? []
  const rows = listFields.length > 0 ? listFields : listed.map(({ fieldname }) => fieldname)
  return [...columns.map(({ fieldname }) => fieldname), ...rows, 'owner']
}

/**
 * All conditions of the list that its entity still has: the person's filters and group, within the scope of the screen,
 * and the text of the search box.
 */
const matching = (state: EntityState): { filters: unknown; search?: string } => ({
  filters: joinFilters(scopedFilters(state), groupOf(state)),
  ...searchQuery(state),
})

/** The group without what the server would refuse. */
const groupOf = ({ group, meta }: EntityState): FilterGroup | null => (group && meta ? soundGroup(meta, group) : group)

/** The person's filters, within the scope of the screen. */
const scopedFilters = ({ filters, scope, meta }: EntityState): Filters =>
  Object.entries(scope).reduce(
    (all, [name, condition]) => withCondition(all, name, condition),
    meta ? soundFilters(meta, filters) : filters,
  )

/** Adds a condition to a field that may already have one. */
function withCondition(filters: Filters, name: string, condition: readonly [string, unknown]): Filters {
  const present = filters[name]
  if (present === undefined) return { ...filters, [name]: condition }
  return { ...filters, [name]: [...conditionsOf(present), condition] }
}

/** Maximum length of a query in an address; the rest is for host and path. */
const addressRoom = limits.urlLength - 1024

/** As many ids as a condition may list and half an address holds. */
export function fittingIds(ids: readonly string[]): string[] {
  const fitting: string[] = []
  let length = 0
  for (const id of ids.slice(0, limits.filterListItems)) {
    length += encodeURIComponent(JSON.stringify(id)).length + 3
    if (length > addressRoom / 2) break
    fitting.push(id)
  }
  return fitting
}
