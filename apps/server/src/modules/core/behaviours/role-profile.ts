import { invalid } from '@tavla/contract'
import type { Behaviour, Change } from '../../../entity/index.ts'
import type { Core } from '../core.ts'
import { endFallenIn } from '../fallen.ts'
import { anotherManagerRemains, makesManager, tidyRoles } from '../roles.ts'

/**
 * Role profiles (reference: metadata, Rules of built-in entities): only roles that can be given, and no profile takes
 * the last System Manager away.
 */
export function roleProfileBehaviour(core: Core): Behaviour {
  return {
    entity: 'Role Profile',
    async beforeSave(change) {
      await tidyRoles(change, 'roles')
      if (change.before && makesManager(change.before.roles) && !makesManager(change.tables.roles))
        await keepOne(change)
    },
    async afterSave({ before, id, tables, tx }) {
      if (before) await endFallenIn(core, tx, id, before.roles, tables.roles)
    },
    async beforeDelete(change) {
      if (makesManager(change.before?.roles)) await keepOne(change)
    },
  }
}

/** @throws Problem 417 when this profile is what makes the last ones System Managers */
async function keepOne({ engine, tx, id }: Change): Promise<void> {
  const [now, then] = [
    await anotherManagerRemains(engine, tx, {}),
    await anotherManagerRemains(engine, tx, { profile: id }),
  ]
  if (now && !then) throw invalid('At least one System Manager must remain')
}
