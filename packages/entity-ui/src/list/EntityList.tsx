import { isRowSelected } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { lazyPart, useFixedRows } from '@tavla/ui'
import { type ComponentType, type CSSProperties, Suspense, useMemo } from 'react'
import type { ConfirmDeleteProps } from '../detail/ConfirmDelete.tsx'
import { useEntity } from '../environment.ts'
import { ColumnsHead } from './ColumnsHead.tsx'
import { tellCutText } from './cut-text.ts'
import { ListFields } from './ListFields.tsx'
import { ListItem } from './ListItem.tsx'
import { ListStates } from './ListStates.tsx'
import { listSizes } from './list-sizes.ts'
import { useWordsOf } from './record-words.ts'
import { rowFields } from './row-fields.ts'
import { useRowForm } from './row-form.ts'
import { useListScroll } from './useListScroll.ts'
import { type OpenTarget, useOpenRecord } from './useOpenRecord.ts'
import type { ListPlace } from './useRestoredScroll.ts'
import { useRovingRows } from './useRovingRows.ts'
import { useRowDeletion } from './useRowDeletion.ts'
import { useSelectRow } from './useSelectRow.ts'
import './list.css'
import './record-link.css'

/** Load with the first list that has numbers, and the first one in groups. */
const ListSums = lazyPart(() => import('./ListSums.tsx'), 'line')
/** Loads with the first question. */
const ConfirmDelete = lazyPart(
  async () => ({ default: (await import('../detail/ConfirmDelete.tsx')).ConfirmDelete }),
  'window',
)
/** Loads after the rows: nothing is new before. */
const NewRecords = lazyPart(async () => ({ default: (await import('./NewRecords.tsx')).NewRecords }), 'line')
/** Loads when rows could not be read. */
const ReadFailed = lazyPart(async () => ({ default: (await import('./ReadFailed.tsx')).ReadFailed }), 'line')
/** Loads after the rows: paper needs it alone. */
const PrintList = lazyPart(async () => ({ default: (await import('./PrintList.tsx')).PrintList }), 'line')
const GroupedList = lazyPart(() => import('../groups/GroupedList.tsx'))

export interface EntityListProps extends OpenTarget {
  entity: string
  /** The record whose row is highlighted; by default the one open in place. */
  activeId?: string | null | undefined
  /** Opens the new-record form from the empty list. */
  onAdd?: (() => void) | undefined
  /** English source text for a list without records. */
  emptyText?: string | undefined
  /** False to forbid selecting rows; by default the right to write decides, unless it is `always`. */
  canSelect?: boolean | 'always'
  /** False to forbid deleting with the Delete key; by default the right to delete decides. */
  canDelete?: boolean
  /** J and K move between the rows, if no record opens beside them. */
  hasLetterKeys?: boolean
  /** The list's scroll position, which the next list in its place restores. */
  place?: ListPlace | undefined
  /** Asks before the Delete key deletes a record, instead of the common question. */
  Confirm?: ComponentType<ConfirmDeleteProps> | undefined
}

/** The list of an entity as rows, in groups if its person groups it (reference: screens, Lists). */
export function EntityList(props: EntityListProps) {
  const [{ groupBy }] = useEntity(props.entity)
  if (groupBy === '') return <RowsList {...props} />
  return (
    <Suspense fallback={null}>
      <GroupedList {...props} Rows={RowsList} />
    </Suspense>
  )
}

/**
 * The list of an entity with endless scrolling, in rows of exactly 85 px (reference: screens, Lists): in columns under a
 * head where there is room, in fixed places beside an open record. Only rows near the viewport are in the page.
 */
