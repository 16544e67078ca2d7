import type { ValueKind } from '@tavla/expressions'

/** How a type stores its values; the server's half of each type says the same. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  text: ['Color', 'Data', 'Dynamic Link', 'Link', 'Read Only', 'Select'],
  longtext: ['Code', 'Long Text', 'Small Text', 'Text', 'Text Editor'],
  file: ['Attach', 'Attach Image'],
  integer: ['Duration', 'Int', 'Rating'],
  decimal: ['Currency', 'Float'],
  flag: ['Check'],
  date: ['Date'],
  datetime: ['Datetime'],
  time: ['Time'],
  json: ['JSON'],
  secret: ['Password'],
  table: ['Table'],
}

const kindOf = new Map(Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind] as const)))

/** The storage kind of a field type (reference: metadata, Field types). */
export const storageKind = (fieldtype: string): string | undefined => kindOf.get(fieldtype)

const values: Readonly<Record<string, ValueKind>> = {
  text: 'text',
  longtext: 'text',
  file: 'text',
  time: 'text',
  date: 'date',
  datetime: 'date',
  integer: 'number',
  decimal: 'number',
  flag: 'bool',
}

/** The kind of value that expressions see of a field of this type; undefined for what they do not know. */
export const valueKind = (fieldtype: string): ValueKind | undefined => values[storageKind(fieldtype) ?? '']

const formulaTypes = new Set('Int,Float,Currency,Duration,Check,Data,Small Text,Date,Datetime'.split(','))
const rollupTypes = new Set(['Int', 'Float', 'Currency', 'Date', 'Datetime'])
const summedTypes = new Set(['Int', 'Float', 'Currency', 'Duration', 'Rating'])

/** True for the types whose value a formula may work out (reference: expressions, Formulas). */
export const hasFormula = (fieldtype: string): boolean => formulaTypes.has(fieldtype)

/** True for the types whose value may come from records that link here. */
export const hasRollup = (fieldtype: string): boolean => rollupTypes.has(fieldtype)

/** True for the types whose values a foot row can add up. */
export const isSummed = (fieldtype: string): boolean => summedTypes.has(fieldtype)

/** True for the types whose value may come along with a link. */
export const isFetched = (fieldtype: string): boolean =>
  !['table', 'secret'].includes(storageKind(fieldtype) ?? 'table')
