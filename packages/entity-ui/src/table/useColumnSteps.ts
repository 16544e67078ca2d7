import type { EntityState, EntityStore } from '@tavla/client'
import type { FieldMeta, ListColumn, Meta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { announce } from '@tavla/ui'
import { useMemo } from 'react'
import { useEnvironment } from '../environment.ts'
import { groupByText, readGroupBy } from '../groups/group-choice.ts'
import { currentOrder, orderText } from '../header/list-order.ts'
import { changeColumn, moveColumn, pinColumn, type TableColumns, withinWidths } from './table-columns.ts'

/** The steps of a person on columns; each is kept for the person and this entity. */
export interface ColumnSteps {
  /** Sorts by a column; without a direction a second time turns round. */
  sort(name: string, direction?: 'asc' | 'desc'): void
  resize(name: string, width: number): void
  /** Moves a column to the place of another one. */
  move(name: string, to: string): void
  pin(name: string, isPinned: boolean): void
  hide(name: string): void
  /** Groups by a column; a day by its months. */
  group(field: FieldMeta): void
  ungroup(): void
  /** The name of the field by which the rows are grouped; '' for none. */
  groupedBy: string
  /** True while one column is left, which cannot be hidden. */
  isLast: boolean
}

/** The columns as they stand, and what is done to them; `shown` are those of the person or of the entity. */
export function useColumnSteps(
  state: EntityState,
  store: EntityStore,
  shown: readonly ListColumn[],
  meta: Meta | null,
): ColumnSteps {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const { orderBy, groupBy } = state
  return useMemo(() => {
    const set = (columns: readonly ListColumn[]) => void store.setColumns(columns).catch(onError)
    const labelOf = (name: string) => t(meta?.all_fields.find(({ fieldname }) => fieldname === name)?.label ?? name)
    return {
      sort(name, direction) {
        if (!meta) return
        const now = currentOrder({ ...store.getSnapshot(), orderBy }, meta)
        const turned = now.fieldname === name && now.direction === 'asc' ? 'desc' : 'asc'
        void store.setOrderBy(orderText({ fieldname: name, direction: direction ?? turned })).catch(onError)
      },
      resize: (name, width) => set(changeColumn(shown, name, { width: withinWidths(width) })),
      move(name, to) {
        const moved = moveColumn(shown, name, to)
        set(moved)
        const at = moved.findIndex(({ fieldname }) => fieldname === name) + 1
        announce(t('{0}: column {1} of {2}', [labelOf(name), at, moved.length]))
      },
      pin: (name, isPinned) => set(pinColumn(shown, name, isPinned)),
      hide: (name) => set(shown.filter(({ fieldname }) => fieldname !== name)),
      group: (field) => void store.setGroupBy(groupByText(field)).catch(onError),
      ungroup: () => void store.setGroupBy('').catch(onError),
      groupedBy: (meta && readGroupBy(meta, groupBy)?.field.fieldname) ?? '',
      isLast: shown.length <= 1,
    }
  }, [store, shown, meta, orderBy, groupBy, onError, t])
}

/** The keys on the head of a column: Enter sorts, Shift and an arrow resize, Alt and an arrow move. */
export function stepByKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>,
  at: number,
  columns: TableColumns,
  { steps, isRtl, step }: { steps: ColumnSteps; isRtl: boolean; step: number },
): boolean {
  const column = columns.all[at]
  if (!column) return false
  const name = column.field.fieldname
  const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const along = isRtl ? -way : way
  if (event.key === 'Enter' || event.key === ' ') steps.sort(name)
  else if (way !== 0 && event.shiftKey) steps.resize(name, column.width + along * step)
  else if (way !== 0 && event.altKey) {
    const to = columns.all[at + along]
    if (to) steps.move(name, to.field.fieldname)
  } else return false
  return true
}
