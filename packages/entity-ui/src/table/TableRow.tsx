import { isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { CutLinesContext } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { memo } from 'react'
import { TableCell } from './TableCell.tsx'
import type { TableColumns } from './table-columns.ts'
import type { CanChange } from './table-context.ts'
import { tableSizes } from './table-sizes.ts'

export interface TableRowProps {
  record: EntityRecord
  /** Index of the row. */
  at: number
  /** Its number among the records, or among those of its group. */
  number: number
  columns: TableColumns
  /** Indexes of the drawn columns, in order. */
  drawn: readonly number[]
  /** Column of the tab stop, −1 for the gutter; undefined in all rows but one. */
  stop: number | undefined
  /** First and last column of the chosen block in this row. */
  blockFirst: number | undefined
  blockLast: number | undefined
  isEditing: boolean
  isSelected: boolean
  href: string | undefined
  canChange: CanChange
  /** Undefined if rows can't be selected. */
  onSelect: ((id: string, isRange?: boolean) => void) | undefined
  onOpen: (id: string) => void
}

/** A record in one line of cells, behind its number and box. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { record, at, number, columns, drawn, stop, blockFirst = 0, blockLast = -1, isEditing, isSelected } = props
  const { href, canChange, onSelect, onOpen } = props
  const { t, formatNumber } = useI18n()
  const isShown = isRead(record)
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are windowed, so that the grid is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on its cells
    <div
      role="row"
      className="sheet-row"
      aria-rowindex={at + 2}
      aria-selected={onSelect ? isSelected : undefined}
      data-selected={isSelected || undefined}
      data-editing={isEditing || undefined}
      style={{ insetBlockStart: at * tableSizes.row, inlineSize: columns.total }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      <div
        role="rowheader"
        className="sheet-gutter"
        aria-colindex={1}
        data-record={record.id}
        tabIndex={stop === -1 ? 0 : -1}
      >
        {onSelect && (
          <Checkbox
            className="sheet-select"
            aria-label={t('Select Row')}
            isChecked={isSelected}
            tabIndex={-1}
            // Shift+click selects rows, not the text between them.
            onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            onClick={(event) => onSelect(record.id, event.shiftKey)}
          />
        )}
        <span className="numeric">{formatNumber(number)}</span>
      </div>
      <CutLinesContext value={true}>
        {isShown &&
          drawn.map((index) => {
            const column = columns.all[index]
            if (!column) return null
            return (
              <TableCell
                key={column.field.fieldname}
                record={record}
                column={column}
                at={index}
                isStop={index === stop}
                isInBlock={index >= blockFirst && index <= blockLast}
                isEditing={isEditing && index === stop}
                canChange={canChange(record, column.field)}
                href={column.isTitle ? href : undefined}
                onOpen={onOpen}
              />
            )
          })}
      </CutLinesContext>
      {!isShown && <span className="sheet-wait delayed" aria-hidden="true" />}
    </div>
  )
})
