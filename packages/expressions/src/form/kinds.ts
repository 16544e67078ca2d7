import type { ValueKind } from '../names.ts'

/** The kinds of the values of field types, as the server halves have them; JSON and secrets are unknown to expressions. */
export const valueKinds: Readonly<Record<string, ValueKind>> = {
  Attach: 'text',
  'Attach Image': 'text',
  Check: 'bool',
  Code: 'text',
  Color: 'text',
  Currency: 'number',
  Data: 'text',
  Date: 'date',
  Datetime: 'date',
  Duration: 'number',
  'Dynamic Link': 'text',
  Float: 'number',
  Int: 'number',
  Link: 'text',
  'Long Text': 'text',
  Rating: 'number',
  'Read Only': 'text',
  Select: 'text',
  'Small Text': 'text',
  Text: 'text',
  'Text Editor': 'text',
  Time: 'text',
}

/** The kinds of the results of formulas, by field type. */
export const formulaKinds: Readonly<Record<string, ValueKind>> = {
  Check: 'bool',
  Currency: 'number',
  Data: 'text',
  Date: 'date',
  Datetime: 'date',
  Duration: 'number',
  Float: 'number',
  Int: 'number',
  'Small Text': 'text',
}
