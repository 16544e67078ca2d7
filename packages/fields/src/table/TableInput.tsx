import { type FieldMeta, limits, textOf } from '@tavla/contract'
import { scopeOf, Text, TextScope, useI18n } from '@tavla/i18n/react'
import { Button, Icon, useGroupWiring } from '@tavla/ui'
import { useMemo, useRef, useState } from 'react'
import { useFieldForm, useRowErrors } from '../field-context.ts'
import { addRow, deleteRow, doubleRow, isUntouched, moveRow, readRows, setCell, type TableRow } from '../table-rows.ts'
import { type DrawnField, useDrawnRows } from '../ui-drawn.ts'
import { fieldUi } from '../ui-registry.ts'
import type { FieldInputProps } from '../ui-types.ts'
import { TableFoot } from './TableFoot.tsx'
import { TableRowInput } from './TableRowInput.tsx'
import { type TableFields, tableFields } from './table-fields.ts'
import { tracksOf } from './ui-tracks.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useRowSort } from './useRowSort.ts'
import { useTableClipboard } from './useTableClipboard.ts'
import { useTableKeys } from './useTableKeys.ts'
import './table.css'

function RowsInput({ field, value, onChange }: FieldInputProps) {
  const { t } = useI18n()
  const { labelling } = useGroupWiring()
  const { meta, valueNow } = useFieldForm()
  const shown = useMemo(() => tableFields(meta, field), [meta, field])
  const { columns, rest } = shown
  const place = useRef<HTMLFieldSetElement>(null)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set())
  const rows = readRows(value)
  const rowErrors = useRowErrors(field.fieldname)
  const drawn = useDrawnRows(field.fieldname)
  const rowKeys = useRowKeys(rows)
  const faulty = firstFaulty(rows, rowErrors)
  const change = (changed: readonly TableRow[]) => onChange?.(changed)
  // A chosen link, or what came along with it, may be in the form before it is drawn: changes are made to that.
  const rowsNow = () => (valueNow ? readRows(valueNow(field.fieldname)) : rows)

  const begin = (before: readonly TableRow[]) =>
    addRow(before, [...columns, ...rest], (fieldtype) => fieldUi(fieldtype).blank)

  const { attach, heldIndex, step, handleProps } = useRowSort((from, to) => {
    rowKeys.move(from, to)
    change(moveRow(rowsNow(), from, to))
  })

  const canAdd = onChange !== undefined && rows.length < limits.tableRows
  const handleAdd = () => {
    setFocusedKey(rowKeys.add())
    change(begin(rowsNow()))
  }
  const isLastTouched = () => {
    const last = rowsNow().at(-1)
    const begun = begin([])[0]
    return last !== undefined && begun !== undefined && !isUntouched(last, begun, [...columns, ...rest])
  }
  const keys = useTableKeys({
    place,
    isClosed: !onChange,
    onAdd: () => {
      if (!canAdd || !isLastTouched()) return false
      handleAdd()
      return true
    },
    onDouble: (index) => {
      if (!canAdd) return
      rowKeys.insert(index)
      change(doubleRow(rowsNow(), index))
    },
    onStep: step,
  })
  const chosen = rows.filter((_, index) => chosenKeys.has(rowKeys.keys[index] ?? ''))
  const clipboard = useTableClipboard({ place, field, columns, rows: rowsNow, chosen, begin, onChange })
  const choose = (key: string, isRange: boolean) => setChosenKeys(chosenWith(rowKeys.keys, chosenKeys, key, isRange))

  const handleDelete = (index: number) => {
    // Moves the focus to a neighbour, since it would be lost with the row.
    const lines = [...(place.current?.querySelectorAll('.table-row') ?? [])]
    const buttonOf = (at: number) => lines[at]?.querySelector<HTMLElement>('.table-delete')
    const next = buttonOf(index + 1) ?? buttonOf(index - 1) ?? place.current?.querySelector<HTMLElement>('.table-add')
    next?.focus()
    rowKeys.delete(index)
    change(deleteRow(rowsNow(), index))
  }

  return (
    <fieldset ref={place} className="table-input" style={tracksOf(shown)} {...labelling} {...keys} {...clipboard}>
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
              {...drawnIn(shown, drawn?.of(row))}
              errors={rowErrors.get(index + 1)}
              isWanted={index < firstRows || faulty.has(index)}
              isHeld={heldIndex === index}
              autoFocus={key === focusedKey}
              isChosen={chosenKeys.has(key)}
              onChoose={(isRange) => choose(key, isRange)}
              {...(onChange && {
                onChange: (fieldname: string, cell: unknown) => change(setCell(rowsNow(), index, fieldname, cell)),
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
      <TableFoot columns={columns} rows={rows}>
        {canAdd && (
          <Button size="small" variant="quiet" className="table-add" icon={<Icon name="add" />} onClick={handleAdd}>
            <Text source="Add Row" />
          </Button>
        )}
      </TableFoot>
    </fieldset>
  )
}

/** Rows at the beginning that are never drawn as far ones: most tables have no more. */
const firstRows = 30
/** Rows to correct to which a save can lead, wherever they are. */
const nextFaults = 3

/** The first rows to correct; the others come when these are mended. */
function firstFaulty(rows: readonly TableRow[], errors: ReadonlyMap<number, unknown>): ReadonlySet<number> {
  const faulty = rows.entries().filter(([at, row]) => row._unread !== undefined || errors.has(at + 1))
  return new Set(faulty.take(nextFaults).map(([at]) => at))
}

/** The fields of a row as its conditions draw them. */
function drawnIn({ columns, rest }: TableFields, drawn: ReadonlyMap<string, DrawnField> | undefined): TableFields {
  if (!drawn || drawn.size === 0) return { columns, rest }
  const draw = (field: FieldMeta) => drawn.get(field.fieldname) ?? field
  return { columns: columns.map(draw), rest: rest.map(draw).filter(({ hidden }) => hidden !== 1) }
}

/** The chosen rows after a click on the number of one; a range goes on from the last that was chosen. */
function chosenWith(
  all: readonly string[],
  chosen: ReadonlySet<string>,
  key: string,
  isRange: boolean,
): ReadonlySet<string> {
  const last = [...chosen].at(-1)
  if (!isRange || last === undefined) return chosen.symmetricDifference(new Set([key]))
  const [from, to] = [all.indexOf(last), all.indexOf(key)].toSorted((a, b) => a - b)
  return chosen.union(new Set(all.slice(from, (to ?? 0) + 1)))
}

/**
 * Rows of a child entity, which the user can add, change, delete and reorder (reference: screens, Rows on screen). It
 * shows each row's position, not idx.
 */
export default function TableInput(props: FieldInputProps) {
  return (
    <TextScope value={scopeOf(textOf(props.field.options))}>
      <RowsInput {...props} />
    </TextScope>
  )
}
