import { type FieldMeta, isFieldname, type Meta, textOf } from '@tavla/contract'
import type { Names, Rows, ValueKind } from '@tavla/expressions'
import { storageKind, valueKind } from '../field-kinds.ts'
import type { FieldRow } from '../field-row.ts'

/** A name that an expression may use, with the words that people know it by. */
export interface KnownName {
  name: string
  /** English source text. */
  label: string
  kind: ValueKind | 'rows'
}

/** The names of the expressions of one place of a definition (reference: expressions, Names). */
export interface Scope {
  names: Names
  fields: readonly KnownName[]
  /** The columns of each Table field. */
  columns: ReadonlyMap<string, readonly KnownName[]>
  /** The fields of the record, for the expressions of its rows. */
  parent: readonly KnownName[] | null
  /** False until the columns of all its tables are known. */
  isWhole: boolean
}

export interface ScopeOptions {
  type: unknown
  rows: readonly FieldRow[]
  /** The fields of the child entities. */
  links: Meta['links']
  /** The entity that has the rows, for a child entity. */
  parent: Meta | null
  level: number
  hasContext: boolean
  hasOld: boolean
}

/** Words that expressions need for themselves: a field of such a name is unknown to them. */
const reserved = new Set([
  ...['ctx', 'old', 'parent', 'true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for'],
  ...['function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
  'constructor',
])

/** The names that the drafted definition gives to the expressions of a field of this level. */
export function scopeOf(options: ScopeOptions): Scope {
  const { type, rows, links, parent, level, hasContext, hasOld } = options
  const isTable = type === 'Table'
  const known = rows.map(factsOf).filter((field) => isKnown(field, level))
  const columns = new Map(
    known
      .filter(({ fieldtype }) => storageKind(fieldtype) === 'table')
      .map((field) => [field.fieldname, columnsOf(field, links, level)] as const),
  )
  const fields = [
    ...(isTable ? [] : system),
    ...known.flatMap((field) => (columns.has(field.fieldname) ? [nameOf(field, 'rows')] : valueName(field))),
  ]
  const kinds = new Map<string, ValueKind | Rows>(
    fields.map(({ name, kind }) => [name, kind === 'rows' ? { columns: kindsOf(columns.get(name) ?? []) } : kind]),
  )
  const above = isTable
    ? [...system, ...(parent?.doc_meta.fields ?? []).filter((field) => isKnown(field, level)).flatMap(valueName)]
    : null
  return {
    names: { fields: kinds, hasContext, hasOld, ...(above && { parent: kindsOf(above) }) },
    fields,
    columns,
    parent: above,
    isWhole: known.every((field) => isLoaded(field, links)),
  }
}

const isLoaded = ({ fieldtype, options }: Facts, links: Meta['links']): boolean =>
  storageKind(fieldtype) !== 'table' || links.some(({ id }) => id === options)

type Facts = Pick<FieldMeta, 'fieldname' | 'fieldtype' | 'label' | 'permlevel'> & { options: unknown }

const factsOf = (row: FieldRow): Facts => ({
  fieldname: textOf(row.fieldname),
  fieldtype: textOf(row.fieldtype) || 'Data',
  label: textOf(row.label) || textOf(row.fieldname),
  permlevel: Number(row.permlevel) || 0,
  options: row.options,
})

const isKnown = ({ fieldname, permlevel }: Pick<Facts, 'fieldname' | 'permlevel'>, level: number) =>
  isFieldname(fieldname) && !reserved.has(fieldname) && permlevel <= level

const columnsOf = ({ options }: Facts, links: Meta['links'], level: number): KnownName[] => {
  const child = links.find(({ id }) => id === options)
  return (child?.fields ?? []).filter((field) => isKnown(field, level)).flatMap(valueName)
}

const valueName = (field: Pick<Facts, 'fieldname' | 'fieldtype' | 'label'>): KnownName[] => {
  const kind = valueKind(field.fieldtype)
  return kind ? [nameOf(field, kind)] : []
}

const nameOf = ({ fieldname, label }: Pick<Facts, 'fieldname' | 'label'>, kind: KnownName['kind']): KnownName => ({
  name: fieldname,
  label,
  kind,
})

const kindsOf = (names: readonly KnownName[]): Map<string, ValueKind> =>
  new Map(names.flatMap(({ name, kind }) => (kind === 'rows' ? [] : [[name, kind] as const])))

const system: readonly KnownName[] = [
  { name: 'id', label: 'ID', kind: 'text' },
  { name: 'owner', label: 'Owner', kind: 'text' },
]
