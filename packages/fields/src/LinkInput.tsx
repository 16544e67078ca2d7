import { limits } from '@tavla/contract'
import { ErrorMessage, useI18n } from '@tavla/i18n/react'
import { ComboBox } from '@tavla/ui'
import { linkKey, useFieldForm } from './field-context.ts'
import { isNamedByInterface, useLinkTitle } from './LinkText.tsx'
import type { FieldInputProps } from './ui-types.ts'
import { useLinkSuggestions } from './useLinkSuggestions.ts'
import { valueText } from './value-text.ts'

/**
 * Chooses a record of `entity`: suggests on focus and on every input; shows titles, stores the id (reference:
 * screens, Field inputs).
 */
export function LinkInput(props: FieldInputProps & { entity: string }) {
  const { field, value, values, onChange, autoFocus, entity, placeholder } = props
  const { t } = useI18n()
  const { titles } = useFieldForm()
  const title = useLinkTitle({ field, value, values }, entity)
  const text = isNamedByInterface(entity) ? t(title) : title
  const { suggestions, isLoading, failure, search } = useLinkSuggestions(entity)
  return (
    <ComboBox
      value={valueText(value) || null}
      text={text}
      suggestions={
        isNamedByInterface(entity) ? suggestions.map((one) => ({ ...one, label: t(one.label) })) : suggestions
      }
      isLoading={isLoading}
      failure={failure && <ErrorMessage error={failure} />}
      placeholder={placeholder}
      maxLength={limits.dataLength}
      disabled={!onChange}
      autoFocus={autoFocus}
      onSearch={(text) => void search(text)}
      onChange={(option) => {
        const chosen = suggestions.find((one) => one.value === option?.value)
        if (chosen) titles.set(linkKey(entity, chosen.value), chosen.label)
        onChange?.(option?.value ?? null)
      }}
    />
  )
}
