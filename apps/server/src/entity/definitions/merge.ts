import type { EntityDefinition, FieldDefinition } from '../model/definition.ts'
import { rollupText } from '../model/rollup.ts'
import { isOwnApp } from './load.ts'

type Key = keyof EntityDefinition

/**
 * The properties that an operator may change on a built-in entity and its fields (reference: metadata, Changing a
 * definition); the program sets the others.
 */
const appearance: readonly Key[] = [
  'icon',
  'layout',
  'is_main_nav',
  'nav_order',
  'description',
  'states',
  'permissions',
]
const fieldAppearance = [
  ...(['label', 'description', 'in_list_view', 'in_standard_filter', 'field_group'] as const),
  ...(['form_tab', 'span', 'new_row', 'in_head', 'footer', 'no_copy', 'hide_related'] as const),
]

/** Further properties that the site may change on the entities of an app such as `sample`. */
const structure: readonly Key[] = [
  ...(['module', 'naming_rule', 'naming_value', 'title_field', 'image_field', 'search_fields', 'sort_field'] as const),
  ...(['sort_order', 'has_communication', 'has_notes', 'track_changes', 'allow_rename'] as const),
  ...(['state_field', 'transitions'] as const),
]
const fieldStructure = [
  ...fieldAppearance,
  ...([
    'fieldtype',
    'options',
    'default',
    'reqd',
    'read_only',
    'hidden',
    'unique',
    'personal',
    'permlevel',
    'index',
  ] as const),
  ...(['depends_on', 'mandatory_depends_on', 'read_only_depends_on', 'fetch_from', 'formula'] as const),
]

const transitionKeys = [
  ...(['title', 'from_states', 'to_state', 'roles', 'condition', 'else_text'] as const),
  ...(['needs_reason', 'ask_fields', 'is_primary'] as const),
] as const

/** The stored values of keys that a file omits. */
const defaults: Readonly<Partial<Record<Key, unknown>>> = {
  naming_rule: 'Hash',
  sort_field: 'modified',
  sort_order: 'DESC',
  layout: 'List',
  is_main_nav: 1,
  nav_order: 100,
  track_changes: 1,
  has_notes: 1,
}

/**
 * Merges a newer built-in definition with the site's changes: unchanged properties follow the new file, changed ones
 * stay, and the site's own fields stay.
 */
export function mergeBuiltIn(
  next: EntityDefinition,
  last: EntityDefinition,
  current: EntityDefinition,
): EntityDefinition {
  const merged = { ...next }
  for (const key of isOwnApp(next.app_name) ? appearance : [...appearance, ...structure]) {
    if (stored(key, current) !== stored(key, last)) Object.assign(merged, { [key]: current[key] })
  }
  return { ...merged, fields: mergeFields(next, last.fields, current.fields) }
}

function mergeFields(
  { fields: next, app_name }: EntityDefinition,
  last: readonly FieldDefinition[],
  current: readonly FieldDefinition[],
): FieldDefinition[] {
  const [lastOf, currentOf] = [byName(last), byName(current)]
  const fixed = isOwnApp(app_name)
  // A field that the site was allowed to remove does not come back with the next version.
  const wanted = next.filter(({ fieldname }) => fixed || currentOf.has(fieldname) || !lastOf.has(fieldname))
  const merged = byName(
    wanted.map((field) => mergeField(field, lastOf.get(field.fieldname), currentOf.get(field.fieldname), fixed)),
  )
  const own = current.filter(
    ({ fieldname, is_core }) => is_core !== 1 && !merged.has(fieldname) && !lastOf.has(fieldname),
  )
  const names = (fields: readonly FieldDefinition[]) => fields.map((field) => field.fieldname)
  const order = names(current).filter((name) => lastOf.has(name))
  if (order.join() === names(last).join()) return [...merged.values(), ...own]
  const ordered = current.flatMap((field) => merged.get(field.fieldname) ?? own.find((one) => one === field) ?? [])
  return [...ordered, ...[...merged.values()].filter((field) => !currentOf.has(field.fieldname))]
}

function mergeField(
  next: FieldDefinition,
  last: FieldDefinition | undefined,
  current: FieldDefinition | undefined,
  fixed: boolean,
): FieldDefinition {
  if (!last || !current) return next
  const merged = { ...next }
  for (const key of fixed ? fieldAppearance : fieldStructure) {
    if ((current[key] || null) !== (last[key] || null)) Object.assign(merged, { [key]: current[key] })
  }
  const isOwn = rollupText(current.rollup) !== rollupText(last.rollup)
  if (!fixed && isOwn) {
    const { rollup: _, ...others } = merged
    return { ...others, ...(current.rollup && { rollup: current.rollup }) }
  }
  return merged
}

/** The key's value as text, equal for a file, which omits defaults, and the store. */
function stored(key: Key, definition: EntityDefinition): string {
  if (key === 'permissions') {
    const { permissions = [] } = definition
    return JSON.stringify(
      permissions.map((rule) => [
        rule.role,
        ...[rule.permlevel, rule.if_owner, rule.read, rule.write, rule.create, rule.delete].map((flag) => flag ?? 0),
      ]),
    )
  }
  if (key === 'transitions') {
    const { transitions = [] } = definition
    return JSON.stringify(transitions.map((one) => transitionKeys.map((name) => one[name] || null)))
  }
  if (key === 'states') {
    return JSON.stringify((definition.states ?? []).map(({ title, color = 'Gray' }) => [title, color]))
  }
  const value = definition[key] ?? defaults[key]
  return JSON.stringify(
    value === 0 || value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null),
  )
}

const byName = (fields: readonly FieldDefinition[]) => new Map(fields.map((field) => [field.fieldname, field]))
