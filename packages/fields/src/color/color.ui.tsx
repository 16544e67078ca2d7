import { isBlank } from '../is-blank.ts'
import { textType } from '../text-type.tsx'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { isHexColor } from './hex-color.ts'
import './color.css'

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
