import { isRowSelected, selectedCount } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { useFixedRows } from '@tavla/ui'
import { useMemo } from 'react'
import { useEntity } from '../environment.ts'
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
import { TableRow } from './TableRow.tsx'
import { TablePartsContext } from './table-context.ts'
import { tableSizes } from './table-sizes.ts'
import { useTable } from './useTable.ts'
import '../list/list.css'
import '../list/record-link.css'
import './table.css'
import './table-foot.css'
import './cell-editor.css'

/** The cells of the layout Table; only those near the viewport are in the page. */
export function TableView({ entity, onAdd, place: scrollPlace, ...target }: EntityTilesProps) {
  const { t } = useI18n()
  const [state, store] = useEntity(entity)
  const { activeList, listInfo, meta, listMeta, status, isLoading } = state
  const { parentRef, total, items } = useFixedRows<HTMLDivElement>(activeList.length, tableSizes.row, 6)
  const { onSelect, selectKeys } = useSelectRow(state, store, true)
  const { hrefOf, open } = useOpenRecord(store, target)
  useListScroll(state, store, { parentRef, size: tableSizes.row, place: scrollPlace })
  const table = useTable({ state, store, area: parentRef, selectKeys, open })
  const { columns, drawn, place, block, editing, steps, drag } = table
  const fields = useMemo(
    () => rowFields({ meta, listFields: columns.all.map(({ field }) => field.fieldname), listMeta }),
    [meta, columns, listMeta],
  )
  const isFilled = meta !== null && activeList.length > 0 && (status === 'ready' || status === 'loading')
  const count = selectedCount(state)
  const chosen = count === 0 ? 'none' : count >= activeList.length ? 'all' : 'some'
  const seen = new Set<string>()
  return (
    <ListFields state={state}>
      <TablePartsContext value={table.parts}>
        <div className="entity-list sheet">
          <NewRecords state={state} store={store} onShown={() => table.goTo({ row: 0, column: place.column })} />
          <div ref={parentRef} className="sheet-area" aria-busy={isLoading}>
            {isFilled ? (
              <>
                {/* biome-ignore lint/a11y/useSemanticElements: rows and columns are windowed, so that the grid is no table */}
                <div
                  role="grid"
                  className="sheet-grid"
                  aria-label={t(entity)}
                  aria-rowcount={listInfo.totalCount + 1}
                  aria-colcount={columns.all.length + 1}
                  aria-multiselectable="true"
                  data-drag={drag?.kind}
                  style={{ inlineSize: columns.total, '--gutter-width': `${table.gutter}px` } as React.CSSProperties}
                  {...table.handlers}
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
                    {withStop(items, place.row, activeList.length).map((index) => {
                      const record = activeList[index]
                      if (!record) return null
                      // Between two live refreshes a record may appear twice.
                      const key = seen.has(record.id) ? `${record.id}\n${index}` : record.id
                      seen.add(record.id)
                      const isInBlock = block !== null && index >= block.top && index <= block.bottom
                      return (
                        <TableRow
                          key={key}
                          record={record}
                          at={index}
                          columns={columns}
                          drawn={drawn}
                          stop={index === place.row ? place.column : undefined}
                          blockFirst={isInBlock ? block.first : undefined}
                          blockLast={isInBlock ? block.last : undefined}
                          isEditing={editing?.seen.id === record.id && index === place.row}
                          isSelected={isRowSelected(state, record.id)}
                          href={hrefOf(record.id)}
                          canChange={table.canChange}
                          onSelect={onSelect}
                          onOpen={open}
                        />
                      )
                    })}
                  </div>
                </div>
                <TableFoot {...{ state, store, columns, drawn }} refused={table.refused} onShow={table.showRefused} />
              </>
            ) : (
              <ListStates state={state} store={store} onAdd={meta?.doc_meta.permissions.create ? onAdd : undefined} />
            )}
          </div>
          {table.pasting && <PasteProgress pasting={table.pasting} />}
          <ReadFailed state={state} store={store} />
          <PrintList state={state} store={store} fields={fields} isCovered={false} />
        </div>
      </TablePartsContext>
    </ListFields>
  )
}

/** Indexes of the drawn rows; the row with the focus stays in the page when it is scrolled away. */
function withStop(items: readonly { index: number }[], stop: number, count: number): readonly number[] {
  const drawn = items.map(({ index }) => index)
  if (stop < 0 || stop >= count || drawn.includes(stop)) return drawn
  return stop < (drawn[0] ?? 0) ? [stop, ...drawn] : [...drawn, stop]
}
