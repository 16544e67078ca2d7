import type { ContentProof, ProofFault } from '../../../backup/prove-content.ts'
import { encodeSentence, plainSentence } from '../../../ground/sentences.ts'
import { HostingFault } from '../../../hosting/driver.ts'
import { databaseOf } from '../../../hosting/own-database.ts'
import { type ProgramAnswer, prepareQuietFolder, startQuietSite } from '../../../hosting/quiet-site.ts'
import type { Hq } from '../hq.ts'
import { readDumpBack } from '../restores/new-database.ts'
import { BackupFault } from './faults.ts'
import { presentDatabase } from './present-database.ts'
import { readContent } from './read-content.ts'
import { requireRoom } from './room.ts'
import type { Backup } from './rows.ts'
import { inWorkFolder, withDatabaseBeside, workFolder } from './work-folder.ts'

/** The outcome of a proof, as the record keeps it. */
export interface Proof {
  ok: 0 | 1
  tables: number
  rows: number
  files: number
  bytes: number
  seconds: number
  /** The store that the backup was read back from. */
  from: string
  failed: ProofFault[]
}

/** Time that the program gets to list and open everything. Milliseconds. */
const programTimeout = 3_600_000

/**
 * Reads a backup back from its store, compares all of it, and starts the program on it (reference: hosting, Backups).
 * @throws the fault, which `sentenceOf` puts into words, when the proof could not be made
 */
export async function makeProof(hq: Hq, backup: Backup, signal: AbortSignal): Promise<Proof> {
  const name = `proof-${backup.id}`
  const since = performance.now()
  requireRoom([{ folder: workFolder(hq, name), bytes: backup.size }])
  return inWorkFolder(hq, name, async (folder) => {
    const { manifest, failed, ...counts } = await readContent(hq, backup, folder, signal)
    if (manifest && failed.length === 0) {
      const present = await presentDatabase(hq, backup)
      failed.push(...(await proveProgram(folder, backup, { manifest, signal, present })))
    }
    const seconds = Math.round(performance.now() - since) / 1000
    return { ok: failed.length === 0 ? 1 : 0, ...counts, seconds, from: backup.store, failed: failed.slice(0, 100) }
  })
}

interface ProgramParts {
  manifest: NonNullable<ContentProof['manifest']>
  signal: AbortSignal
  /** The database of the project today. */
  present: string | undefined
}

/** @throws PostgresToolFault, BackupFault */
async function proveProgram(
  folder: string,
  { id }: Backup,
  { manifest, signal, present }: ProgramParts,
): Promise<ProofFault[]> {
  if (manifest.database === 'sqlite') return tryProgram(folder, signal)
  const database = present ?? databaseOf(folder)
  if (database === undefined) throw new BackupFault({ text: 'The database cannot be reached.' })
  return withDatabaseBeside({ folder, beside: database, name: `tavla_proof_${id}` }, async (address) => {
    const differing = await readDumpBack(manifest, { folder, address, signal })
    return differing.length > 0 ? differing : tryProgram(folder, signal, address)
  })
}

/** Starts the program on the folder, and has it list every entity and open every secret. */
export async function tryProgram(folder: string, signal: AbortSignal, databaseUrl?: string): Promise<ProofFault[]> {
  try {
    const site = await startQuietSite(prepareQuietFolder(folder, databaseUrl), signal)
    try {
      return (await site.ask<ProgramAnswer>('prove', undefined, programTimeout)).failed
    } finally {
      await site.end()
    }
  } catch (error) {
    if (!(error instanceof HostingFault)) throw error
    return [{ table: '', expected: 'a program that starts', found: plainSentence(encodeSentence(error.detail)) }]
  }
}
