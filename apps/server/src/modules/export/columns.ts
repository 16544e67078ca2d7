import type { EntityRecord } from '@tavla/contract'
import { readSelectOptions } from '@tavla/fields/server'
import { type Dictionary, translate } from '@tavla/i18n'
import type { Field } from '../../entity/index.ts'

/** The kinds of cells that a spreadsheet tells apart. */
export type CellKind = 'text' | 'number' | 'flag' | 'date' | 'datetime' | 'time'

/** A column of a file; `Row` is what its rows are made of. */
export interface Column<Row = EntityRecord> {
  name: string
  /** In the reader's language. */
  label: string
  kind: CellKind
  value(row: Row): CellValue
}

export type CellValue = string | number | null

/** The reader of a file. */
export interface FileReader {
  language: string
  dictionary: Dictionary
  /** True for links as ids and options as their values. */
  isRaw: boolean
}

export const columnsOf = (fields: readonly Field[], reader: FileReader): Column[] =>
  fields.map((field) => columnOf(field, reader))

function columnOf(field: Field, reader: FileReader): Column {
  const { name, rule } = field
  const label = translate(reader.dictionary, rule.label, undefined, reader.language, name)
  return { name, label, kind: kinds[field.kind] ?? 'text', value: cellReader(field, reader) }
}

const kinds: Partial<Record<Field['kind'], CellKind>> = {
  integer: 'number',
  decimal: 'number',
  flag: 'flag',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
}

function cellReader({ name, type, rule, kind }: Field, { language, dictionary, isRaw }: FileReader): Column['value'] {
  if (kind === 'datetime') return (record) => withoutFraction(plain(record[name]))
  if (isRaw) return (record) => plain(record[name])
  if (type.links !== undefined) return (record) => record._link_titles?.[name] ?? plain(record[name])
  const options = type.needsOptions && kind === 'text' ? readSelectOptions(rule.options) : []
  const labels = new Map(
    options.map(({ value, label }) => [value, translate(dictionary, label, undefined, language, name)]),
  )
  return (record) => labels.get(record[name] as string) ?? plain(record[name])
}

/** A whole second needs no digits behind it, which spreadsheets do not read. */
const withoutFraction = (value: CellValue) => (typeof value === 'string' ? value.replace(/\.0+$/, '') : value)

/** The answer of a list as one value: JSON as its text. */
function plain(value: unknown): CellValue {
  if (typeof value === 'string' || typeof value === 'number') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}
