import { find } from '../../entity/index.ts'
import type { Tx } from '../../store/store.ts'
import { rowsIn, standingBy, storedStanding } from '../standing.ts'
import type { Core } from './core.ts'

/** After roles of a profile changed: whoever comes less far by it has their sessions elsewhere ended. */
export async function endFallenIn(core: Core, tx: Tx, profile: string, before: unknown, after: unknown): Promise<void> {
  const { linkedSites, engine } = core.site
  if (!linkedSites || standingBy(rowsIn(before)) <= standingBy(rowsIn(after))) return
  const holders = await find(engine, 'User Role Profile', {
    where: { role_profile: profile },
    fields: ['parent'],
    reader: tx,
  })
  for (const { parent } of holders) {
    const row = await engine.rows(engine.models.require('User')).byId(tx, String(parent))
    if (row && (await storedStanding(engine, tx, row)) < standingBy(rowsIn(before))) {
      await linkedSites.endSessionsIn(tx, String(parent))
    }
  }
}
