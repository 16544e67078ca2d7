import { invalid, refused } from '@tavla/contract'
import { type Change, type Context, type Engine, type StoredRow, sqlOf } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/** Roles that users hold implicitly or never. */
const implicitRoles = new Set(['all', 'guest', 'administrator'])

/**
 * Checks Has Role rows (reference: metadata, Rules of built-in entities): drops duplicates and requires enabled roles.
 * @throws Problem 417 for All, Guest and Administrator, 403 for a role that the user may not give
 */
export async function tidyRoles(change: Change, fieldname: string): Promise<void> {
  const rows = withoutDuplicates(change.tables[fieldname] ?? [], 'role')
  const held = new Set(((change.before?.[fieldname] ?? []) as StoredRow[]).map(({ role }) => role))
  for (const { role } of rows) {
    // A role that was disabled later must not stop a user from saving their own profile.
    if (held.has(role ?? null)) continue
    if (implicitRoles.has(String(role).toLowerCase()))
      throw invalid('The role {0} cannot be given', [{ translate: String(role) }])
    requireHeld(change.ctx, String(role))
    const record = await change.engine.rows(change.engine.models.require('Role')).byId(change.tx, String(role))
    if (record?.disabled) {
      const args = [{ translate: 'Role' }, { translate: String(role) }]
      change.reject(fieldname, { text: 'Could not find {0}: {1}', args }, 'LinkValidationError')
    }
  }
  change.tables[fieldname] = rows
}

/** A System Manager may give any role, other users only roles that they hold. @throws Problem 403 */
function requireHeld({ system, actor }: Context, role: string): void {
  if (!system && !actor.all && !actor.roles.has('System Manager') && !actor.roles.has(role)) throw refused()
}

/** The first row of each value, renumbered; the same list if there are no duplicates. */
export function withoutDuplicates(rows: StoredRow[], fieldname: string): StoredRow[] {
  const seen = new Set<unknown>()
  const unique = rows.filter((row) => !seen.has(row[fieldname]) && seen.add(row[fieldname]))
  return unique.length === rows.length ? rows : unique.map((row, index) => ({ ...row, idx: index + 1 }))
}

/**
 * True when an enabled user other than `user` is System Manager by a role or by a profile other than `profile`.
 * Administrator doesn't count: that account is for emergencies.
 */
export async function anotherManagerRemains(
  engine: Engine,
  tx: Tx,
  without: { user?: string; profile?: string },
): Promise<boolean> {
  const table = (entity: string) => sqlOf(engine, entity).table
  const role = sqlOf(engine, 'Has Role').field('role')
  const byRole = sql`select parent from ${table('Has Role')} where ${role} = 'System Manager' and parent_entity = 'User'`
  const profiles = sql`select parent from ${table('Has Role')} where ${role} = 'System Manager' and parent_entity = 'Role Profile' and parent <> ${without.profile ?? ''}`
  const byProfile = sql`select parent from ${table('User Role Profile')} where ${sqlOf(engine, 'User Role Profile').field('role_profile')} in (${profiles})`
  const found = await tx.get(
    sql`select id from ${table('User')} where ${sqlOf(engine, 'User').field('enabled')} = 1 and id <> ${without.user ?? ''} and id not in ('Administrator', 'Guest') and (id in (${byRole}) or id in (${byProfile})) limit 1`,
  )
  return found !== undefined
}

/** True when one of these Has Role rows gives the role System Manager. */
export const makesManager = (rows: unknown): boolean =>
  Array.isArray(rows) && rows.some((row: StoredRow) => row.role === 'System Manager')
