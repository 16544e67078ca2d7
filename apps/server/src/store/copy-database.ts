import { copyDurably } from './safe-copy.ts'
import { copySqlite } from './sqlite-copy.ts'
import type { TableSum } from './table-sums.ts'

/** A copied database. */
export interface DatabaseCopy {
  database: 'sqlite' | 'postgres'
  /** Sums of its tables at the moment of the copy; those of a copied file can be worked out from it. */
  tables?: TableSum[]
}

/**
 * Copies the database of a site to the file `target` as it is at one moment: the PostgreSQL database at `url` as a dump,
 * otherwise the SQLite file `file`.
 * @throws StoreUnavailable, PostgresToolFault
 */
export async function copyDatabase(
  { file, url }: { file: string; url?: string | undefined },
  target: string,
): Promise<DatabaseCopy> {
  if (url === undefined) {
    await copyDurably(target, (unfinished) => copySqlite(file, unfinished))
    return { database: 'sqlite' }
  }
  // Imported only when used: the driver costs memory and start time.
  const { dumpPostgres } = await import('./postgres-dump.ts')
  return { database: 'postgres', tables: await dumpPostgres(url, target) }
}
