import type { EntityDefinition, FieldDefinition } from '../definition.ts'

/** What an operator may change on a built-in field (contract 2.3); everything else of it follows the program. */
const ownByOperator = ['label', 'description', 'in_list_view', 'in_standard_filter', 'field_group'] as const

/**
 * A newer built-in definition joined with what operators made of it: what they left as the last file had it follows
 * the new file, what they changed stays, and their own fields stay.
 */
export function mergeBuiltIn(
  next: EntityDefinition,
  last: EntityDefinition,
  current: EntityDefinition,
): EntityDefinition {
  const keep = <K extends keyof EntityDefinition>(key: K) => (same(current[key], last[key]) ? next[key] : current[key])
  const merged = { ...next }
  for (const key of ['icon', 'layout', 'is_main_nav', 'nav_order', 'description', 'states', 'permissions'] as const) {
    Object.assign(merged, { [key]: keep(key) })
  }
  return { ...merged, fields: mergeFields(next.fields, last.fields, current.fields) }
}

function mergeFields(
  next: readonly FieldDefinition[],
  last: readonly FieldDefinition[],
  current: readonly FieldDefinition[],
): FieldDefinition[] {
  const lastOf = byName(last)
  const currentOf = byName(current)
  const merged = byName(
    next.map((field) => mergeField(field, lastOf.get(field.fieldname), currentOf.get(field.fieldname))),
  )
  const own = current.filter((field) => field.is_core !== 1 && !merged.has(field.fieldname))
  const names = (fields: readonly FieldDefinition[]) => fields.map((field) => field.fieldname)
  const coreOrder = names(current).filter((name) => lastOf.has(name))
  if (same(coreOrder, names(last))) return [...merged.values(), ...own]
  const ordered = current.flatMap((field) => merged.get(field.fieldname) ?? own.find((one) => one === field) ?? [])
  return [...ordered, ...[...merged.values()].filter((field) => !currentOf.has(field.fieldname))]
}

function mergeField(next: FieldDefinition, last?: FieldDefinition, current?: FieldDefinition): FieldDefinition {
  if (!last || !current) return next
  const merged = { ...next }
  for (const key of ownByOperator) {
    if (!same(current[key] ?? null, last[key] ?? null)) Object.assign(merged, { [key]: current[key] })
  }
  return merged
}

const byName = (fields: readonly FieldDefinition[]) => new Map(fields.map((field) => [field.fieldname, field]))

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
