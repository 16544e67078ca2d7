import type { Engine, StoredRow } from '../entity/index.ts'
import type { Reader } from '../store/store.ts'

/** How far a person of HQ comes at its projects: as Administrator, as an operator, not at all. */
export type Standing = 2 | 1 | 0

/** What roles and role profiles give, each a list of rows. */
export async function standingOf(
  engine: Engine,
  reader: Reader,
  user: Readonly<Record<string, unknown>>,
): Promise<Standing> {
  if (user.enabled !== 1) return 0
  const rows = engine.rows(engine.models.require('Has Role'))
  const held = [...rowsIn(user.roles)]
  for (const { role_profile } of rowsIn(user.role_profiles)) {
    held.push(...(await rows.children(reader, 'Role Profile', String(role_profile), 'roles')))
  }
  return standingBy(held)
}

/** As it stands in the store. */
export async function storedStanding(engine: Engine, reader: Reader, row: StoredRow): Promise<Standing> {
  const id = String(row.id)
  const roles = await engine.rows(engine.models.require('Has Role')).children(reader, 'User', id, 'roles')
  const profiles = engine.rows(engine.models.require('User Role Profile'))
  const role_profiles = await profiles.children(reader, 'User', id, 'role_profiles')
  return standingOf(engine, reader, { ...row, roles, role_profiles })
}

/** What these Has Role rows give. */
export function standingBy(held: readonly StoredRow[]): Standing {
  const roles = new Set(held.map(({ role }) => role))
  return roles.has('System Manager') ? 2 : roles.has('Operator') ? 1 : 0
}

/** Rows of a Table field. */
export const rowsIn = (value: unknown) => (value ?? []) as readonly StoredRow[]
