import type { FieldMeta } from '@tavla/contract'
import { parseDuration } from './duration-text.ts'
import { fold } from './fold.ts'
import { isBlank } from './is-blank.ts'
import { parseWhole } from './number-text.ts'
import { choiceLabel, selectChoices } from './select-choices.ts'
import { dateFromText, flagFromText, momentFromText, momentText, numberFromText, type Say } from './sheet-text.ts'
import { valueText } from './value-text.ts'

export { maxPastedCells, readBlock, writeBlock } from './cell-block.ts'
export { createLinkReader } from './link-reader.ts'

/** How the values of a type are written to spreadsheets and read from them; the value as text where a half is absent. */
interface SheetType {
  write?(value: unknown, field: FieldMeta, say: Say): string
  read?(text: string, field: FieldMeta, say: Say): unknown
}

/** The text of a value for a spreadsheet. */
export const sheetText = (field: FieldMeta, value: unknown, say: Say): string =>
  sheetTypes[field.fieldtype]?.write?.(value, field, say) ?? valueText(value)

/** The value of a text from a spreadsheet, undefined if the field can have no such value. */
export function sheetValue(field: FieldMeta, text: string, say: Say): unknown {
  const read = sheetTypes[field.fieldtype]?.read
  return read ? read(text, field, say) : text
}

/** The choice that a text names by its value or its label, in either language; null if blank, undefined if none. */
function choiceOf(text: string, field: FieldMeta, say: Say): string | null | undefined {
  const word = fold(text.trim())
  if (word === '') return null
  const names = (label: string) => [fold(label), fold(say(label, field.fieldname))]
  return selectChoices(field).find(({ value, label }) => fold(value) === word || names(label).includes(word))?.value
}

/** Apart from the types themselves, which every first screen loads. */
const sheetTypes: Readonly<Partial<Record<string, SheetType>>> = {
  Int: { read: (text) => numberFromText(text, parseWhole) },
  Float: { read: (text) => numberFromText(text) },
  Currency: { read: (text) => numberFromText(text) },
  Rating: { read: (text) => numberFromText(text) },
  Duration: { read: (text) => numberFromText(text, parseDuration) },
  Check: {
    write: (value, _field, say) => say(value === 1 ? 'Yes' : 'No'),
    read: (text, _field, say) => flagFromText(text, say),
  },
  Date: { read: dateFromText },
  Datetime: { write: momentText, read: momentFromText },
  Time: { write: (value) => momentText(value).slice(0, 8) },
  Select: {
    write: (value, field, say) => (isBlank(value) ? '' : say(choiceLabel(field, valueText(value)), field.fieldname)),
    read: choiceOf,
  },
}
