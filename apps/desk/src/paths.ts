/** Address of an entity's list. */
export const listPath = (entity: string): string => `/app/${encodeURIComponent(entity)}`

/** Address of a list as a view shows it. */
export const viewPath = (entity: string, view: string): string => `${listPath(entity)}?view=${encodeURIComponent(view)}`

const imports = '/app/~import'

/** Address of the screen that brings records of an entity from a file. */
export const importPath = (entity: string): string => `${imports}/${encodeURIComponent(entity)}`

/** Address of the messages without a record; no entity's name starts with `~`. */
export const unmatchedPath = '/app/~unmatched'

/** Address of the inbox. */
export const inboxPath = '/app/~inbox'

const operations = 'Operation Log'

/** Address of what happened lately on the site. */
export const recentChangesPath = listPath(operations)

const trash = 'Trash Item'

/** Address of the deleted records. */
export const trashPath = listPath(trash)

/** Address of the deleted records of this entity; undefined for the trash itself and the log of changes. */
export const trashOf = (entity: string): string | undefined =>
  entity === trash || entity === operations ? undefined : filteredBy(trashPath, entity)

const filteredBy = (path: string, entity: string) =>
  `${path}?filters=${encodeURIComponent(JSON.stringify({ ref_entity: entity }))}`

/** Address of what happened lately to records of this entity; undefined for the list of changes itself. */
export const recentChangesOf = (entity: string): string | undefined =>
  entity === operations ? undefined : filteredBy(recentChangesPath, entity)

/** Address of a record's screen. A link to an entity leads to its records, since its definition belongs to the console. */
export const recordPath = (entity: string, id: string): string =>
  entity === 'Entity' ? listPath(id) : `${listPath(entity)}/${encodeURIComponent(id)}`
