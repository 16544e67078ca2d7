import type { Engine } from '../engine.ts'
import { lostSecrets } from '../secrets/reseal.ts'
import { Findings } from './findings.ts'

/** Sealed values that the site key does not open at their place. */
export async function checkSecrets(engine: Engine): Promise<Findings> {
  const found = new Findings()
  const entityOf = new Map(engine.models.all().map(({ id, table }) => [table.name, id]))
  for (const { table, id, column } of await lostSecrets(engine)) {
    found.addFault(`${entityOf.get(table) ?? table} ${id} ${column.replace(/^c_/, '')}`)
  }
  return found
}
