import { textOf } from '@tavla/contract'
import { fieldUi, readRows } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { type Option, Select } from '@tavla/ui'
import type { FieldRow } from '../field-row.ts'
import { ChoicesInput } from './ChoicesInput.tsx'
import { useFieldDraft } from './draft-context.ts'
import type { OptionsInputProps } from './options-input-props.ts'
import { TargetInput } from './TargetInput.tsx'

/** The options of a field, edited as its type reads them: choices, an entity, another field, a form. */
export function OptionsInput(props: OptionsInputProps) {
  const { values } = useFieldDraft()
  const { t } = useI18n()
  const others = readRows(values.fields).filter((one) => one.fieldname !== props.row.fieldname)
  const question = fieldUi(textOf(props.row.fieldtype)).options
  switch (question?.kind) {
    case 'choices':
      return <ChoicesInput {...props} />
    case 'entity':
      return <TargetInput {...props} isTable={false} />
    case 'table':
      return <TargetInput {...props} isTable />
    case 'field':
      return (
        <OptionsSelect
          {...props}
          help={question.help}
          options={others.filter(namesEntity).map((one) => nameOption(one, t))}
        />
      )
    case 'values': {
      const { values: fixed, none, help, areWords, orLine } = question
      return (
        <OptionsSelect
          {...props}
          {...(help !== undefined && { help })}
          options={[
            { value: '', label: t(none), source: none },
            ...fixed.map((value) => (areWords ? { value, label: t(value), source: value } : { value, label: value })),
            ...(orLine ? others.filter(isLine).map((one) => nameOption(one, t)) : []),
          ]}
        />
      )
    }
    default:
      return null
  }
}

type OptionsSelectProps = OptionsInputProps & { options: readonly Option[]; help?: string }

function OptionsSelect({ row, onChange, options, help }: OptionsSelectProps) {
  const value = textOf(row.options)
  const isKnown = options.some((option) => option.value === value)
  return (
    <Select
      label={<Text source="Options" />}
      description={help && <Text source={help} />}
      options={isKnown || value === '' ? options : [...options, { value, label: value }]}
      value={value}
      disabled={!onChange}
      onChange={(chosen) => onChange?.(chosen === '' ? null : chosen)}
    />
  )
}

const namesEntity = (row: FieldRow) =>
  fieldUi(textOf(row.fieldtype)).namesEntity?.({ options: textOf(row.options) || null }) === true

const isLine = ({ fieldtype }: FieldRow) => fieldUi(textOf(fieldtype)).isLine === true

function nameOption({ fieldname, label }: FieldRow, t: (text: string) => string): Option {
  const name = textOf(fieldname)
  return { value: name, label: t(textOf(label) || name), description: name }
}
