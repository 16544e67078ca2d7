import { find } from '../../entity/index.ts'
import type { Tx } from '../../store/store.ts'
import { accessByRoles, readProjectAccess, rowsIn } from '../project-access.ts'
import type { Core } from './core.ts'

/** After a change of a profile's roles, ends the sessions at projects of users whose access shrinks. */
export async function endReducedSessionsIn(
  core: Core,
  tx: Tx,
  profile: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  const { linkedSites, engine } = core.site
  if (!linkedSites || accessByRoles(rowsIn(before)) <= accessByRoles(rowsIn(after))) return
  const holders = await find(engine, 'User Role Profile', {
    where: { role_profile: profile },
    fields: ['parent'],
    reader: tx,
  })
  for (const { parent } of holders) {
    const row = await engine.rows(engine.models.require('User')).byId(tx, String(parent))
    if (row && (await readProjectAccess(engine, tx, row)) < accessByRoles(rowsIn(before))) {
      await linkedSites.endSessionsIn(tx, String(parent))
    }
  }
}
