import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'

/** Drops databases on servers, which this room knows by their addresses alone. */
export interface SiteDatabases {
  /**
   * Drops the database, if it is there; without `force` one that is in use, or that is not its user's, stays.
   * @throws Error when its server does not answer
   */
  drop(address: string, how: { force: boolean }): Promise<void>
}

/** For sites whose records are in files alone. */
export const noDatabases: SiteDatabases = { drop: () => Promise.reject(new Error('No database can be dropped here.')) }

const noteName = 'new-database.json'
const configName = 'config.json'

/** Notes in a folder that is being filled which database is made for it, before there is one. */
export const noteDatabase = (dir: string, database: string): void =>
  writePrivateFile(join(dir, noteName), `${JSON.stringify({ database })}\n`)

/** The database that was made for a folder, until the folder is in its place. */
export const notedDatabase = (dir: string): string | undefined => databaseIn(join(dir, noteName))

export const forgetDatabase = (dir: string): void => rmSync(join(dir, noteName), { force: true })

/** The database on a server that holds the records of the site in `dir`; undefined where a file does. */
export const databaseOf = (dir: string): string | undefined => databaseIn(join(dir, configName))

/**
 * The database of a site whose new data are in `dir`: the one that was made for them, none for data in a file, else the
 * former one.
 */
export const databaseAfter = (dir: string, former: string | undefined): string | undefined =>
  notedDatabase(dir) ?? (existsSync(join(dir, 'store', 'data.sqlite')) ? undefined : former)

/** Has the configuration in `dir` name this database, or none. @throws the system's error */
export function nameDatabase(dir: string, database: string | undefined): void {
  if (database === databaseOf(dir)) return
  const file = join(dir, configName)
  const settings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
  writePrivateFile(file, `${JSON.stringify({ ...settings, database }, null, 2)}\n`)
}

function databaseIn(file: string): string | undefined {
  try {
    const { database } = JSON.parse(readFileSync(file, 'utf8')) as { database?: unknown }
    return typeof database === 'string' ? database : undefined
  } catch {
    return undefined
  }
}
