import { type FieldMeta, limits } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, useGroupWiring } from '@tavla/ui'
import { type CSSProperties, useRef, useState } from 'react'
import { useFieldForm, useRowErrors } from '../field-context.ts'
import { addRow, deleteRow, moveRow, readRows, setCell, type TableRow } from '../table-rows.ts'
import { fieldUi } from '../ui-registry.ts'
import type { FieldInputProps } from '../ui-types.ts'
import { TableRowInput } from './TableRowInput.tsx'
import { tableFields } from './table-fields.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useRowSort } from './useRowSort.ts'
import './table.css'

/**
 * Rows of a child entity, which the user can add, change, delete and reorder (reference: screens, Rows on screen). It
 * shows each row's position, not idx.
 */
export default function TableInput({ field, value, onChange }: FieldInputProps) {
  const { t } = useI18n()
  const { labelling } = useGroupWiring()
  const { meta } = useFieldForm()
  const { columns, rest } = tableFields(meta, field)
  const place = useRef<HTMLFieldSetElement>(null)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const rows = readRows(value)
  const rowErrors = useRowErrors(field.fieldname)
  const rowKeys = useRowKeys(rows)
  const change = (changed: readonly TableRow[]) => onChange?.(changed)

  const { attach, heldIndex, handleProps } = useRowSort((from, to) => {
    rowKeys.move(from, to)
    change(moveRow(rows, from, to))
  })

  const handleAdd = () => {
    setFocusedKey(rowKeys.add())
    change(addRow(rows, [...columns, ...rest], (fieldtype) => fieldUi(fieldtype).blank))
  }

  const handleDelete = (index: number) => {
    // Moves the focus to a neighbour, since it would be lost with the row.
    const buttons = place.current?.querySelectorAll<HTMLElement>('.table-delete')
    const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? place.current?.querySelector<HTMLElement>('.table-add')
    next?.focus()
    rowKeys.delete(index)
    change(deleteRow(rows, index))
  }

  return (
    <fieldset
      ref={place}
      className="table-input"
      style={{ '--columns': columns.map(trackOf).join(' ') } as CSSProperties}
      {...labelling}
    >
      {rows.length > 0 && (
        <div className="table-head" aria-hidden="true">
          <span />
          {columns.map((column) => (
            <span key={column.fieldname} data-numeric={fieldUi(column.fieldtype).isNumeric || undefined}>
              <Text source={column.label} />
              {column.reqd === 1 && <span className="table-required">*</span>}
            </span>
          ))}
          <span />
        </div>
      )}
      <ul className="table-rows" ref={attach}>
        {rows.map((row, index) => {
          const key = rowKeys.keys[index] ?? String(index)
          return (
            <TableRowInput
              key={key}
              row={row}
              position={index + 1}
              columns={columns}
              rest={rest}
              errors={rowErrors.get(index + 1)}
              isHeld={heldIndex === index}
              autoFocus={key === focusedKey}
              {...(onChange && {
                onChange: (fieldname: string, cell: unknown) => change(setCell(rows, index, fieldname, cell)),
                onDelete: () => handleDelete(index),
                handleProps: handleProps(index),
              })}
            />
          )
        })}
      </ul>
      <p className="visually-hidden" aria-live="assertive">
        {heldIndex !== null && t('Row {0} of {1}', [heldIndex + 1, rows.length])}
      </p>
      {onChange && rows.length < limits.tableRows && (
        <Button size="small" variant="quiet" className="table-add" icon={<Icon name="add" />} onClick={handleAdd}>
          <Text source="Add Row" />
        </Button>
      )}
    </fieldset>
  )
}

/** Width of a column: a flag takes that of its label, numbers less than texts. */
function trackOf({ fieldtype }: FieldMeta): string {
  const { isNarrow, isNumeric } = fieldUi(fieldtype)
  return isNarrow ? 'minmax(3rem, 0.2fr)' : `minmax(0, ${isNumeric ? '0.45fr' : '1fr'})`
}
