import type { FieldMeta } from '@tavla/contract'

/** The part of its definition that closes a field, if it is not `read_only` alone. */
export function whyClosed(field: FieldMeta): 'formula' | 'rollup' | 'fetch' | undefined {
  if (field.formula?.trim()) return 'formula'
  if (field.rollup) return 'rollup'
  return field.fetch_from?.trim() && field.read_only === 1 ? 'fetch' : undefined
}
