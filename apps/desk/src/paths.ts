/** Address of an entity's list. */
export const listPath = (entity: string): string => `/app/${encodeURIComponent(entity)}`

/** Address of a record's screen. */
export const recordPath = (entity: string, id: string): string => `${listPath(entity)}/${encodeURIComponent(id)}`
