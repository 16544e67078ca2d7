/** The rights of a person on one entity, with their reasons (reference: metadata, Roles). */
export interface EntityRights {
  entity: string
  read: 0 | 1
  write: 0 | 1
  create: 0 | 1
  delete: 0 | 1
  /** Reading, writing and deleting are limited to own records. */
  if_owner: 0 | 1
  level_1_read: 0 | 1
  level_1_write: 0 | 1
  because: readonly { role: string; via: string }[]
}

export type Right = Exclude<keyof EntityRights, 'entity' | 'if_owner' | 'because'>

/** The columns of the matrix with their labels: English source texts. */
export const rightColumns: readonly { right: Right; label: string }[] = [
  { right: 'read', label: 'Read' },
  { right: 'write', label: 'Write' },
  { right: 'create', label: 'Create' },
  { right: 'delete', label: 'Delete' },
  { right: 'level_1_read', label: 'Level 1 Read' },
  { right: 'level_1_write', label: 'Level 1 Write' },
]

/** In `via`: a role that the person has directly. */
export const ownRole = 'own role'

/** True for a right that is limited to own records; create never is, and level 1 has its own rows. */
export const isForOwn = ({ if_owner }: EntityRights, right: Right): boolean =>
  if_owner === 1 && (right === 'read' || right === 'write' || right === 'delete')

/** The rows that contain a text, ignoring case: in the entity, a role or its origin, stored or shown. */
export function searchRights(
  rights: readonly EntityRights[],
  text: string,
  shown: (name: string) => string,
): EntityRights[] {
  const wanted = text.trim().toLowerCase()
  return rights.filter(({ entity, because }) => {
    const names = [entity, ...because.flatMap(({ role, via }) => [role, via])]
    return names.some((name) => [name, shown(name)].some((one) => one.toLowerCase().includes(wanted)))
  })
}
