import type { EntityRecord, FieldMeta } from '@tavla/contract'

/** A record as it might be, for an entity that has none yet. */
export function sampleRecord(fields: readonly FieldMeta[], say: (label: string) => string, now: string): EntityRecord {
  return { id: '1', ...Object.fromEntries(fields.map((field) => [field.fieldname, sampleOf(field, say, now)])) }
}

/** A value of the type; a text says what it stands for. */
function sampleOf(field: FieldMeta, say: (label: string) => string, now: string): unknown {
  switch (field.fieldtype) {
    case 'Check':
      return 1
    case 'Int':
      return 12
    case 'Float':
      return 1.5
    case 'Currency':
      return 1200
    case 'Duration':
      return 5400
    case 'Date':
      return now.slice(0, 10)
    case 'Datetime':
      return now
    case 'Time':
      return '09:30:00'
    case 'Select':
      return field.default ?? firstChoice(field)
    case 'Data':
      return (typeof field.options === 'string' && dataSamples[field.options]) || say(field.label)
    case 'Table':
      return []
    case 'Attach':
    case 'Attach Image':
    case 'Password':
    case 'JSON':
    case 'Link':
    case 'Dynamic Link':
      return null
    default:
      return say(field.label)
  }
}

const dataSamples: Readonly<Record<string, string>> = {
  Email: 'name@example.com',
  Phone: '+972 50 123 4567',
  URL: 'https://example.com',
}

function firstChoice({ options }: FieldMeta): string | null {
  const [first] = Array.isArray(options) ? options.map(({ value }) => value) : (options ?? '').split('\n')
  return first?.startsWith('[') ? null : (first ?? null)
}
