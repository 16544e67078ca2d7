import type { Engine, StoredRow } from '../entity/index.ts'
import type { Reader } from '../store/store.ts'

/**
 * Access of a user of HQ to its projects: 3 as Administrator, 2 as operator, 1 as operator of those projects that name
 * them, 0 none.
 */
export type ProjectAccess = 3 | 2 | 1 | 0

/** The access that a user's roles and role profiles give; both are lists of rows. */
export async function projectAccessOf(
  engine: Engine,
  reader: Reader,
  user: Readonly<Record<string, unknown>>,
): Promise<ProjectAccess> {
  if (user.enabled !== 1) return 0
  const rows = engine.rows(engine.models.require('Has Role'))
  const held = [...rowsIn(user.roles)]
  for (const { role_profile } of rowsIn(user.role_profiles)) {
    held.push(...(await rows.children(reader, 'Role Profile', String(role_profile), 'roles')))
  }
  return accessByRoles(held)
}

/** The access of a stored user. */
export async function readProjectAccess(engine: Engine, reader: Reader, row: StoredRow): Promise<ProjectAccess> {
  const id = String(row.id)
  const roles = await engine.rows(engine.models.require('Has Role')).children(reader, 'User', id, 'roles')
  const profiles = engine.rows(engine.models.require('User Role Profile'))
  const role_profiles = await profiles.children(reader, 'User', id, 'role_profiles')
  return projectAccessOf(engine, reader, { ...row, roles, role_profiles })
}

/** The access that these Has Role rows give. */
export function accessByRoles(held: readonly StoredRow[]): ProjectAccess {
  const roles = new Set(held.map(({ role }) => role))
  if (roles.has('System Manager')) return 3
  return roles.has('Operator') ? 2 : roles.has('Project Operator') ? 1 : 0
}

/** The rows of a Table field. */
export const rowsIn = (value: unknown) => (value ?? []) as readonly StoredRow[]
