import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { linesOf } from '../model/text-lines.ts'
import type { StoredRow } from '../tables/rows.ts'
import { couldNotFind } from '../writing/check-links.ts'
import { type Fault, faultAt } from './faults.ts'

/** Roles that transitions name and the site does not have: nobody could take them. */
export async function roleFaults(engine: Engine, reader: Reader, rows: readonly StoredRow[]): Promise<Fault[]> {
  const roles = engine.rows(engine.models.require('Role'))
  const faults: Fault[] = []
  for (const [index, row] of rows.entries()) {
    for (const role of linesOf(row.roles)) {
      if (await roles.exists(reader, role)) continue
      faults.push(faultAt('transitions', index, 'roles', couldNotFind('Role', role)))
    }
  }
  return faults
}
