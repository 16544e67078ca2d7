import { StoreUnavailable } from '../store/errors.ts'
import { ReadPool } from '../store/read-pool.ts'
import { sql } from '../store/sql.ts'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import type { TableSum } from '../store/table-sums.ts'
import type { BackupKey } from './backup-key.ts'
import type { Manifest } from './manifest.ts'
import type { ObjectStore } from './object-store.ts'
import { type LostPart, readBack } from './read-back.ts'

/** A part of a backup that is not as it was when the backup was taken. */
export type ProofFault = LostPart | { table: string; expected: string; found: string } | { integrity: string }

/** The first half of a proof; the second half starts the program on the restored folder. */
export interface ContentProof {
  manifest: Manifest | undefined
  tables: number
  rows: number
  files: number
  /** Bytes that were read back. */
  bytes: number
  failed: ProofFault[]
}

/** Faults of the file that are listed. */
const maxIntegrityFaults = 20
/** The thread has one statement, and is told when it is over. Milliseconds. */
const idleTime = 60_000

/**
 * Reads a backup back into the empty `folder` and compares all of it with its manifest: bytes of every file, rows and
 * checksum of every table, and the integrity of the store file, which a second thread looks through meanwhile.
 * @throws StoreFault, or the system's error when the folder cannot be written
 */
export async function proveContent(
  place: { store: ObjectStore; key: BackupKey },
  path: string,
  folder: string,
): Promise<ContentProof> {
  let looking: Promise<ProofFault[]> = Promise.resolve([])
  const tableFaults: ProofFault[] = []
  try {
    const { manifest, lost } = await readBack(place, path, folder, ({ database, tables }, data) => {
      if (database !== 'sqlite') return
      looking = findFaults(data)
      looking.catch(() => undefined)
      tableFaults.push(...differences(tables, sumSqliteTables(data)))
    })
    const failed = [...lost, ...(await looking), ...tableFaults]
    if (!manifest) return { manifest, tables: 0, rows: 0, files: 0, bytes: 0, failed }
    return {
      manifest,
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.length,
      bytes: [manifest.data, ...manifest.files].reduce((sum, { size }) => sum + size, 0),
      failed,
    }
  } finally {
    // The caller removes the folder, which nobody may still read.
    await looking.catch(() => undefined)
  }
}

async function findFaults(file: string): Promise<ProofFault[]> {
  const thread = new ReadPool(file, 1, idleTime)
  try {
    const check = sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(maxIntegrityFaults)})`
    const rows = await thread.all(check)
    return rows.map((row) => ({ integrity: row.integrity_check })).filter(({ integrity }) => integrity !== 'ok')
  } catch (error) {
    // A damaged page may end the pragma.
    if (error instanceof StoreUnavailable && error.isDamage) return [{ integrity: error.message }]
    throw error
  } finally {
    await thread.close()
  }
}

/** The tables that differ, or that only one side has. */
function differences(expected: readonly TableSum[], found: readonly TableSum[]): ProofFault[] {
  const textOf = (sum: TableSum | undefined) => (sum ? `${sum.rows} ${sum.sha256}` : '')
  const [before, now] = [expected, found].map((sums) => new Map(sums.map((sum) => [sum.table, textOf(sum)])))
  return [...new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((table) => {
    const [was, is] = [before?.get(table) ?? '', now?.get(table) ?? '']
    return was === is ? [] : [{ table, expected: was, found: is }]
  })
}
