import type { FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { type Option, Select } from '@tavla/ui'
import { useMemo } from 'react'
import { useFieldForm } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { canBeBlank, selectChoices } from '../select-choices.ts'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { colourOf } from './colour-of.ts'
import { typeWords } from './type-words.ts'

/** A choice of one listed value; shown translated, stored as the English key (reference: screens, Lists). */
function SelectInput({ field, value, onChange, autoFocus }: FieldInputProps) {
  const { meta } = useFieldForm()
  const isState = meta?.doc_meta.state_field === field.fieldname
  const canClear = !isBlank(value) && canBeBlank(field) && !isState
  return (
    <Select
      options={useSelectOptions(field, value, canClear ? 'Clear' : undefined)}
      value={isBlank(value) ? null : valueText(value)}
      disabled={!onChange}
      autoFocus={autoFocus}
      onChange={(chosen) => onChange?.(chosen === '' ? null : chosen)}
    />
  )
}

/** One of the listed values, or all. */
function SelectFilter({ field, value, onChange }: FieldInputProps) {
  return (
    <Select
      options={useSelectOptions(field, value, 'All')}
      value={valueText(value)}
      onChange={(chosen) => onChange?.(chosen === '' ? null : chosen)}
    />
  )
}

/** The choices to show; `none` adds `All` as the first or `Clear` as the last. */
function useSelectOptions(field: FieldMeta, value: unknown, none?: 'All' | 'Clear'): readonly Option[] {
  const { t } = useI18n()
  const { meta } = useFieldForm()
  const { options, fieldname } = field
  return useMemo(() => {
    const choices = selectChoices({ options }, value).map((choice) => ({
      value: choice.value,
      label: t(choice.label, undefined, fieldname),
      source: choice.label,
      context: fieldname,
      color: colourOf(meta, choice.value),
      ...(fieldname === 'fieldtype' && {
        words: typeWords(choice.value)
          .map((words) => `${words} ${t(words)}`)
          .join(' '),
      }),
      description: choice.why,
      isClosed: choice.why !== undefined,
    }))
    if (none === undefined) return choices
    const blank = { value: '', label: t(none), source: none }
    return none === 'All' ? [blank, ...choices] : [...choices, blank]
  }, [options, fieldname, value, none, meta, t])
}

const select: FieldTypeInputs = {
  type: 'Select',
  Input: SelectInput,
  Filter: SelectFilter,
}

export default select
