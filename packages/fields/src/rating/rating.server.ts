import { parseInteger } from '../parse-number.ts'
import { refuse } from '../problems.ts'
import type { FieldTypeServer } from '../types.ts'
import { maxStars } from './stars.ts'

/** Stars from 0 to 5; a fraction is truncated toward zero. */
const rating: FieldTypeServer = {
  type: 'Rating',
  kind: 'integer',
  length: null,
  isStrict: true,
  parse(value, field) {
    const parsed = parseInteger(value, field)
    if ('problem' in parsed) return parsed
    const stars = Number(parsed.value)
    return stars < 0 || stars > maxStars ? refuse(field, '{0} must be between {1} and {2}', 0, maxStars) : parsed
  },
  sample: { value: '4.9', stored: 4, refused: [6, -1, '12', 9.1e15] },
}

export default rating
