import { useI18n } from '@tavla/i18n/react'
import { useEffect, useRef } from 'react'
import { useFieldForm } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { LinkInput } from '../LinkInput.tsx'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'
import { targetOf } from './link-target.ts'

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

const dynamicLink: FieldTypeInputs = {
  type: 'Dynamic Link',
  Input: DynamicLinkInput,
}

export default dynamicLink
