import type { Colour, FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { Pill, Select } from '@tavla/ui'
import { useFieldForm } from '../field-context.ts'
import { selectChoices } from '../select-choices.ts'
import { isBlank, textOf } from '../text-value.ts'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'

/** One of the listed values; drawn translated, stored as the English key (contract 8.40). */
function SelectInput({ field, value, onChange, autoFocus }: FieldInputProps) {
  const { t } = useI18n()
  const options = useSelectOptions(field, value)
  const canClear = !isBlank(value) && field.reqd !== 1
  return (
    <Select
      options={canClear ? [...options, { value: '', label: t('Clear') }] : options}
      value={isBlank(value) ? null : textOf(value)}
      disabled={!onChange}
      autoFocus={autoFocus}
      onChange={(chosen) => onChange?.(chosen === '' ? null : chosen)}
    />
  )
}

/** Any of the listed values, or all. */
function SelectFilter({ field, value, onChange }: FieldInputProps) {
  const { t } = useI18n()
  const options = useSelectOptions(field, value)
  return (
    <Select
      options={[{ value: '', label: t('All') }, ...options]}
      value={textOf(value)}
      onChange={(chosen) => onChange?.(chosen === '' ? null : chosen)}
    />
  )
}

/** A coloured pill: the entity's state of that title gives the colour; a colour has its own, and anything else is Gray. */
function SelectPill({ field, value }: FieldViewProps) {
  const { t } = useI18n()
  const colorOf = useStateColors()
  if (isBlank(value)) return null
  const label = selectChoices(field, value).find((choice) => choice.value === value)?.label ?? textOf(value)
  return <Pill color={colorOf(textOf(value)) ?? 'Gray'}>{t(label, undefined, field.fieldname)}</Pill>
}

function useSelectOptions(field: FieldMeta, value: unknown) {
  const { t } = useI18n()
  const colorOf = useStateColors()
  return selectChoices(field, value).map((choice) => ({
    value: choice.value,
    label: t(choice.label, undefined, field.fieldname),
    color: colorOf(choice.value),
  }))
}

function useStateColors() {
  const { meta } = useFieldForm()
  return (title: string) => meta?.states.find((state) => state.title === title)?.color ?? colours.get(title)
}

const colours = new Map<string, Colour>(
  (['Blue', 'Cyan', 'Gray', 'Green', 'Light Blue', 'Orange', 'Pink', 'Purple', 'Red', 'Yellow'] satisfies Colour[]).map(
    (colour) => [colour, colour],
  ),
)

const select: FieldTypeUi = {
  type: 'Select',
  Input: SelectInput,
  Filter: SelectFilter,
  View: SelectPill,
  Cell: SelectPill,
  blank: null,
  isPill: true,
}

export default select
