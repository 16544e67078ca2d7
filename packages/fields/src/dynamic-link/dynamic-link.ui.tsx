import type { FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { useEffect, useRef } from 'react'
import { useFieldForm } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { LinkInput } from '../LinkInput.tsx'
import { LinkCellText, LinkViewText } from '../LinkText.tsx'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

/** Name of the field that holds the linked entity's name. */
const sourceOf = ({ options }: FieldMeta) => (typeof options === 'string' ? options : undefined)

/** The linked entity; without one the field is not editable (reference: screens, Field inputs). */
function targetOf({ field, values }: Pick<FieldViewProps, 'field' | 'values'>): string {
  const source = sourceOf(field)
  return source === undefined ? '' : valueText(values[source]).trim()
}

function DynamicLinkInput(props: FieldInputProps) {
  const { t } = useI18n()
  const { meta } = useFieldForm()
  const entity = targetOf(props)
  const former = useRef(entity)
  const { onChange, value } = props
  // A record of the former entity does not exist in the new one.
  useEffect(() => {
    if (former.current !== entity && !isBlank(value)) onChange?.(null)
    former.current = entity
  }, [entity, value, onChange])

  const source = meta?.all_fields.find((field) => field.fieldname === props.field.options)
  const placeholder = entity === '' && source ? t('Set {0} first', [{ translate: source.label }]) : undefined
  return (
    <LinkInput
      {...props}
      entity={entity}
      onChange={entity === '' ? undefined : onChange}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
}

const dynamicLink: FieldTypeUi = {
  type: 'Dynamic Link',
  Input: DynamicLinkInput,
  View: (props) => <LinkViewText {...props} entity={targetOf(props)} />,
  Cell: (props) => <LinkCellText {...props} entity={targetOf(props)} />,
  follows: sourceOf,
  blank: null,
  options: { kind: 'field', help: 'The field that holds the name of the entity' },
  defaultBy: 'none',
  isChoice: true,
  linksTo: (field, values) => targetOf({ field, values }),
  sample: { value: 'TASK-0001', options: 'link' },
  example: () => null,
}

export default dynamicLink
