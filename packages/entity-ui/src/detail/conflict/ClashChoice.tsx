import type { Choice } from '@tavla/contract'
import { fieldInput } from '@tavla/fields/inputs'
import { Text, useI18n } from '@tavla/i18n/react'
import { FieldBox } from '@tavla/ui'
import { type ReactNode, Suspense, useId } from 'react'
import type { ClashPlace } from './clash-places.ts'
import { RowName } from './RowName.tsx'
import { SideValue } from './SideValue.tsx'

type Values = Readonly<Record<string, unknown>>
type Side = 'base' | 'theirs' | 'mine'

interface ClashChoiceProps {
  place: ClashPlace
  /** Name of the other user. */
  by: string
  /** The whole records, with the titles of their links. */
  titles: Record<Side, Values>
  choice: Choice | undefined
  /** The user tried to save without a choice. */
  isMissing: boolean
  onChoose: (choice: Choice) => void
}

/** One place that both changed: its original, and the two values as a choice, or a third one from the field's input. */
export function ClashChoice({ place, by, titles, choice, isMissing, onChoose }: ClashChoiceProps) {
  const { t } = useI18n()
  const name = useId()
  const { clash, column } = place
  const shown = (side: Side) => <ClashValue place={place} side={side} record={titles[side]} />
  const option = (mark: 'mine' | 'theirs' | 'other', label: ReactNode, value: ReactNode, chosen: Choice) => (
    <label className="clash-option" data-choice={mark}>
      <input
        type="radio"
        name={name}
        checked={kindOf(choice) === mark}
        aria-describedby={isMissing ? `${name}-error` : undefined}
        onChange={() => onChoose(chosen)}
      />
      <span className="clash-label">{label}</span>
      {value !== null && <span className="clash-value">{value}</span>}
    </label>
  )
  return (
    <fieldset className="clash" data-missing={isMissing || undefined} aria-describedby={`${name}-original`}>
      <legend>
        <PlaceName place={place} />
      </legend>
      <div className="clash-sides">
        <div className="clash-original" id={`${name}-original`}>
          <span className="clash-label">
            <Text source="Original" />
          </span>
          <span className="clash-value">{shown('base')}</span>
        </div>
        {option('mine', <Text source="Mine" />, shown('mine'), 'mine')}
        {option('theirs', <Text source="Saved by {0}" args={[by]} />, shown('theirs'), 'theirs')}
        {column && option('other', <Text source="Another Value" />, null, { value: clash.mine })}
      </div>
      {column && typeof choice === 'object' && (
        <OwnInput column={column} value={choice.value} label={t('Another Value')} onChoose={onChoose} />
      )}
      {isMissing && (
        <p className="field-error" id={`${name}-error`} role="alert">
          <Text source="Choose one of these" />
        </p>
      )}
    </fieldset>
  )
}

interface OwnInputProps {
  column: NonNullable<ClashPlace['column']>
  value: unknown
  label: string
  onChoose: (choice: Choice) => void
}

function OwnInput({ column, value, label, onChoose }: OwnInputProps) {
  const { Input } = fieldInput(column.fieldtype)
  return (
    <FieldBox label={label} isLabelHidden>
      <Suspense fallback={<div className="input" aria-busy="true" />}>
        <Input
          field={column}
          value={value}
          values={{ [column.fieldname]: value }}
          onChange={(next) => onChoose({ value: next })}
        />
      </Suspense>
    </FieldBox>
  )
}

/** The label of a field; for a row its table, its number and its first value. */
function PlaceName({ place: { field, row, column } }: { place: ClashPlace }) {
  if (!row) return <Text source={field.label} />
  return (
    <>
      <Text source={field.label} />
      {'\u00a0· '}
      <RowName place={row} />
      {column && (
        <>
          {'\u00a0· '}
          <Text source={column.label} />
        </>
      )}
    </>
  )
}

function ClashValue({ place, side, record }: { place: ClashPlace; side: Side; record: Values }) {
  const { clash, column, columns, row } = place
  const value = clash[side]
  if (column) {
    const around = row ? rowOf(record[clash.fieldname], clash.row) : record
    return <SideValue field={column} value={value} values={around} />
  }
  if (value === null || value === undefined) return <Text source="row removed" />
  const values = value as Values
  return (
    <span className="clash-row">
      {columns.map((one) => (
        <span key={one.fieldname}>
          <Text source={one.label} />: <SideValue field={one} value={values[one.fieldname]} values={values} />
        </span>
      ))}
    </span>
  )
}

/** The row of a table, which has the titles of its links. */
const rowOf = (rows: unknown, id: unknown): Values =>
  (Array.isArray(rows) ? (rows as Values[]) : []).find((one) => one.id === id) ?? {}

const kindOf = (choice: Choice | undefined) => (typeof choice === 'object' ? 'other' : choice)
