import { openSqliteSnapshot } from './sqlite-snapshot.ts'
import type { Store } from './store.ts'

/**
 * One unchanging view of a site's data, beside a running site, too (reference: configuration, Check). It reads only:
 * each write is refused.
 */
export interface Snapshot extends Store {
  /** Reads the whole database; resolves to at most `max` faults, in the database's own words. */
  readEverything(max: number): Promise<string[]>
  /** Runs reads of which one may fail; the reads after it see the same view. @throws the error of `work` */
  apart<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Opens the PostgreSQL database at `url`, otherwise the SQLite file `file`, as it is now.
 * @throws Error with one clear sentence when it cannot be opened
 */
export async function openSnapshot(where: { file: string; url?: string | undefined }): Promise<Snapshot> {
  if (where.url === undefined) return openSqliteSnapshot(where.file)
  // Imported only when used: the driver costs memory and start time.
  const { openPostgresSnapshot } = await import('./postgres-snapshot.ts')
  return openPostgresSnapshot(where.url)
}
