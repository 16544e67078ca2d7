import type { ListColumn } from '@tavla/contract'
import { joinFilters } from '../store/filter-groups.ts'
import type { EntityState, ListShown } from '../store/state.ts'
import type { SavedView } from './cache.ts'

type Content = Readonly<Record<string, unknown>>

/** The content of a view that shows a list as it is. */
export function contentOf(list: ListShown): Content {
  const columns: readonly ListColumn[] =
    list.layout === 'Table' ? list.columns : list.listFields.map((fieldname) => ({ fieldname }))
  return {
    search: list.searchText.trim(),
    filters: joinFilters(list.filters, list.group),
    order_by: list.orderBy,
    columns,
    layout: list.layout,
    sums: list.sums,
    group_by: list.groupBy,
    ...list.layoutFields,
  }
}

/** True when two lists show the same. */
export const isSameList = (one: ListShown, other: ListShown): boolean =>
  isSame([contentOf(one), one.lost], [contentOf(other), other.lost])

/** True when a list shows something else than its view. */
export const isViewChanged = (state: EntityState): boolean =>
  state.viewShown !== null && !isSameList(state, state.viewShown)

/**
 * The parts of a view that its list shows otherwise. Columns of fields that are gone, or that this person may not read,
 * stay in the view unless the person took them away.
 */
export function changesOf(state: EntityState, view: SavedView): Content {
  const { viewShown, lost } = state
  const content = contentOf(state)
  if (!viewShown) return content
  const former = contentOf(viewShown)
  const isCleaned = lost.length < viewShown.lost.length
  const changes = Object.entries(content).filter(
    ([name, value]) => !isSame(value, former[name]) || (isCleaned && cleaned.has(name)),
  )
  return Object.fromEntries(
    changes.map(([name, value]) => [
      name,
      name === 'columns' && !isCleaned ? [...(value as ListColumn[]), ...missingColumns(view)] : value,
    ]),
  )
}

/** The parts from which names that are gone are taken away together. */
const cleaned = new Set(['order_by', 'columns', 'sums', 'group_by'])

const missingColumns = ({ columns, missing }: SavedView): unknown[] =>
  Array.isArray(columns)
    ? columns.filter((column: { fieldname?: unknown } | null) => missing.includes(String(column?.fieldname)))
    : []

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
