import type { Dialect } from './dialect.ts'
import { sql } from './sql.ts'
import type { Reader, Store, Tx } from './store.ts'
import {
  addFieldNotes,
  addFieldReturns,
  addHqEndings,
  addImports,
  addJobStates,
  addJobTasks,
  addReplyTo,
  addToldPeople,
  addTrash,
  createSystemTables,
  dropRepeats,
} from './system-tables.ts'

/** Brings the tables from one version to the next, inside the one transaction of all steps. */
export type Migration = (tx: Tx, dialect: Dialect) => Promise<void>

/**
 * Ordered by version and append-only: the first creates version 1. Tables of entities are not created here but from
 * metadata.
 */
export const migrations: readonly Migration[] = [
  createSystemTables,
  addReplyTo,
  addHqEndings,
  addFieldNotes,
  addTrash,
  addFieldReturns,
  dropRepeats,
  addJobTasks,
  addImports,
  addJobStates,
  addToldPeople,
]

export interface MigrateOptions {
  /** Path to which older data is copied before it is changed, if the store can copy itself. */
  backup?: string
}

/**
 * Creates the system tables, or upgrades those of an older version, all or nothing.
 * @throws Error with one clear sentence when a newer version wrote the data
 */
export function migrate(store: Store, options: MigrateOptions = {}): Promise<void> {
  return runMigrations(store, migrations, options)
}

/** As `migrate` with other steps, for tests. */
export async function runMigrations(
  store: Store,
  steps: readonly Migration[],
  options: MigrateOptions = {},
): Promise<void> {
  const { dialect } = store
  const version = await readVersion(store, dialect)
  refuseNewer(store, version, steps.length)
  if (version === steps.length) return
  if (version > 0 && options.backup !== undefined) await store.backup?.(options.backup)
  await store.writeAlone(async (tx) => {
    // Another process may have migrated in the meantime.
    const from = await readVersion(tx, dialect)
    refuseNewer(store, from, steps.length)
    if (from === 0) await createVersions(tx, dialect)
    for (const [index, step] of steps.entries()) {
      if (index < from) continue
      await step(tx, dialect)
      await tx.run(sql`insert into migration (version) values (${index + 1})`)
    }
  })
}

/** Whether the data has the tables of this program, neither those of an older nor of a newer one. */
export async function isMigrated(reader: Reader, dialect: Dialect): Promise<boolean> {
  return (await readVersion(reader, dialect)) === migrations.length
}

async function readVersion(reader: Reader, dialect: Dialect): Promise<number> {
  if (!(await dialect.hasTable(reader, 'migration'))) return 0
  const row = await reader.get<{ version: number | null }>(sql`select max(version) as version from migration`)
  return row?.version ?? 0
}

function refuseNewer(store: Store, version: number, known: number): void {
  if (version <= known) return
  throw new Error(
    `The data in ${store.place} was written by a newer version of Tavla; start that version or a later one.`,
  )
}

async function createVersions(tx: Tx, dialect: Dialect): Promise<void> {
  if (await dialect.hasTable(tx, 'migration')) return
  await tx.run(sql`create table migration (version ${sql.raw(dialect.columnType('integer'))} not null primary key)`)
}
