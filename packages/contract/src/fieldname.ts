/** Maximum length of a fieldname, in characters. */
export const maxFieldnameLength = 61

/**
 * Names that no field of a definition may have, because every record or row has them or the product reserves them
 * (reference: metadata, Ids and names).
 */
export const reservedFieldnames: ReadonlySet<string> = new Set([
  ...['id', 'owner', 'creation', 'modified', 'modified_by'],
  ...['idx', 'parent', 'parent_entity', 'parent_field', 'open_communications'],
  // `rid` numbers the rows of every table; every JavaScript object has a `constructor`.
  ...['rid', 'constructor'],
])

/**
 * Names that no new field may have, and an older one keeps: those that join conditions in a filter (reference: http-api,
 * Filters), and those of what records carry beside their fields (reference: http-api, Reading).
 */
export const takenFieldnames: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not'],
  ...['assignments', 'assignees', 'assigned_to', 'is_following', 'following'],
])

/** True for a name that a field can have: a small Latin letter, then letters, digits and `_`. */
export const isFieldname = (name: string): boolean =>
  name.length <= maxFieldnameLength && /^[a-z][a-z0-9_]*$/.test(name)

/** The fieldname that a label gives: `Due Date` → `due_date`; '' for a label without a Latin letter. */
export const fieldnameFrom = (label: string): string =>
  label
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, maxFieldnameLength)
