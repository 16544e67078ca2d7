import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, useFixedRows } from '@tavla/ui'
import { type ComponentType, useMemo } from 'react'
import type { ConfirmDeleteProps } from '../detail/ConfirmDelete.tsx'
import { useEntity, useEnvironment } from '../environment.ts'
import { tellCutText } from '../list/cut-text.ts'
import { ListFields } from '../list/ListFields.tsx'
import { ListStates } from '../list/ListStates.tsx'
import { NewRecords } from '../list/NewRecords.tsx'
import { isNarrowed } from '../list/narrowed.ts'
import { PrintList } from '../list/PrintList.tsx'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { rowFields } from '../list/row-fields.ts'
import { useListScroll } from '../list/useListScroll.ts'
import { type OpenTarget, useOpenRecord } from '../list/useOpenRecord.ts'
import type { ListPlace } from '../list/useRestoredScroll.ts'
import { useRovingRows } from '../list/useRovingRows.ts'
import { useRowDeletion } from '../list/useRowDeletion.ts'
import { RecordTile } from './RecordTile.tsx'
import { useActiveInView } from './useActiveInView.ts'
import { tileRowHeight, useColumns } from './useColumns.ts'
import '../list/list.css'
import '../list/record-link.css'
import './tiles.css'

export interface EntityTilesProps extends OpenTarget {
  entity: string
  /** The record whose card is highlighted; by default the one open in place. */
  activeId?: string | null | undefined
  /** Opens the new-record form; without it there is no add tile. */
  onAdd?: (() => void) | undefined
  /** Asks in a window before a record is deleted, if a press on its card is not enough. */
  Confirm?: ComponentType<ConfirmDeleteProps> | undefined
  /** J and K move between the cards, if no record opens beside them. */
  hasLetterKeys?: boolean
  /** The scroll position of the cards, which the next ones in their place restore. */
  place?: ListPlace | undefined
}

/**
 * The records of an entity as cards (reference: screens, Tiles), loaded while scrolling; only cards near the
 * viewport are in the page.
 */
export function EntityTiles(props: EntityTilesProps) {
  const { entity, activeId, onAdd, Confirm, hasLetterKeys, place, ...target } = props
  const { t } = useI18n()
  const [state, store] = useEntity(entity)
  const { navigate } = useEnvironment()
  const { activeList, listInfo, meta, listFields, listMeta, status, isLoading } = state
  const permissions = meta?.doc_meta.permissions
  const canAdd = onAdd !== undefined && permissions?.create === 1
  // The add tile takes the first place, so every record moves by one.
  const offset = canAdd ? 1 : 0
  const [measured, areaRef] = useColumns()
  const columns = Math.max(1, measured)
  const rows = Math.ceil((activeList.length + offset) / columns)
  const { parentRef, total, items } = useFixedRows<HTMLDivElement>(rows, tileRowHeight, 2)
  const fields = useMemo(() => rowFields({ meta, listFields, listMeta }), [meta, listFields, listMeta])
  const ids = useMemo(() => activeList.map((row) => row.id), [activeList])
  const { hrefOf, open } = useOpenRecord(store, target)
  useListScroll(state, store, { parentRef, size: tileRowHeight, columns: measured, place })
  const { asking, setAsking, isDeleting, canDelete, remove, ask } = useRowDeletion(state, store, ids)
  const current = activeId === undefined ? state.activeId : activeId
  const activeAt = current === null ? -1 : ids.indexOf(current)
  useActiveInView({ parentRef, size: tileRowHeight, columns, place: activeAt < 0 ? -1 : activeAt + offset })
  const { stop, goTo, handlers } = useRovingRows({
    ...{ parentRef, size: tileRowHeight, ids, columns, offset },
    active: current,
    hasLetterKeys,
    keys: { onDelete: ask },
  })

  const isEmptyWithAdd = canAdd && status === 'ready' && listInfo.totalCount === 0 && !isNarrowed(state)
  const isFilled = activeList.length > 0 && (status === 'ready' || status === 'loading')
  const first = (items[0]?.index ?? 0) * columns
  const end = ((items.at(-1)?.index ?? -1) + 1) * columns
  const removeCard = async (id: string) => {
    const isGone = await remove(id, goTo)
    if (isGone && id === current && target.baseRoute !== undefined) navigate(target.baseRoute, { replace: true })
  }
  return (
    <ListFields state={state}>
      <div className="entity-list" ref={areaRef}>
        <NewRecords state={state} store={store} onShown={() => goTo(0)} />
        <div ref={parentRef} className="entity-list-area entity-tiles-area" aria-busy={isLoading}>
          {isFilled ? (
            <ul
              aria-label={t(entity, undefined, entity)}
              className="entity-tiles"
              style={{ blockSize: total }}
              {...handlers}
              onPointerMove={tellCutText}
            >
              {range(first, Math.min(end, activeList.length + offset)).map((place) => {
                const record = activeList[place - offset]
                const row = Math.floor(place / columns)
                const style = {
                  insetBlockStart: row * tileRowHeight,
                  insetInlineStart: `calc(${place % columns} * (100% + var(--tile-gap)) / ${columns})`,
                  inlineSize: `calc((100% + var(--tile-gap)) / ${columns} - var(--tile-gap))`,
                }
                if (place < offset) return <AddTile key="add" style={style} onAdd={onAdd} />
                if (!record) return null
                return (
                  <li
                    key={record.id}
                    className="entity-tile-place"
                    aria-setsize={listInfo.totalCount}
                    aria-posinset={place - offset + 1}
                    style={style}
                  >
                    <RecordTile
                      record={record}
                      fields={fields}
                      href={hrefOf(record.id)}
                      isActive={record.id === current}
                      isStop={place - offset === stop}
                      isAsking={!Confirm && record.id === asking}
                      canDelete={canDelete(record)}
                      hasTrash={meta?.doc_meta.has_trash}
                      onOpen={open}
                      onAsk={setAsking}
                      onDelete={removeCard}
                    />
                  </li>
                )
              })}
            </ul>
          ) : isEmptyWithAdd ? (
            <NoTiles label={t(entity, undefined, entity)} onAdd={onAdd} />
          ) : (
            <ListStates state={state} store={store} onAdd={canAdd ? onAdd : undefined} />
          )}
        </div>
        <ReadFailed state={state} store={store} />
        <PrintList state={state} store={store} fields={fields} isCovered={current !== null} />
        {Confirm && asking !== null && (
          <Confirm
            id={asking}
            hasTrash={meta?.doc_meta.has_trash}
            isPending={isDeleting}
            onConfirm={() => void removeCard(asking)}
            onCancel={() => setAsking(null)}
          />
        )}
      </div>
    </ListFields>
  )
}

/** A message that there are no records yet, and the add tile (reference: screens, Tiles). */
function NoTiles({ label, onAdd }: { label: string; onAdd: (() => void) | undefined }) {
  return (
    <div className="entity-tiles-empty">
      <ul aria-label={label}>
        <AddTile style={{}} onAdd={onAdd} />
      </ul>
      <p>
        <Text source="No records found" />
      </p>
    </div>
  )
}

function AddTile({ style, onAdd }: { style: React.CSSProperties; onAdd: (() => void) | undefined }) {
  return (
    <li className="entity-tile-place" style={style}>
      <button type="button" className="entity-tile-add" onClick={onAdd}>
        <Icon name="add" />
        <Text source="Add" />
      </button>
    </li>
  )
}

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