function RowsList(props: EntityListProps) {
  const { entity, activeId, onAdd, emptyText, hasLetterKeys, place, Confirm = ConfirmDelete, ...target } = props
  const { canSelect = true, canDelete = true } = props
  const { t } = useI18n()
  const [state, store] = useEntity(entity)
  const { activeList, listInfo, meta, listFields, listMeta, selected, isSelecting, status, isLoading } = state
  const { parentRef, total, items } = useFixedRows<HTMLDivElement>(activeList.length, listSizes.rowHeight)
  const fields = useMemo(() => rowFields({ meta, listFields, listMeta }), [meta, listFields, listMeta])
  const ids = useMemo(() => activeList.map((row) => row.id), [activeList])
  const { onSelect, selectKeys } = useSelectRow(state, store, canSelect)
  const { hrefOf, open } = useOpenRecord(store, target)
  useListScroll(state, store, { parentRef, size: listSizes.rowHeight, place })
  const { asking, setAsking, isDeleting, remove, ask } = useRowDeletion(state, store, ids)
  const current = activeId === undefined ? state.activeId : activeId
  const told = useWordsOf(activeList[0])?.told.join()
  const form = useRowForm(parentRef, fields, { hasBoxes: onSelect !== undefined, isBeside: current !== null, told })
  const { stop, goTo, handlers } = useRovingRows({
    parentRef,
    size: listSizes.rowHeight,
    ids,
    active: current,
    hasLetterKeys,
    // The detail form deletes the open record.
    keys: { ...selectKeys, onDelete: (id) => canDelete && id !== current && ask(id) },
  })

  const drawn = withStop(items, stop, activeList.length)
  const isFilled = activeList.length > 0 && (status === 'ready' || status === 'loading')
  const seen = new Set<string>()
  return (
    <ListFields state={state}>
      <div
        className="entity-list"
        data-selecting={selected.length > 0 || isSelecting || undefined}
        style={form.kind === 'columns' ? ({ '--columns': form.template } as CSSProperties) : undefined}
      >
        <Suspense fallback={null}>
          <NewRecords state={state} store={store} onShown={() => goTo(0)} />
        </Suspense>
        {isFilled && form.kind === 'columns' && (
          <ColumnsHead {...{ state, store, fields, form }} hasBoxes={onSelect !== undefined} />
        )}
        <div ref={parentRef} className="entity-list-area" aria-busy={isLoading}>
          {isFilled ? (
            <ul
              aria-label={t(entity, undefined, entity)}
              style={{ blockSize: total }}
              {...handlers}
              onPointerMove={tellCutText}
            >
              {drawn.map(({ index, start }) => {
                const record = activeList[index]
                if (!record) return null
                // Between two live refreshes a record may appear twice.
                const key = seen.has(record.id) ? `${record.id}\n${index}` : record.id
                seen.add(record.id)
                return (
                  <ListItem
                    key={key}
                    {...{ start, record, fields, form, onSelect }}
                    at={index}
                    count={listInfo.totalCount}
                    href={hrefOf(record.id)}
                    isActive={record.id === current}
                    isSelected={isRowSelected(state, record.id)}
                    isStop={index === stop}
                    onOpen={open}
                  />
                )
              })}
            </ul>
          ) : (
            <ListStates
              state={state}
              store={store}
              onAdd={meta?.doc_meta.permissions.create ? onAdd : undefined}
              emptyText={emptyText}
            />
          )}
        </div>
        {state.error && (
          <Suspense fallback={null}>
            <ReadFailed state={state} store={store} />
          </Suspense>
        )}
        {isFilled && form.kind !== 'rail' && (
          <Suspense fallback={null}>
            <ListSums {...{ state, store, fields, form }} hasBoxes={onSelect !== undefined} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <PrintList state={state} store={store} fields={fields} isCovered={current !== null} />
        </Suspense>
        {asking !== null && (
          <Suspense fallback={null}>
            <Confirm
              id={asking}
              hasTrash={meta?.doc_meta.has_trash}
              isPending={isDeleting}
              onConfirm={() => void remove(asking, goTo)}
              onCancel={() => setAsking(null)}
            />
          </Suspense>
        )}
      </div>
    </ListFields>
  )
}

/** The focused row stays in the page when it is scrolled away. */
function withStop(items: readonly { index: number; start: number }[], stop: number, count: number) {
  if (stop < 0 || stop >= count || items.some(({ index }) => index === stop)) return items
  const row = { index: stop, start: stop * listSizes.rowHeight }
  return stop < (items[0]?.index ?? 0) ? [row, ...items] : [...items, row]
}
