import { selectedCount } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { useFixedRows } from '@tavla/ui'
import { type KeyboardEvent, useMemo } from 'react'
import { useEntity } from '../environment.ts'
import { GroupsNote } from '../groups/GroupsNote.tsx'
import { foldsBy } from '../groups/GroupToggle.tsx'
import { PrintGroups } from '../groups/PrintGroups.tsx'
import { useGroups } from '../groups/useGroups.ts'
import { currentOrder } from '../header/list-order.ts'
import { ListFields } from '../list/ListFields.tsx'
import { ListStates } from '../list/ListStates.tsx'
import { NewRecords } from '../list/NewRecords.tsx'
import { PrintList } from '../list/PrintList.tsx'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { rowFields } from '../list/row-fields.ts'
import { useListScroll } from '../list/useListScroll.ts'
import { useOpenRecord } from '../list/useOpenRecord.ts'
import { useSelectRow } from '../list/useSelectRow.ts'
import type { EntityTilesProps } from '../tiles/EntityTiles.tsx'
import { PasteProgress } from './PasteProgress.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableLines } from './TableLines.tsx'
import { columnFields } from './table-columns.ts'
import { TablePartsContext } from './table-context.ts'
import { tableSizes } from './table-sizes.ts'
import { useTable } from './useTable.ts'
import '../list/list.css'
import '../list/record-link.css'
import '../groups/groups.css'
import './table.css'
import './table-foot.css'
import './cell-editor.css'

/** The cells of the layout Table; only those near the viewport are in the page. */
export function TableView({ entity, onAdd, place: scrollPlace, ...target }: EntityTilesProps) {
  const { t } = useI18n()
  const [list, listStore] = useEntity(entity)
  const numbers = useMemo(() => columnFields({ meta: list.meta, columns: list.columns }), [list.meta, list.columns])
  const { shown: state, source: store, groups, answer } = useGroups(list, listStore, numbers)
  const { activeList, listInfo, meta, listMeta, status, isLoading } = state
  const { parentRef, total, items } = useFixedRows<HTMLDivElement>(activeList.length, tableSizes.row, 6)
  const { onSelect, selectKeys } = useSelectRow(state, store, true)
  const { hrefOf, open } = useOpenRecord(listStore, target)
  useListScroll(state, store, { parentRef, size: tableSizes.row, place: scrollPlace })
  const table = useTable({ state, store, area: parentRef, selectKeys, open, cover: groups ? tableSizes.row : 0 })
  const { columns, drawn, place, steps, drag } = table
  const fields = useMemo(
    () => rowFields({ meta, listFields: columns.all.map(({ field }) => field.fieldname), listMeta }),
    [meta, columns, listMeta],
  )
  const isFilled = meta !== null && activeList.length > 0 && (status === 'ready' || status === 'loading')
  const count = selectedCount(state)
  const isAll = count >= (groups ? store.rowsShown() : activeList).length
  const chosen = count === 0 ? 'none' : isAll ? 'all' : 'some'
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isHead = event.target instanceof Element && event.target.closest('.sheet-group') !== null
    const line = isHead ? groups?.lines[place.row] : undefined
    if (!groups || !line) return table.handlers.onKeyDown(event)
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const folds = isPlain ? foldsBy(event.key, groups.isFolded(line.group), isRtl) : undefined
    // A head has no cell to edit.
    if (folds === undefined) return movesBy.test(event.key) && table.handlers.onKeyDown(event)
    groups.fold(line.group, folds)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ListFields state={state}>
      <TablePartsContext value={table.parts}>
        <div className="entity-list sheet">
          {!groups && (
            <NewRecords state={state} store={store} onShown={() => table.goTo({ row: 0, column: place.column })} />
          )}
          <div ref={parentRef} className="sheet-area" aria-busy={isLoading}>
            {isFilled ? (
              <>
                {/* biome-ignore lint/a11y/useSemanticElements: rows and columns are windowed, so that the grid is no table */}
                <div
                  role="grid"
                  className="sheet-grid"
                  aria-label={t(entity, undefined, entity)}
                  aria-rowcount={(groups ? activeList.length : listInfo.totalCount) + 1}
                  aria-colcount={columns.all.length + 1}
                  aria-multiselectable="true"
                  data-drag={drag?.kind}
                  style={{ inlineSize: columns.total, '--gutter-width': `${table.gutter}px` } as React.CSSProperties}
                  {...{ ...table.handlers, onKeyDown: handleKeyDown }}
                >
                  {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
                  <div role="rowgroup" className="sheet-heads" {...table.dragHandlers}>
                    <TableHead
                      columns={columns}
                      drawn={drawn}
                      order={currentOrder(state, meta)}
                      steps={steps}
                      stop={place.row < 0 ? place.column : undefined}
                      dropAt={drag?.kind === 'move' && drag.to !== drag.fieldname ? drag.to : undefined}
                      chosen={onSelect && chosen}
                      onSelectAll={chosen === 'none' ? store.selectAll : store.clearSelection}
                      isClick={table.isClick}
                    />
                  </div>
                  {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
                  <div role="rowgroup" className="sheet-body" style={{ blockSize: total }}>
                    <TableLines {...{ state, table, items, groups, hrefOf, onSelect }} onOpen={open} />
                  </div>
                </div>
                {groups?.isComplete === false && <GroupsNote />}
                <TableFoot
                  {...{ columns, drawn, answer }}
                  state={list}
                  store={listStore}
                  refused={table.refused}
                  onShow={table.showRefused}
                />
              </>
            ) : (
              <ListStates state={state} store={store} onAdd={meta?.doc_meta.permissions.create ? onAdd : undefined} />
            )}
          </div>
          {table.pasting && <PasteProgress pasting={table.pasting} />}
          <ReadFailed state={state} store={store} />
          {groups ? (
            <PrintGroups {...{ state, groups, fields, numbers }} isCovered={false} />
          ) : (
            <PrintList state={list} store={listStore} fields={fields} isCovered={false} />
          )}
        </div>
      </TablePartsContext>
    </ListFields>
  )
}

/** The keys that lead from the head of a group elsewhere, and Select All. */
const movesBy = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End|Tab|Escape|[aA])$/
