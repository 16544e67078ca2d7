/** A name in filters as they were sent, by which they are told apart from values. */
type Rename = (name: string) => string

const joiners = new Set(['and', 'or', 'not'])

/**
 * The filters with other names of fields; all else stays as it was sent (reference: http-api, Filters). `entity` may stand
 * first in a condition of four parts; `isField` tells a field that is called as a joiner.
 */
export function renameInFilters(
  filters: unknown,
  entity: string,
  isField: (name: string) => boolean,
  rename: Rename,
): unknown {
  if (Array.isArray(filters)) return filters.map((one) => ofCondition(one, entity, rename))
  if (typeof filters !== 'object' || filters === null) return filters
  const entries = Object.entries(filters)
  const [key = '', content] = entries[0] ?? []
  if (entries.length === 1 && joiners.has(key) && !isField(key)) return { [key]: ofMembers(content, rename) }
  return Object.fromEntries(entries.map(([name, value]) => [rename(name), value]))
}

/** The names of the fields that filters speak of, `<table>.<field>` among them. */
export function namesInFilters(filters: unknown, entity: string, isField: (name: string) => boolean): string[] {
  const names = new Set<string>()
  renameInFilters(filters, entity, isField, (name) => {
    names.add(name)
    return name
  })
  return [...names]
}

function ofCondition(condition: unknown, entity: string, rename: Rename): unknown {
  if (!Array.isArray(condition)) return condition
  const at = condition.length === 4 && condition[0] === entity ? 1 : 0
  const name: unknown = condition[at]
  return typeof name === 'string' ? condition.with(at, rename(name)) : condition
}

/** The members of a group, in which each group is one, whatever fields are called. */
function ofMembers(members: unknown, rename: Rename): unknown {
  const ofMember = (member: unknown): unknown => {
    if (Array.isArray(member)) return ofCondition(member, '', rename)
    if (typeof member !== 'object' || member === null) return member
    return Object.fromEntries(Object.entries(member).map(([key, content]) => [key, ofMembers(content, rename)]))
  }
  const isCondition = Array.isArray(members) && typeof members[0] === 'string'
  if (!Array.isArray(members) || isCondition) return ofMember(members)
  return members.map(ofMember)
}
