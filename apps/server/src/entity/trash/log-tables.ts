import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'

/** The tables of Operation Log and Version, in which a record leaves its traces. */
export function logTables({ models }: Engine): { log: Sql; versions: Sql } {
  const of = (entity: string) => sql.table(models.require(entity).table.name)
  return { log: of('Operation Log'), versions: of('Version') }
}
