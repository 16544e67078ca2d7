import type { Colour, FieldMeta, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { type Option, Pill, Select } from '@tavla/ui'
import { useMemo } from 'react'
import { useFieldForm } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { choiceLabel, selectChoices } from '../select-choices.ts'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

/** A choice of one listed value; shown translated, stored as the English key (reference: screens, Lists). */
function SelectInput({ field, value, onChange, autoFocus }: FieldInputProps) {
  const { meta } = useFieldForm()
  const isState = meta?.doc_meta.state_field === field.fieldname
  const canClear = !isBlank(value) && field.reqd !== 1 && !isState
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

/**
 * A coloured pill: the colour of the entity's state of that title; a colour name has its own colour, and any
 * other value is Gray.
 */
function SelectPill({ field, value }: FieldViewProps) {
  const { meta } = useFieldForm()
  if (isBlank(value)) return null
  const text = valueText(value)
  return (
    <Pill color={colourOf(meta, text) ?? 'Gray'}>
      <Text source={choiceLabel(field, text)} context={field.fieldname} />
    </Pill>
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
      description: choice.why,
      isClosed: choice.why !== undefined,
    }))
    if (none === undefined) return choices
    const blank = { value: '', label: t(none), source: none }
    return none === 'All' ? [blank, ...choices] : [...choices, blank]
  }, [options, fieldname, value, none, meta, t])
}

function colourOf(meta: Meta | null, title: string): Colour | undefined {
  return meta?.states.find((state) => state.title === title)?.color ?? colours.get(title)
}

const colours = new Map<string, Colour>(
  (['Blue', 'Cyan', 'Gray', 'Green', 'Light Blue', 'Orange', 'Pink', 'Purple', 'Red', 'Yellow'] satisfies Colour[]).map(
    (colour) => [colour, colour],
  ),
)

function firstChoice({ options }: FieldMeta): string | null {
  const [first] = Array.isArray(options) ? options.map(({ value }) => value) : (options ?? '').split('\n')
  return first?.startsWith('[') ? null : (first ?? null)
}

const select: FieldTypeUi = {
  type: 'Select',
  Input: SelectInput,
  Filter: SelectFilter,
  View: SelectPill,
  Cell: SelectPill,
  filterKind: 'choice',
  blank: null,
  columnWidth: 112,
  isPill: true,
  isSearched: true,
  isLine: true,
  namesEntity: () => true,
  options: { kind: 'choices' },
  defaultBy: 'input',
  isChoice: true,
  sample: { value: 'Open', options: 'Open\nWorking\nDone\nCancelled' },
  example: (field) => field.default ?? firstChoice(field),
}

export default select
