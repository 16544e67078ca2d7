import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import type { Statement } from './sql.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import type { Params, Store } from './store.ts'

/** Opens an empty store of its own at each call; it is closed and removed after the block. */
export type OpenTestStore = () => Promise<Store>

/** Runs the block on SQLite and on PostgreSQL (skipped, with the reason, where there is none). */
export function eachStore(block: (open: OpenTestStore) => void): void {
  describe('on SQLite', () => block(sqliteForTests()))
  onPostgres(block)
}

/** As `eachStore`, and also on an SQLite that changes definitions in a thread, as it does for a large file. */
export function eachWayToWrite(block: (open: OpenTestStore) => void): void {
  eachStore(block)
  describe('on SQLite, definitions in a thread', () => block(sqliteForTests({ ownThreadFrom: 0 })))
}

export function onPostgres(block: (open: OpenTestStore, address: () => Promise<string>) => void): void {
  const server = inject('postgres')
  if ('missing' in server) describe.skip(`on PostgreSQL (${server.missing})`, () => block(never, never))
  else describe('on PostgreSQL', () => block(postgresForTests(server.url), databasesForTests(server.url)))
}

export function sqliteForTests(options?: SqliteOptions): OpenTestStore {
  const folder = folderForTests()
  const stores = closedAfterwards()
  return async () => stores.add(await openSqlite(path.join(await folder(), 'data.sqlite'), options))
}

export function postgresForTests(server: string, options?: PostgresOptions): OpenTestStore {
  const database = databasesForTests(server)
  const stores = closedAfterwards()
  return async () => stores.add(await openPostgres(await database(), options))
}

/** Creates a temporary folder at each call, removed after the block. */
export function folderForTests(): () => Promise<string> {
  const made: string[] = []
  afterAll(async () => {
    for (const folder of made) await rm(folder, { recursive: true, force: true })
  })
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tavla-store-'))
    made.push(folder)
    return folder
  }
}

/** Creates a database at each call, dropped after the block. */
function databasesForTests(server: string): () => Promise<string> {
  const made: string[] = []
  afterAll(async () => {
    for (const name of made) await administer(server, `drop database if exists "${name}" with (force)`)
  })
  return async () => {
    const name = `tavla_${randomBytes(6).toString('hex')}`
    await administer(server, `create database "${name}" template template0`)
    made.push(name)
    const url = new URL(server)
    url.pathname = `/${name}`
    return url.href
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// Registered after the folders and databases: vitest runs the last hook first, so a store closes before its folder or
// database goes.
function closedAfterwards(): { add(store: Store): Store } {
  const stores: Store[] = []
  afterAll(async () => {
    for (const store of stores) await store.close()
  })
  return {
    add(store) {
      stores.push(store)
      return store
    },
  }
}

const never = () => Promise.reject(new Error('Skipped'))

/** Text with `?` for each of its values, as a statement. */
export function textStatement<T>(text: string, values: readonly unknown[] = []): Statement<T> {
  const printed = { sql: text, parameters: values as Params }
  return { print: () => printed } as Statement<T>
}
