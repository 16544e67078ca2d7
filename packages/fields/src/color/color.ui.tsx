import { useI18n } from '@tavla/i18n/react'
import { isBlank } from '../is-blank.ts'
import { TextInput } from '../TextInput.tsx'
import { textType } from '../text-type.tsx'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { isHexColor } from './hex-color.ts'
import './color.css'

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

function ColorText({ value }: FieldViewProps) {
  if (isBlank(value)) return null
  const text = valueText(value)
  return (
    <span className="color">
      {isHexColor(text) && <span className="color-swatch" style={{ backgroundColor: text }} />}
      <bdi className="numeric" dir="ltr">
        {text}
      </bdi>
    </span>
  )
}

const color: FieldTypeUi = {
  type: 'Color',
  Input: ColorInput,
  View: ColorText,
  Cell: ColorText,
  blank: null,
  columnWidth: 96,
  ...textType,
  check: (value) =>
    isBlank(value) || isHexColor(valueText(value).trim()) ? null : '{0} must be a color such as #1f6feb',
  defaultBy: 'input',
  sample: { value: '#1f6feb' },
  example: () => '#1f6feb',
}

export default color
