import { rm } from 'node:fs/promises'
import { databaseOf, notedDatabase, type SiteDatabases } from './own-database.ts'

/** How long data that were deleted or replaced are kept. */
export const retentionMillis = 7 * 86_400_000
/** How long a database server that does not answer keeps a folder. */
const patienceMillis = 30 * 86_400_000

interface Purge {
  /** Time since the folder was put aside, in milliseconds; others than numbers keep it. */
  age: number
  /** Folders that may name the same database. */
  others: () => Promise<readonly string[]>
  databases: SiteDatabases
}

/**
 * Deletes a folder of data that were put aside more than seven days ago, and its database on a server, unless another
 * folder names that one. A folder whose server does not answer waits for the next time, for a month.
 */
export async function purgeFolder(folder: string, { age, others, databases }: Purge): Promise<void> {
  if (!(age > retentionMillis)) return
  const isDropped = await dropDatabaseOf(folder, others, databases).then(
    () => true,
    () => false,
  )
  if (isDropped || age > patienceMillis) await rm(folder, { recursive: true, force: true })
}

/** Another folder may name the same database: it was brought back by hand, or is a restore that was taken back by hand. */
async function dropDatabaseOf(folder: string, others: Purge['others'], databases: SiteDatabases): Promise<void> {
  const own = notedDatabase(folder) ?? databaseOf(folder)
  if (own === undefined) return
  const named = (await others())
    .filter((other) => other !== folder)
    .flatMap((other) => [notedDatabase(other), databaseOf(other)])
  if (!named.some((one) => one !== undefined && isSameDatabase(one, own))) await databases.drop(own, { force: false })
}

/** By the name alone: a server has many addresses, and a database too many does less harm than one too few. */
export function isSameDatabase(one: string, other: string): boolean {
  try {
    return new URL(one).pathname === new URL(other).pathname
  } catch {
    return true
  }
}
