import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

/** Makes clients read the meta of an entity again whose definition was changed along with another one. */
export async function raiseVersion(engine: Engine, tx: Tx, entity: string): Promise<void> {
  const definitions = engine.models.require('Entity')
  const rows = engine.rows(definitions)
  const row = await rows.byId(tx, entity)
  const changed = definitions.stored.filter(({ name }) => name === 'schema_version')
  if (row) await rows.update(tx, row.rid, { ...row, schema_version: Number(row.schema_version ?? 0) + 1 }, changed)
}
