import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { notPossibleNow } from '@tavla/contract'
import type { Manifest } from '../../../backup/manifest.ts'
import type { ProofFault } from '../../../backup/prove-content.ts'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { noteDatabase } from '../../../hosting/own-database.ts'
import {
  createDatabase,
  freeAddressBeside,
  PostgresToolFault,
  requireNewDatabases,
  restorePostgres,
  sumPostgresTables,
} from '../../../store/postgres-dump.ts'

/** @throws Problem 409 where no database can be made beside the one at `address` */
export async function requireDatabaseRight(address: string): Promise<void> {
  try {
    await requireNewDatabases(address)
  } catch (error) {
    throw error instanceof PostgresToolFault ? notPossibleNow(error.detail) : error
  }
}

/**
 * Makes an empty database for the site that is being built in `folder`, beside the one at `beside`; resolves to its
 * address. The folder notes it first, so that it goes with the folder after a kill.
 * @throws PostgresToolFault
 */
export async function newDatabaseFor(folder: string, id: string, beside: string): Promise<string> {
  await requireNewDatabases(beside)
  const address = await freeAddressBeside(beside, `tavla_${id}`)
  noteDatabase(folder, address)
  await createDatabase(address, beside)
  return address
}

/**
 * Reads the dump in `folder` back into the empty database at `address`, removes the dump, and compares the tables.
 * @throws PostgresToolFault
 */
export async function readDumpBack(
  { tables }: Manifest,
  { folder, address, signal }: { folder: string; address: string; signal?: AbortSignal | undefined },
): Promise<ProofFault[]> {
  const dump = join(folder, restoredPlaces.data.postgres)
  await restorePostgres(address, dump, signal)
  await rm(dump)
  const found = new Map((await sumPostgresTables(address)).map((sum) => [sum.table, sum]))
  const differing = tables.filter(({ table, sha256 }) => found.get(table)?.sha256 !== sha256)
  return differing.map(({ table, rows }) => ({
    table,
    expected: String(rows),
    found: String(found.get(table)?.rows ?? 0),
  }))
}
