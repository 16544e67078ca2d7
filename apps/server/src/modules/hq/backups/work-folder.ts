import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '../../../ground/private-folder.ts'
import { forgetDatabase, noteDatabase, notedDatabase } from '../../../hosting/own-database.ts'
import { removeUsed } from '../../../hosting/remove-used.ts'
import { addressBeside, createDatabaseBeside, dropDatabase, dropDatabaseBeside } from '../../../store/postgres-dump.ts'
import type { Hq } from '../hq.ts'

const rootOf = ({ site }: Hq) => join(site.config.dir, 'work')

/** Removes what a killed HQ left of its copies and throw-away sites. */
export async function emptyWork(hq: Hq): Promise<void> {
  const root = rootOf(hq)
  makePrivateFolder(root)
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    const database = notedDatabase(folder)
    await removeUsed(folder, async () => {
      if (database !== undefined) await dropLeft(hq, database)
    })
  }
}

async function dropLeft({ site }: Hq, database: string): Promise<void> {
  try {
    await dropDatabase(database, { force: true })
  } catch (error) {
    site.logs.error.error({ err: error }, 'a throw-away database could not be dropped')
  }
}

/**
 * Runs `work` with a throw-away database beside the one at `beside`, whose address it gets, and drops it; after a kill
 * that goes with the work folder, which notes it.
 * @throws PostgresToolFault
 */
export async function withDatabaseBeside<T>(
  { folder, beside, name }: { folder: string; beside: string; name: string },
  work: (address: string) => Promise<T>,
): Promise<T> {
  noteDatabase(folder, addressBeside(beside, name))
  try {
    return await work(await createDatabaseBeside(beside, name))
  } finally {
    await dropDatabaseBeside(beside, name)
    forgetDatabase(folder)
  }
}

/** Runs `work` with an empty folder on HQ's disk, which goes with it; what an earlier HQ left of that name is no hindrance. */
export async function inWorkFolder<T>(hq: Hq, name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(`${workFolder(hq, name)}-`)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where such a folder is going to be. */
export function workFolder(hq: Hq, name: string): string {
  makePrivateFolder(rootOf(hq))
  return join(rootOf(hq), name)
}
