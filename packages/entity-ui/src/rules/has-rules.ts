import type { FieldMeta, Meta } from '@tavla/contract'

const keys = ['depends_on', 'mandatory_depends_on', 'read_only_depends_on', 'formula', 'fetch_from'] as const

/** True when drawing the form of an entity takes more than its definition: the expressions of its fields or its rows. */
export function hasRules({ doc_meta: { fields }, links }: Meta): boolean {
  const tables = new Set(fields.flatMap(({ fieldtype, options }) => (fieldtype === 'Table' ? [options] : [])))
  const columns = links.flatMap((link) => (tables.has(link.id) ? link.fields : []))
  return fields.some(hasRule) || columns.some(hasRule)
}

const hasRule = (field: FieldMeta): boolean => Boolean(field.rollup) || keys.some((key) => field[key]?.trim())

/** True for a value that follows from others, so that the server alone knows it. */
export const isDerived = ({ formula, rollup }: FieldMeta): boolean => Boolean(formula?.trim() || rollup)
