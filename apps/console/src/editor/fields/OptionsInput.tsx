import { readRows } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { type Option, Select } from '@tavla/ui'
import { type FieldRow, optionKind, textOf } from '../field-row.ts'
import { ChoicesInput } from './ChoicesInput.tsx'
import { useFieldDraft } from './draft-context.ts'
import type { OptionsInputProps } from './options-input-props.ts'
import { TargetInput } from './TargetInput.tsx'

/** The options of a field, as its type reads them: choices, an entity, another field, a form. */
export function OptionsInput(props: OptionsInputProps) {
  const { values } = useFieldDraft()
  const { t } = useI18n()
  const others = readRows(values.fields).filter((one) => one.fieldname !== props.row.fieldname)
  switch (optionKind(props.row.fieldtype)) {
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
          help="The field that holds the name of the entity"
          options={others.filter(namesEntity).map((one) => nameOption(one, t))}
        />
      )
    case 'form':
      return (
        <OptionsSelect
          {...props}
          options={[
            { value: '', label: t('Any text'), source: 'Any text' },
            ...['Email', 'Phone', 'URL'].map((form) => ({ value: form, label: t(form), source: form })),
          ]}
        />
      )
    case 'currency':
      return (
        <OptionsSelect
          {...props}
          help="A currency, or the field that holds it"
          options={[
            { value: '', label: t('The currency of the site'), source: 'The currency of the site' },
            ...currencies.map((code) => ({ value: code, label: code })),
            ...others.filter(namesCurrency).map((one) => nameOption(one, t)),
          ]}
        />
      )
    default:
      return null
  }
}

const currencies = ['ILS', 'USD', 'EUR', 'GBP']

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

const namesEntity = ({ fieldtype, options }: FieldRow) =>
  fieldtype === 'Select' || fieldtype === 'Data' || (fieldtype === 'Link' && options === 'Entity')

const namesCurrency = ({ fieldtype }: FieldRow) =>
  fieldtype === 'Select' || fieldtype === 'Data' || fieldtype === 'Link' || fieldtype === 'Read Only'

function nameOption({ fieldname, label }: FieldRow, t: (text: string) => string): Option {
  const name = textOf(fieldname)
  return { value: name, label: t(textOf(label) || name), description: name }
}
