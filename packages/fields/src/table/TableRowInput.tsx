import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { FieldBox, Icon, IconButton, useTooltip } from '@tavla/ui'
import { type ComponentProps, type KeyboardEvent, Suspense, useId, useState } from 'react'
import { linkKey, type RowErrors, useFieldForm } from '../field-context.ts'
import { fieldInput } from '../input-registry.tsx'
import { linkedTitle } from '../LinkText.tsx'
import type { TableRow } from '../table-rows.ts'
import { useWhy } from '../ui-drawn.ts'
import { fieldUi } from '../ui-registry.ts'
import { valueText } from '../value-text.ts'
import { isNarrowCell } from './ui-tracks.ts'

interface TableRowInputProps {
  row: TableRow
  position: number
  columns: readonly FieldMeta[]
  rest: readonly FieldMeta[]
  /** Errors of the row, by field. */
  errors: RowErrors | undefined
  isHeld: boolean
  autoFocus: boolean
  /** A chosen row is copied. */
  isChosen: boolean
  onChoose: (isRange: boolean) => void
  onChange?: (fieldname: string, value: unknown) => void
  onDelete?: () => void
  handleProps?: ComponentProps<'button'>
}

/** One row: its handle and position, a cell for each column, and its other fields when opened. */
export function TableRowInput(props: TableRowInputProps) {
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

interface TableCellProps {
  row: TableRow
  field: FieldMeta
  error: string | undefined
  onChange: ((fieldname: string, value: unknown) => void) | undefined
  autoFocus?: boolean
  /** In a column the label stands above the cells; the cell still has it as its accessible name. */
  isCompact?: boolean
}

function TableCell(props: TableCellProps) {
  const { field, isCompact = false, onChange } = props
  // Its column stays, for the rows that have a value there.
  if (field.hidden === 1) return <div className="table-cell" data-gone />
  return isCompact && onChange && field.read_only === 1 ? <ClosedCell {...props} /> : <OpenCell {...props} />
}

/** A cell whose value comes by itself, or that is locked: drawn as it is read, and Tab passes by it. It says why. */
function ClosedCell({ row, field, error }: TableCellProps) {
  const { t } = useI18n()
  const id = useId()
  const { Cell, isNumeric } = fieldUi(field.fieldtype)
  const why = useWhy(field)
  const { target, tip } = useTooltip(why, { isDisabled: why === undefined })
  const named = { role: 'group', 'aria-label': t(field.label), ...(why !== undefined && { 'aria-describedby': id }) }
  return (
    <div
      className="table-cell"
      {...named}
      data-closed
      data-numeric={isNumeric || undefined}
      data-narrow={isNarrowCell(field) || undefined}
      {...target}
    >
      <span className="table-label" aria-hidden="true">
        <Text source={field.label} />
      </span>
      <Cell field={field} value={row[field.fieldname]} values={row} />
      {error !== undefined && <span className="field-error">{error}</span>}
      {why !== undefined && (
        <span className="visually-hidden" id={id}>
          {why}
        </span>
      )}
      {tip}
    </div>
  )
}

/** An open cell, or in an opened row a field that may be closed. */
function OpenCell({ row, field, error, onChange, autoFocus = false, isCompact = false }: TableCellProps) {
  const { check, isNumeric, isMoment, isPill, linksTo } = fieldUi(field.fieldtype)
  const { Input } = fieldInput(field.fieldtype)
  const { titles } = useFieldForm()
  const why = useWhy(field)
  const value = row[field.fieldname]
  const complaint = check?.(value, field)
  const unread = row._unread?.[field.fieldname]
  const title =
    linksTo && (titles.get(linkKey(linksTo(field, row), valueText(value))) ?? linkedTitle(row, field.fieldname))
  const read = title ?? (typeof value === 'string' ? value.slice(0, 200) : undefined)
  const canChange = onChange !== undefined && field.read_only !== 1
  return (
    <div
      className="table-cell"
      data-compact={isCompact || undefined}
      data-numeric={isNumeric || undefined}
      data-narrow={isNarrowCell(field) || undefined}
      data-text={isCompact && !isMoment && !isPill ? read : undefined}
    >
      <FieldBox
        label={<Text source={field.label} />}
        isRequired={field.reqd === 1}
        description={why}
        error={
          unread === undefined ? (
            (error ?? (complaint ? <Text source={complaint} args={[{ translate: field.label }]} /> : undefined))
          ) : (
            <bdi className="table-unread">{unread}</bdi>
          )
        }
      >
        <Suspense fallback={<div className="input" aria-busy="true" />}>
          <Input
            field={field}
            value={value}
            values={row}
            autoFocus={autoFocus}
            isCompact={isCompact}
            onChange={canChange ? (cell) => onChange(field.fieldname, cell) : undefined}
          />
        </Suspense>
      </FieldBox>
    </div>
  )
}
