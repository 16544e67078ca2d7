import type { FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { Icon, IconButton } from '@tavla/ui'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import type { RowErrors } from '../field-context.ts'
import type { TableRow } from '../table-rows.ts'
import { FarRow } from './FarRow.tsx'
import { TableCell } from './TableCell.tsx'
import { useNearRow } from './useNearRow.ts'

interface TableRowInputProps {
  row: TableRow
  position: number
  columns: readonly FieldMeta[]
  rest: readonly FieldMeta[]
  /** Errors of the row, by field. */
  errors: RowErrors | undefined
  /** Drawn with its inputs also where it is far from what is seen. */
  isWanted: boolean
  isHeld: boolean
  autoFocus: boolean
  /** A chosen row is copied. */
  isChosen: boolean
  onChoose: (isRange: boolean) => void
  onChange?: (fieldname: string, value: unknown) => void
  onDelete?: () => void
  handleProps?: ComponentProps<'button'>
}

/** One row; far from what is seen it is drawn as it is read, since each input costs its part of every key. */
export function TableRowInput(props: TableRowInputProps) {
  const { row, position, columns, isWanted, isHeld, autoFocus } = props
  const { place, isNear } = useNearRow(isWanted || isHeld || autoFocus)
  return isNear ? <NearRow {...props} /> : <FarRow {...{ place, row, position, columns }} />
}

/** Handle and position, a cell for each column, and the other fields when the row is opened. */
function NearRow(props: TableRowInputProps) {
  const { row, position, columns, rest, errors, isHeld, autoFocus, isChosen, onChange, onDelete, handleProps } = props
  const { t } = useI18n()
  const [isOpened, setOpen] = useState(false)
  // A row with an error in a hidden field opens.
  const isOpen = isOpened || rest.some(({ fieldname }) => errors?.[fieldname] !== undefined)
  const cell = { row, onChange }
  // Inside an input, Delete edits the value.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || !onDelete || !(event.target as Element).matches('.table-row > span > button')) return
    event.preventDefault()
    onDelete()
  }
  return (
    <li
      className="table-row"
      data-held={isHeld || undefined}
      data-refused={errors !== undefined || undefined}
      data-chosen={isChosen || undefined}
      {...{ onKeyDown: handleKey }}
    >
      <span className="table-place">
        {handleProps && (
          <button type="button" className="table-handle" aria-label={t('Drag to reorder')} {...handleProps}>
            <Icon name="drag_indicator" size="small" />
          </button>
        )}
        <button
          type="button"
          className="table-choose numeric"
          aria-label={`${t('Select Row')} ${position}`}
          aria-pressed={isChosen}
          tabIndex={-1}
          onClick={({ shiftKey }) => props.onChoose(shiftKey)}
        >
          {position}
        </button>
        {rest.length > 0 && (
          <IconButton
            icon={isOpen ? 'keyboard_arrow_up' : 'keyboard_arrow_down'}
            label={t('More')}
            size="small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </span>
      {columns.map((column, at) => (
        <TableCell
          key={column.fieldname}
          {...cell}
          field={column}
          error={errors?.[column.fieldname]}
          autoFocus={autoFocus && at === 0}
          isCompact
        />
      ))}
      <span className="table-actions">
        {onDelete && (
          <IconButton icon="close" label={t('Delete Row')} size="small" className="table-delete" onClick={onDelete} />
        )}
      </span>
      {isOpen && (
        <div className="table-rest">
          {rest.map((field) => (
            <TableCell key={field.fieldname} {...cell} field={field} error={errors?.[field.fieldname]} />
          ))}
        </div>
      )}
    </li>
  )
}
