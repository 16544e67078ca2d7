import { type FieldMeta, type SelectOption, textOf } from '@tavla/contract'
import type { RowErrors, TableRow } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Select, TextField } from '@tavla/ui'
import { Expression } from '../expressions/Expression.tsx'
import { useSurroundings } from '../expressions/expression-context.ts'
import { isOn } from '../field-row.ts'
import { ChoiceBoxes } from './ChoiceBoxes.tsx'

export interface TransitionFieldsProps {
  row: TableRow
  columns: readonly FieldMeta[]
  states: readonly SelectOption[]
  /** Fields that a person may be asked for. */
  askable: readonly SelectOption[]
  roles: readonly string[]
  errors: RowErrors | undefined
  set: (name: string, value: unknown) => void
}

/** Everything about a transition but its title: its states, who may take it and when, and what it asks. */
export function TransitionFields({ row, columns, states, askable, roles, errors, set }: TransitionFieldsProps) {
  const { t } = useI18n()
  const { findings } = useSurroundings()
  const label = (name: string) => columns.find(({ fieldname }) => fieldname === name)?.label ?? name
  const to = textOf(row.to_state)
  const goals = states.some(({ value }) => value === to) || to === '' ? states : [...states, { value: to, label: to }]
  return (
    <div className="field-properties">
      <ChoiceBoxes
        label={label('from_states')}
        help="None: from any state."
        error={errors?.from_states}
        options={states}
        value={row.from_states}
        onChange={(value) => set('from_states', value)}
      />
      <Select
        label={<Text source={label('to_state')} />}
        isRequired
        error={errors?.to_state}
        options={goals.map((state) => ({ value: state.value, label: t(state.label), source: state.label }))}
        value={to}
        onChange={(value) => set('to_state', value)}
      />
      <ChoiceBoxes
        label={label('roles')}
        help="None: everyone who may write the record."
        error={errors?.roles}
        options={roles.map((role) => ({ value: role, label: role }))}
        value={row.roles}
        onChange={(value) => set('roles', value)}
      />
      <Expression
        label={label('condition')}
        value={textOf(row.condition)}
        onChange={(value) => set('condition', value)}
        result="bool"
        level={1}
        hasContext
        hasOld
        findings={findings.filter((one) => one.transition === row.title && one.property === 'condition')}
        error={errors?.condition}
      />
      <div className="field-description">
        <TextField
          label={<Text source={label('else_text')} />}
          error={errors?.else_text}
          maxLength={1000}
          value={textOf(row.else_text)}
          onChange={(value) => set('else_text', value === '' ? null : value)}
        />
      </div>
      <div className="field-description">
        <ChoiceBoxes
          label={label('ask_fields')}
          error={errors?.ask_fields}
          options={askable}
          value={row.ask_fields}
          onChange={(value) => set('ask_fields', value)}
        />
      </div>
      <div className="field-flags">
        {['needs_reason', 'is_primary'].map((name) => (
          <Checkbox key={name} isChecked={isOn(row[name])} onChange={(isChecked) => set(name, isChecked ? 1 : 0)}>
            <Text source={label(name)} />
          </Checkbox>
        ))}
      </div>
    </div>
  )
}
