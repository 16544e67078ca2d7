import { type FieldMeta, textOf } from '@tavla/contract'
import {
  addRow,
  deleteRow,
  fieldUi,
  moveRow,
  type RecordFormProps,
  readRows,
  useRowErrors,
  useRowKeys,
  useRowSort,
} from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { announce, Button, Icon } from '@tavla/ui'
import { useMemo, useRef, useState } from 'react'
import { type FieldRow, isOn, relabelled, retyped } from '../field-row.ts'
import { FieldDraftContext } from './draft-context.ts'
import { FieldLine } from './FieldLine.tsx'
import { firstTitle } from './first-title.ts'
import { StoredFields } from './StoredFields.tsx'
import { useFirstField } from './useFirstField.ts'
import { useSteadyActions } from './useSteadyActions.ts'
import './field-lines.css'

/** The fields of the entity, which the user adds, changes, deletes and reorders (reference: screens, Project editor). */
export function FieldsTab({ meta, record, values, errors, refusals, onChange, readOnly, onEdit }: RecordFormProps) {
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  const rows = readRows(values.fields)
  const rowKeys = useRowKeys(rows)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const rowErrors = useRowErrors('fields')
  const [lastRefusal, setLastRefusal] = useState(refusals)
  if (refusals !== lastRefusal) {
    setLastRefusal(refusals)
    const [first] = [...rowErrors.keys()].toSorted((a, b) => a - b)
    // Opens the row of the first error, which may be in a property that only an open row shows.
    if (first !== undefined) setOpenKey(rowKeys.keys[first - 1] ?? null)
  }
  const columns = meta.links.find((link) => link.id === 'Entity Field')?.fields ?? []
  const change = (changed: readonly FieldRow[]) => {
    onChange('fields', changed)
    const title = firstTitle(record, values, changed)
    if (title !== undefined) onChange('title_field', title)
  }

  const { attach, heldIndex, handleProps } = useRowSort((from, to) => {
    rowKeys.move(from, to)
    change(moveRow(rows, from, to))
    if (heldIndex === null) announce(t('Row {0} of {1}', [to + 1, rows.length]), { isUrgent: true })
  })

  const handleAdd = () => {
    const key = rowKeys.add()
    setFocusedKey(key)
    setOpenKey(key)
    change(addRow(rows, columns, (fieldtype) => fieldUi(fieldtype).blank))
  }

  const handleDelete = (index: number) => {
    if (place.current) focusBeside(place.current, index)
    rowKeys.delete(index)
    change(deleteRow(rows, index))
  }

  const handleCell = (index: number, name: string, value: unknown) => {
    const row = rows[index]
    if (!row) return
    const next =
      name === 'label'
        ? relabelled(rows, index, textOf(value))
        : name === 'fieldtype'
          ? retyped(row, textOf(value))
          : { ...row, [name]: value }
    change(rows.map((one, at) => (at === index ? next : one)))
  }

  const actions = useSteadyActions({
    open: (index, isOpen) => setOpenKey(isOpen ? (rowKeys.keys[index] ?? null) : null),
    set: handleCell,
    remove: handleDelete,
    handle: handleProps,
  })

  const draft = useMemo(
    () => ({ values, setStates: (states: unknown) => onChange('states', states) }),
    [values, onChange],
  )
  const isEmpty = rows.length === 0
  const wantFirst = useFirstField({ place, isEmpty, readOnly, onAdd: handleAdd })

  if (readOnly) {
    const addFirst = () => {
      wantFirst()
      onEdit?.()
    }
    return <StoredFields record={record} rows={rows} onAdd={onEdit && addFirst} />
  }

  return (
    <FieldDraftContext value={draft}>
      <div ref={place} className="entity-form-part">
        {errors.fields && (
          <p className="field-error" role="alert" dir="auto">
            {errors.fields}
          </p>
        )}
        {!isEmpty && <LineHead columns={columns} />}
        <ul className="field-lines" ref={attach}>
          {rows.map((row, index) => {
            const key = rowKeys.keys[index] ?? String(index)
            return (
              <FieldLine
                key={key}
                row={row}
                position={index + 1}
                columns={columns}
                isOpen={key === openKey}
                isHeld={heldIndex === index}
                errors={rowErrors.get(index + 1)}
                autoFocus={key === focusedKey}
                actions={actions}
              />
            )
          })}
        </ul>
        <p className="visually-hidden" aria-live="assertive">
          {heldIndex !== null && t('Row {0} of {1}', [heldIndex + 1, rows.length])}
        </p>
        {!isEmpty && values.type === 'Document' && !rows.some((row) => isOn(row.reqd) || isOn(row.in_list_view)) && (
          <p className="field-help" role="status">
            <Text source="A new record is made from the fields that are required or in the list view: none is yet." />
          </p>
        )}
        <Button className="field-add" icon={<Icon name="add" />} onClick={handleAdd}>
          <Text source="Add Field" />
        </Button>
      </div>
    </FieldDraftContext>
  )
}

/** The visible labels of the columns; the inputs have their own for screen readers. */
function LineHead({ columns }: { columns: readonly FieldMeta[] }) {
  return (
    <div className="field-line-head" aria-hidden="true">
      <span />
      {['label', 'fieldname', 'fieldtype'].map((name) => (
        <span key={name}>
          <Text source={columns.find((column) => column.fieldname === name)?.label ?? ''} />
        </span>
      ))}
      <span />
    </div>
  )
}

/** Moves the focus to a neighbour before a line is deleted, or it would be lost with the line. */
function focusBeside(place: HTMLElement, index: number): void {
  const buttons = place.querySelectorAll<HTMLElement>('.field-line-delete')
  const next = buttons[index + 1] ?? buttons[index - 1] ?? place.querySelector<HTMLElement>('.field-add')
  next?.focus()
}
