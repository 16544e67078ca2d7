import { invalid } from '@tavla/contract'
import type { Behaviour, Change } from '../../../entity/index.ts'
import type { Core } from '../core.ts'
import { endReducedSessionsIn } from '../end-reduced-sessions.ts'
import { anotherManagerRemains, makesManager, tidyRoles } from '../roles.ts'

/**
 * Rules of role profiles (reference: metadata, Rules of built-in entities): they hold only roles that may be given, and
 * a change must leave a System Manager.
 */
export function roleProfileBehaviour(core: Core): Behaviour {
  return {
    entity: 'Role Profile',
    async beforeSave(change) {
      await tidyRoles(change, 'roles')
      if (change.before && makesManager(change.before.roles) && !makesManager(change.tables.roles))
        await requireAnotherManager(change)
    },
    async afterSave({ before, id, tables, tx }) {
      if (before) await endReducedSessionsIn(core, tx, id, before.roles, tables.roles)
    },
    async beforeDelete(change) {
      if (makesManager(change.before?.roles)) await requireAnotherManager(change)
    },
  }
}

/** @throws Problem 417 when only this profile makes the last System Managers */
async function requireAnotherManager({ engine, tx, id }: Change): Promise<void> {
  const [now, then] = [
    await anotherManagerRemains(engine, tx, {}),
    await anotherManagerRemains(engine, tx, { profile: id }),
  ]
  if (now && !then) throw invalid('At least one System Manager must remain')
}
