import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { Findings } from './findings.ts'

/** Operations that wrote records and have no Version, and operations that were undone and do not say how far. */
export async function checkOperations(engine: Engine): Promise<Findings> {
  const found = new Findings()
  const [log, versions] = ['Operation Log', 'Version'].map((name) => engine.models.get(name))
  if (!log || !versions) return found
  // Older Versions may have been deleted after the days for which history is kept.
  const begin = sql`coalesce((select c_at from ${sql.table(versions.table.name)} order by rid limit 1), '')`
  const lost = await engine.store.all<{ id: string }>(
    sql`select id from ${sql.table(log.table.name)} operation
      where (c_record_count > 0 and c_kind <> 'Purge' and c_at > ${begin} and not exists
          (select 1 from ${sql.table(versions.table.name)} version where version.c_operation_id = operation.id))
        or (c_undone_by <> '' and coalesce(c_undo_state, '') = '') order by rid`,
  )
  for (const { id } of lost) found.addFault(id)
  return found
}
