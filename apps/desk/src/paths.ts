/** Address of an entity's list. */
export const listPath = (entity: string): string => `/app/${encodeURIComponent(entity)}`

/** Address of the messages that belong to no record; no entity's name begins like that. */
export const unmatchedPath = '/app/~unmatched'

/** Address of a record's screen. A link to an entity leads to its records: its definition is the console's affair. */
export const recordPath = (entity: string, id: string): string =>
  entity === 'Entity' ? listPath(id) : `${listPath(entity)}/${encodeURIComponent(id)}`
