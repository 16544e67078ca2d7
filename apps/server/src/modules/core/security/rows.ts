import { announce, type Engine, nextLogId, systemContext } from '../../../entity/index.ts'
import type { SecurityEntry } from './entry.ts'

/** Writes entries as Security Event rows in one transaction, without users who are unknown or deleted. */
export async function writeEntries(engine: Engine, entries: readonly SecurityEntry[]): Promise<void> {
  const model = engine.models.require('Security Event')
  const ctx = systemContext(engine)
  await engine.store.write(async (tx) => {
    const people = engine.rows(engine.models.require('User'))
    const known = new Map<string, boolean>()
    for (const { user } of entries)
      if (user !== null && !known.has(user)) known.set(user, await people.exists(tx, user))
    for (const entry of entries) {
      const { at } = entry
      const user = entry.user !== null && known.get(entry.user) ? entry.user : null
      const system = { id: nextLogId(), owner: ctx.actor.user, creation: at, modified: at, modified_by: ctx.actor.user }
      const row = { ...system, ...entry, user }
      await engine.rows(model).insert(tx, row)
      announce(engine, ctx, tx, model, row, { action: 'created' })
    }
  })
}
