import { dealDefinition } from './deal.ts'
import { pick, randomFrom } from './random.ts'
import { english, personName } from './words.ts'

const groups = 10

/** Types of the fields of one group, in their order: those of a long questionnaire. */
const types = [
  ...['Data', 'Data', 'Int', 'Date', 'Select', 'Data', 'Check', 'Data', 'Currency', 'Data'],
  ...['Small Text', 'Data', 'Float', 'Select', 'Data', 'Int', 'Data', 'Datetime', 'Data', 'Check'],
  ...['Data', 'Link', 'Data', 'Currency', 'Select', 'Date', 'Data', 'Int', 'Time', 'Data'],
]

const choices = ['Low', 'Normal', 'High']
const group = (number: number) => `Part ${number + 1}`

/** Three hundred fields in ten groups, of which a list shows two. */
export const wideDefinition = {
  id: 'Questionnaire',
  module: 'Sales',
  title_field: 'g0_data_0',
  fields: Array.from({ length: groups }, (_, at) =>
    types.map((fieldtype, place) => ({
      fieldname: nameOf(at, fieldtype, place),
      label: `${group(at)} ${fieldtype} ${place + 1}`,
      fieldtype,
      field_group: group(at),
      ...(fieldtype === 'Select' && { options: choices.join('\n') }),
      ...(fieldtype === 'Link' && { options: dealDefinition.id }),
      ...(at === 0 && place < 2 && { in_list_view: 1 }),
    })),
  ).flat(),
}

/** A text of the first group that no list shows. */
export const unlistedField = nameOf(0, 'Data', 5)
/** A text in the middle of the form. */
export const middleField = nameOf(5, 'Data', 11)

/** The questionnaire with this number; `deals`: ids for its links. */
export function makeWide(number: number, deals: readonly string[]): Record<string, unknown> {
  const random = randomFrom(number)
  const values = wideDefinition.fields.map(({ fieldname, fieldtype }) => [fieldname, answer(fieldtype)])
  return { ...Object.fromEntries(values), [unlistedField]: `answer ${number}`, g0_data_0: `Questionnaire ${number}` }

  function answer(fieldtype: string): unknown {
    const figure = Math.floor(random() * 1000)
    const day = `2026-0${1 + (figure % 9)}-1${figure % 9}`
    switch (fieldtype) {
      case 'Int':
      case 'Float':
      case 'Currency':
        return figure
      case 'Check':
        return figure % 2
      case 'Select':
        return pick(random, choices)
      case 'Date':
        return day
      case 'Datetime':
        return `${day} 10:30:00`
      case 'Time':
        return '10:30:00'
      case 'Link':
        return pick(random, deals)
      case 'Small Text':
        return Array.from({ length: 12 }, () => pick(random, english)).join(' ')
      default:
        return personName(random)
    }
  }
}

function nameOf(at: number, fieldtype: string, place: number): string {
  return `g${at}_${fieldtype.toLowerCase().replace(' ', '_')}_${place}`
}
