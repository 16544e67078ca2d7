import type { FieldMeta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Pill } from '@tavla/ui'
import { useFieldForm } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { choiceLabel } from '../select-choices.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { colourOf } from './colour-of.ts'

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

function firstChoice({ options }: FieldMeta): string | null {
  const [first] = Array.isArray(options) ? options.map(({ value }) => value) : (options ?? '').split('\n')
  return first?.startsWith('[') ? null : (first ?? null)
}

const select: FieldTypeUi = {
  type: 'Select',
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
