import type { FieldMeta, ImportForm, ImportOptions, ImportPlanResult, Meta } from '@tavla/contract'

/** The field that a column fills, and the Table field in whose rows it stands. */
export interface ImportTarget {
  /** `phone`, or `lines.product` for a field of table rows. */
  name: string
  field: FieldMeta | undefined
  inRows?: FieldMeta
}

/** The field of a name as the columns of a file have it. */
export function targetOf(meta: Meta, name: string): ImportTarget {
  const [first = '', part] = name.split('.')
  const field = meta.all_fields.find(({ fieldname }) => fieldname === first)
  if (part === undefined || !field) return { name, field }
  const rows = meta.links.find(({ id }) => id === field.options)
  return { name, field: rows?.fields.find(({ fieldname }) => fieldname === part), inRows: field }
}

type Translate = (source: string, args?: readonly (string | number)[], context?: string) => string

/** The name of the field for people. */
export function labelOf(t: Translate, { name, field, inRows }: ImportTarget): string {
  if (!field) return name === '_reason' ? t('Reason') : name
  const label = t(field.label, undefined, field.fieldname)
  return inRows ? `${t(inRows.label, undefined, inRows.fieldname)}: ${label}` : label
}

/** The chosen fields by position, where the person has chosen; else as they were matched. */
export function mappingOf({ columns }: ImportForm, { mapping }: ImportOptions): Record<string, string> {
  if (mapping) return { ...mapping }
  return Object.fromEntries(columns.flatMap(({ index, fieldname }) => (fieldname ? [[index, fieldname]] : [])))
}

/** Gives a column a field, which it takes from another column; '' for none. */
export function withTarget(mapping: Readonly<Record<string, string>>, index: number, name: string) {
  const others = Object.entries(mapping).filter(([at, taken]) => Number(at) !== index && taken !== name)
  return Object.fromEntries(name === '' ? others : [...others, [String(index), name]])
}

/** The choices that hold for the next file, too: the effect of its lines. How a file is written is for each to show. */
export function rulesOf({ mode, key, create_missing_links }: ImportOptions): ImportOptions {
  return {
    ...(mode !== undefined && { mode }),
    ...(key !== undefined && { key }),
    ...(create_missing_links !== undefined && { create_missing_links }),
  }
}

/** The choices of a dry run, to look at its file again. */
export function optionsOf(plan: ImportPlanResult): ImportOptions {
  const { sheet, encoding, delimiter, header_row, key, mode, date_format, decimal, create_missing_links } = plan
  const mapping = mappingOf(plan, {})
  return { sheet, encoding, delimiter, header_row, mapping, key, mode, date_format, decimal, create_missing_links }
}
