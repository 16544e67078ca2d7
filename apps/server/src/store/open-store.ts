import { openSqlite } from './sqlite.ts'
import type { Store } from './store.ts'

/**
 * Opens the data of a site: the PostgreSQL database at `url`, otherwise the SQLite file `file`.
 * @throws Error with one clear sentence when it cannot be opened
 */
export async function openStore(where: { file?: string | undefined; url?: string | undefined }): Promise<Store> {
  if (where.url !== undefined) {
    // Imported only when used: the driver costs memory and start time.
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(where.url)
  }
  if (where.file === undefined) throw new Error('Neither a data file nor a database address is given')
  return openSqlite(where.file)
}
