import type { Filters } from '@tavla/client'
import { type FieldMeta, limits } from '@tavla/contract'
import { fieldInput } from '@tavla/fields/inputs'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { FieldBox, lazyPart, Select, TextField } from '@tavla/ui'
import { type ComponentProps, Suspense, useState } from 'react'
import { type FilterOperator, filterOperators, readCondition } from './operators.ts'
import { PeriodChoice } from './PeriodChoice.tsx'
import { ValueChoice } from './ValueChoice.tsx'

const DayChoice = lazyPart(() => import('./DayChoice.tsx'), 'line')

type Pair = readonly [operator: string, value: unknown]

export interface ConditionEditorProps {
  entity: string
  field: FieldMeta
  /** The condition to begin with; null for a new one. */
  pair: Pair | null
  /** The other filters of the list, by which values are counted. */
  filters: Filters
  /** True for a condition that is stored for everybody: without periods, and without `Me`. */
  isLasting?: boolean
  /** True in a panel, which has room for months. */
  isRoomy?: boolean
  /** Label of the operator, where the field stands beside it; default: that of the field. */
  label?: string
  /** Called with each whole condition, and with null for one that is not whole. */
  onChange: (pair: Pair | null) => void
}

/** Operator and value of a condition, by the type of its field. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { entity, field, pair, filters, isLasting = false, isRoomy = false, label, onChange } = props
  const { t } = useI18n()
  const operators = filterOperators(field).filter(({ shape }) => !isLasting || shape !== 'period')
  const [draft, setDraft] = useState(() =>
    pair ? readCondition(field, pair) : { operator: operators[0], value: null },
  )
  const { operator, value } = draft
  if (!operator) return null
  const known = operators.includes(operator) ? operators : [operator, ...operators]
  const set = (next: typeof operator, nextValue: unknown) => {
    setDraft({ operator: next, value: nextValue })
    onChange(next.write(nextValue))
  }
  return (
    <div className="filter-condition">
      <Select
        label={<Text source={label ?? field.label} />}
        options={known.map((one, index) => ({
          value: String(index),
          label: one.isSign ? one.label : t(one.label),
          ...(!one.isSign && { source: one.label }),
        }))}
        value={String(known.indexOf(operator))}
        onChange={(index) => {
          const next = known[Number(index)]
          if (next) set(next, next.shape === operator.shape ? value : null)
        }}
      />
      {isRoomy && isOfDays(field, operator) ? (
        <Suspense fallback={<div className="day-choice" aria-busy="true" />}>
          <DayChoice value={draft.value as DayValue} {...dayChanges(operators, set)} />
        </Suspense>
      ) : (
        <ValueEditor
          entity={entity}
          field={field}
          filters={filters}
          isLasting={isLasting}
          shape={operator.shape}
          value={value}
          onChange={(next) => set(operator, next)}
        />
      )}
    </div>
  )
}

type DayValue = ComponentProps<typeof DayChoice>['value']

/** True for the operators that the panel of days shows as one: in a period, and from one day to another. */
const isOfDays = ({ fieldtype }: FieldMeta, { label, shape }: FilterOperator): boolean => {
  const { filterKind } = fieldUi(fieldtype)
  if (filterKind !== 'day' && filterKind !== 'moment') return false
  return shape === 'range' || (shape === 'period' && label === 'is in')
}

/** A press in the panel of days chooses the operator along with the value. */
function dayChanges(operators: readonly FilterOperator[], set: (operator: FilterOperator, value: unknown) => void) {
  const choose = (is: (operator: FilterOperator) => boolean, value: unknown) => {
    const operator = operators.find(is)
    if (operator) set(operator, value)
  }
  return {
    onPeriod: (name: string) => choose(({ shape }) => shape === 'period', name),
    onDays: (from: string | null, to: string | null) => choose(({ shape }) => shape === 'range', [from, to]),
    onEmpty: () => choose(({ label }) => label === 'is empty', null),
  }
}

interface ValueEditorProps extends Pick<ConditionEditorProps, 'entity' | 'field' | 'filters'> {
  isLasting: boolean
  shape: 'none' | 'text' | 'one' | 'range' | 'several' | 'period'
  value: unknown
  onChange: (value: unknown) => void
}

function ValueEditor({ entity, field, filters, isLasting, shape, value, onChange }: ValueEditorProps) {
  const { t } = useI18n()
  const label = t('Value')
  switch (shape) {
    case 'none':
      return null
    case 'text':
      return (
        <TextField
          aria-label={label}
          maxLength={limits.dataLength}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
      )
    case 'period':
      return <PeriodChoice label={label} value={value} onChange={onChange} />
    case 'several':
      return (
        <ValueChoice
          entity={entity}
          field={field}
          filters={filters}
          hasMe={!isLasting}
          values={Array.isArray(value) ? (value as unknown[]) : []}
          onChange={onChange}
        />
      )
    case 'range': {
      const [first, last] = Array.isArray(value) ? (value as unknown[]) : []
      return (
        <div className="filter-range">
          <OneValue
            label="From"
            field={field}
            value={first ?? null}
            onChange={(next) => onChange([next, last ?? null])}
          />
          <OneValue
            label="To"
            field={field}
            value={last ?? null}
            onChange={(next) => onChange([first ?? null, next])}
          />
        </div>
      )
    }
    case 'one':
      return <OneValue label="Value" field={field} value={value ?? null} onChange={onChange} />
  }
}

interface OneValueProps {
  /** English source text. */
  label: string
  field: FieldMeta
  value: unknown
  onChange: (value: unknown) => void
}

/** The box of a quick filter of the field's type. */
function OneValue({ label, field, value, onChange }: OneValueProps) {
  const { Input, Filter = Input } = fieldInput(field.fieldtype)
  return (
    <FieldBox label={<Text source={label} context="range" />}>
      <Suspense fallback={<div className="input" />}>
        <Filter
          field={{ ...field, reqd: 0, read_only: 0, default: null }}
          value={value}
          values={{ [field.fieldname]: value }}
          onChange={onChange}
        />
      </Suspense>
    </FieldBox>
  )
}
