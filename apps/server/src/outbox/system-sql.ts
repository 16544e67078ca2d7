import type { Sql } from '../store/sql.ts'
import type { Params, Reader, Tx } from '../store/store.ts'

/** Runs a statement over the system tables; values in it travel as parameters. */
export function allRows<T>(reader: Reader, statement: Sql<T>): Promise<T[]> {
  const { sql, parameters } = statement.print()
  return reader.all<T>(sql, parameters as Params)
}

export function oneRow<T>(reader: Reader, statement: Sql<T>): Promise<T | undefined> {
  const { sql, parameters } = statement.print()
  return reader.get<T>(sql, parameters as Params)
}

/** Resolves to the number of rows changed. */
export function run(tx: Tx, statement: Sql<unknown>): Promise<number> {
  const { sql, parameters } = statement.print()
  return tx.run(sql, parameters as Params)
}
