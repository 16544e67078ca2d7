import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Store } from './store.ts'

/** Stores data in an empty store, which is then closed. */
export type FillStore = (store: Store) => Promise<void>
/** Stores data in an empty database, and leaves no connection. */
export type FillDatabase = (url: string) => Promise<void>

/** Makes something once for each function that fills, so that a worker fills each kind of data once and then copies it. */
class Once<Fill extends object, Made> {
  readonly #made = new WeakMap<Fill, Made>()
  readonly #make: (fill: Fill) => Made

  constructor(make: (fill: Fill) => Made) {
    this.#make = make
  }

  get(fill: Fill): Made {
    const made = this.#made.get(fill) ?? this.#make(fill)
    this.#made.set(fill, made)
    return made
  }
}

/** The path of a closed SQLite file that the function has filled. */
export const filledFile = (fill: FillStore): Promise<string> => files.get(fill)

/** The name of a database on the server that the function has filled. */
export const filledDatabase = (fill: FillDatabase, server: string): Promise<string> => databases.get(fill)(server)

/** The function that fills a store, for a database. */
export const fillDatabase = (fill: FillStore): FillDatabase => fillings.get(fill)

const files = new Once(async (fill: FillStore) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tavla-filled-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'data.sqlite')
  const store = await openSqlite(file)
  await fill(store)
  await store.close()
  return file
})

const fillings = new Once(
  (fill: FillStore): FillDatabase =>
    async (url) => {
      const store = await openPostgres(url)
      await fill(store)
      await store.close()
    },
)

const databases = new Once((fill: FillDatabase) => {
  let name: Promise<string> | undefined
  const make = async (server: string) => {
    const made = await createDatabase(server, filledPrefix(process.ppid), 'template0')
    await fill(databaseAddress(server, made))
    return made
  }
  return (server: string) => (name ??= make(server))
})

/** Names of the filled databases of all workers of a run begin with this; `runner` is the process id of the run. */
const filledPrefix = (runner: number) => `tavla_filled_${runner}_`

/** Creates a database as a copy of another; resolves to its name. */
export async function createDatabase(server: string, prefix: string, template: string): Promise<string> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await administer(server, `create database "${name}" template "${template}"`)
  return name
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, `drop database if exists "${name}" with (force)`)
}

/** Drops the filled databases of the workers that this process started. */
export async function dropFilledDatabases(server: string): Promise<void> {
  const prefix = filledPrefix(process.pid)
  const found = await administer(server, `select datname from pg_database where starts_with(datname, '${prefix}')`)
  for (const { datname } of found) await dropDatabase(server, String(datname))
}

export function databaseAddress(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function administer(server: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
