import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { find } from '../reading/lookup.ts'

/** Puts the new name of a role into the transitions that it may take: they list roles by name, one a line. */
export async function renameRoleInTransitions(engine: Engine, tx: Tx, from: string, to: string): Promise<void> {
  const model = engine.models.require('Entity Transition')
  const rows = engine.rows(model)
  const changed = model.stored.filter(({ name }) => name === 'roles')
  for (const { id, roles } of await find(engine, model.id, { fields: ['roles'], reader: tx })) {
    const lines = typeof roles === 'string' ? roles.split('\n') : []
    if (!lines.some((line) => line.trim() === from)) continue
    const row = await rows.byId(tx, id)
    const renamed = lines.map((line) => (line.trim() === from ? to : line)).join('\n')
    if (row) await rows.update(tx, row.rid, { ...row, roles: renamed }, changed)
  }
}
