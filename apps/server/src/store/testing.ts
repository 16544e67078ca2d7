import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, inject } from 'vitest'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import type { Statement } from './sql.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import type { Params, Store } from './store.ts'
import {
  createDatabase,
  databaseAddress,
  dropDatabase,
  type FillDatabase,
  type FillStore,
  fillDatabase,
  filledDatabase,
  filledFile,
} from './testing-filled.ts'

/**
 * Opens a store of its own at each call, closed and removed after the block: an empty one, or one with the data that the
 * function stores. Each worker calls that function once and copies its data from then on.
 */
export type OpenTestStore = (fill?: FillStore) => Promise<Store>

/** Creates a database of its own at each call, dropped after the block; empty or filled, as a store. */
export type NewTestDatabase = (fill?: FillDatabase) => Promise<string>

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

export function onPostgres(block: (open: OpenTestStore, address: NewTestDatabase) => void): void {
  const server = inject('postgres')
  if ('missing' in server) describe.skip(`on PostgreSQL (${server.missing})`, () => block(never, never))
  else describe('on PostgreSQL', () => block(postgresForTests(server.url), databasesForTests(server.url)))
}

export function sqliteForTests(options?: SqliteOptions): OpenTestStore {
  const folder = folderForTests()
  const stores = closedAfterwards()
  return async (fill) => {
    const file = path.join(await folder(), 'data.sqlite')
    if (fill) await copyFile(await filledFile(fill), file)
    return stores.add(await openSqlite(file, options))
  }
}

export function postgresForTests(server: string, options?: PostgresOptions): OpenTestStore {
  const database = databasesForTests(server)
  const stores = closedAfterwards()
  return async (fill) => stores.add(await openPostgres(await database(fill && fillDatabase(fill)), options))
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

function databasesForTests(server: string): NewTestDatabase {
  const made: string[] = []
  afterAll(async () => {
    for (const name of made) await dropDatabase(server, name)
  })
  return async (fill) => {
    const name = await createDatabase(server, 'tavla_', fill ? await filledDatabase(fill, server) : 'template0')
    made.push(name)
    return databaseAddress(server, name)
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
