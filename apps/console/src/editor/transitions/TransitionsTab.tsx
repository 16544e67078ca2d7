import { type FieldMeta, type SelectOption, textOf } from '@tavla/contract'
import {
  addRow,
  deleteRow,
  fieldUi,
  moveRow,
  type RecordFormProps,
  type RowErrors,
  readRows,
  type TableRow,
  useRowErrors,
  useRowKeys,
  useRowSort,
} from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { announce, Button, EmptyState, Icon, Select } from '@tavla/ui'
import { useRef, useState } from 'react'
import type { ExpressionFinding } from '../change-check.ts'
import { useSurroundings } from '../expressions/expression-context.ts'
import { storageKind } from '../field-kinds.ts'
import { optionKind } from '../field-row.ts'
import { readChoices } from '../fields/choices.ts'
import { TransitionLine } from './TransitionLine.tsx'
import { TransitionSummary } from './TransitionSummary.tsx'
import { TransitionTerms } from './TransitionTerms.tsx'
import { useRoles } from './useRoles.ts'
import './transitions.css'

/** The field whose value follows transitions, and these, in the order of their buttons (reference: screens, Project editor). */
export function TransitionsTab({ meta, values, errors, refusals, onChange, readOnly }: RecordFormProps) {
  const { t } = useI18n()
  const { findings, warnings } = useSurroundings()
  const place = useRef<HTMLDivElement>(null)
  const rows = readRows(values.transitions)
  const keys = useRowKeys(rows)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const rowErrors = useRowErrors('transitions')
  const roles = useRoles(!readOnly)
  const [lastRefusal, setLastRefusal] = useState(refusals)
  if (refusals !== lastRefusal) {
    setLastRefusal(refusals)
    const [first] = [...rowErrors.keys()].toSorted((a, b) => a - b)
    if (first !== undefined) setOpenKey(keys.keys[first - 1] ?? null)
  }
  const columns = meta.links.find(({ id }) => id === 'Entity Transition')?.fields ?? []
  const change = (changed: readonly TableRow[]) => onChange('transitions', changed)
  const { attach, heldIndex, handleProps } = useRowSort((from, to) => {
    keys.move(from, to)
    change(moveRow(rows, from, to))
    if (heldIndex === null) announce(t('Row {0} of {1}', [to + 1, rows.length]), { isUrgent: true })
  })
  const fields = readRows(values.fields)
  const selects = fields.filter(({ fieldtype }) => optionKind(fieldtype) === 'choices').map(nameOf)
  const stateField = textOf(values.state_field)
  const holder = fields.find(({ fieldname }) => fieldname === stateField)
  const states = holder ? readChoices(textOf(holder.options)) : []
  const asked = ['table', 'secret', 'json', undefined]
  const askable = fields
    .filter((row) => textOf(row.formula) === '' && !row.rollup)
    .filter((row) => textOf(row.fieldname) !== stateField && !asked.includes(storageKind(textOf(row.fieldtype))))
    .map(nameOf)

  if (readOnly) return <StoredTransitions {...{ rows, columns }} field={holder ? nameOf(holder) : null} />
  const add = () => {
    const key = keys.add()
    setFocusedKey(key)
    setOpenKey(key)
    change(addRow(rows, columns, (fieldtype) => fieldUi(fieldtype).blank))
  }
  const remove = (index: number) => {
    const buttons = place.current?.querySelectorAll<HTMLElement>('.field-line-delete')
    const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? place.current?.querySelector<HTMLElement>('.field-add')
    next?.focus()
    keys.delete(index)
    change(deleteRow(rows, index))
  }
  const none = { value: '', label: t('None'), source: 'None' }
  return (
    <div ref={place} className="entity-form-part">
      {[errors.transitions, ...warnings].map(
        (message, at) =>
          message !== undefined && (
            <p key={message} className={at === 0 ? 'field-error' : 'transition-warning'} role="status" dir="auto">
              {message}
            </p>
          ),
      )}
      <div className="transition-field">
        <Select
          label={
            <Text source={meta.doc_meta.fields.find(({ fieldname }) => fieldname === 'state_field')?.label ?? ''} />
          }
          description={<Text source="Its value changes by these transitions alone, wherever it is changed." />}
          error={findings.find(({ fieldname }) => fieldname === 'state_field')?.message ?? errors.state_field}
          options={[none, ...selects.map((one) => ({ ...one, label: t(one.label), description: one.value }))]}
          value={stateField}
          onChange={(value) => onChange('state_field', value === '' ? null : value)}
        />
      </div>
      <ul className="transition-lines" ref={attach}>
        {rows.map((row, index) => {
          const key = keys.keys[index] ?? String(index)
          return (
            <TransitionLine
              key={key}
              {...{ row, columns, states, askable, roles }}
              errors={errorsOf(findings, index + 1) ?? rowErrors.get(index + 1)}
              set={(name, value) => change(rows.map((one, at) => (at === index ? { ...one, [name]: value } : one)))}
              isOpen={key === openKey}
              isHeld={heldIndex === index}
              autoFocus={key === focusedKey}
              handle={handleProps(index)}
              onOpen={(isOpen) => setOpenKey(isOpen ? key : null)}
              onRemove={() => remove(index)}
            />
          )
        })}
      </ul>
      <p className="visually-hidden" aria-live="assertive">
        {heldIndex !== null && t('Row {0} of {1}', [heldIndex + 1, rows.length])}
      </p>
      <Button className="field-add" icon={<Icon name="add" />} disabled={!holder} onClick={add}>
        <Text source="Add Transition" />
      </Button>
    </div>
  )
}

/** The faults of a row that the server finds while it is edited, by property. */
function errorsOf(findings: readonly ExpressionFinding[], place: number): RowErrors | undefined {
  const own = findings.flatMap(({ row, row_fieldname: name, message }) =>
    row === place && name ? [[name, message]] : [],
  )
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

interface StoredProps {
  rows: readonly TableRow[]
  columns: readonly FieldMeta[]
  field: SelectOption | null
}

function StoredTransitions({ rows, columns, field }: StoredProps) {
  if (rows.length === 0) {
    return <EmptyState kind="empty" title={<Text source="Any state may follow any other." />} />
  }
  return (
    <div className="entity-form-part">
      {field && (
        <p className="field-help">
          <Text source="{0} follows these transitions." args={[{ translate: field.label }]} />
        </p>
      )}
      <ul className="field-views">
        {rows.map((row, index) => (
          <li key={row.id ?? index} className="transition-view">
            <span className="field-view-label">
              <Text source={textOf(row.title)} />
            </span>
            <TransitionSummary row={row} />
            <TransitionTerms row={row} columns={columns} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function nameOf(row: TableRow): SelectOption {
  const value = textOf(row.fieldname)
  return { value, label: textOf(row.label) || value }
}
