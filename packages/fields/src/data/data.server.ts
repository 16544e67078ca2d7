import { limits } from '@tavla/contract'
import { parseLine } from '../parse-text.ts'
import { refuse } from '../problems.ts'
import { isEmailAddress, isPhoneNumber, isWebAddress, withoutDirectionMarks } from '../text-formats.ts'
import type { FieldRule, FieldTypeServer } from '../types.ts'

/**
 * A line of text; options `Email`, `Phone` or `URL`, or the name `email`, ask for that form
 * (reference: http-api, Coercion and checks).
 */
const data: FieldTypeServer = {
  type: 'Data',
  kind: 'text',
  length: limits.dataLength,
  formula: 'text',
  searchable: true,
  namesEntity: () => true,
  parse(value, field) {
    const form = formOf(field)
    const tidy = form && typeof value === 'string' ? withoutDirectionMarks(value) : value
    const parsed = parseLine(tidy, field, limits.dataLength)
    if (!form || !('value' in parsed) || parsed.value === null) return parsed
    return form.accepts(String(parsed.value)) ? parsed : refuse(field, form.refusal)
  },
  sample: { value: ' מרפאת שיניים ', stored: 'מרפאת שיניים' },
}

export default data

interface Form {
  accepts(text: string): boolean
  refusal: string
}

const forms: Readonly<Record<'Email' | 'Phone' | 'URL', Form>> = {
  Email: { accepts: isEmailAddress, refusal: '{0} is not a valid email address' },
  Phone: { accepts: isPhoneNumber, refusal: '{0} is not a valid phone number' },
  URL: { accepts: isWebAddress, refusal: '{0} is not a valid web address' },
}

function formOf({ fieldname, options }: FieldRule): Form | undefined {
  if (options === 'Email' || options === 'Phone' || options === 'URL') return forms[options]
  return fieldname === 'email' ? forms.Email : undefined
}
