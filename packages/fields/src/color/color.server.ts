import { parseLine } from '../parse-text.ts'
import { refuse } from '../problems.ts'
import type { FieldTypeServer } from '../types.ts'
import { hexColorLength, isHexColor } from './hex-color.ts'

/** A color as `#rrggbb`, stored in lower case. */
const color: FieldTypeServer = {
  type: 'Color',
  kind: 'text',
  length: hexColorLength,
  isStrict: true,
  parse(value, field) {
    const parsed = parseLine(value, field, hexColorLength)
    if (!('value' in parsed) || parsed.value === null) return parsed
    const text = String(parsed.value)
    return isHexColor(text) ? { value: text.toLowerCase() } : refuse(field, '{0} must be a color such as #1f6feb')
  },
  sample: { value: ' #1F6FEB ', stored: '#1f6feb', refused: ['red', '#fff', '1f6feb', '#12345g', 5, true] },
}

export default color
