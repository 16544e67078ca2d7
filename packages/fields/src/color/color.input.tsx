import { useI18n } from '@tavla/i18n/react'
import { TextInput } from '../TextInput.tsx'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { isHexColor } from './hex-color.ts'
import './color-input.css'

/** The platform's color picker beside the color's text; either one sets the color, and an empty text clears it. */
function ColorInput(props: FieldInputProps) {
  const { t } = useI18n()
  const { value, onChange } = props
  const text = valueText(value).trim()
  const isColor = isHexColor(text)
  return (
    <span className="color-input">
      <input
        type="color"
        aria-label={t('Color')}
        data-blank={!isColor || undefined}
        value={isColor ? text.toLowerCase() : '#000000'}
        disabled={!onChange}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      />
      <TextInput {...props} placeholder={props.placeholder ?? '\u2066#rrggbb\u2069'} />
    </span>
  )
}

const color: FieldTypeInputs = {
  type: 'Color',
  Input: ColorInput,
  Filter: TextInput,
}

export default color
