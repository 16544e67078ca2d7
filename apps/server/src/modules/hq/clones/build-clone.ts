import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../../backup/manifest.ts'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { HostingFault, type Replacement } from '../../../hosting/driver.ts'
import { type SettleOrder, settleCloneIn } from '../../../hosting/settle-clone.ts'
import { writeSiteFolder } from '../../../hosting/site-folder.ts'
import { BackupFault } from '../backups/faults.ts'
import { databaseOfProject, type KeptSettings, presentDatabase } from '../backups/present-database.ts'
import { readContent } from '../backups/read-content.ts'
import { requireRoom } from '../backups/room.ts'
import type { Backup } from '../backups/rows.ts'
import { driverFor, type Hq } from '../hq.ts'
import { newDatabaseFor, readDumpBack, requireDatabaseRight } from '../restores/new-database.ts'
import { type Project, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'

/** A clone that is being built, and of what. */
export interface CloneWork {
  clone: Project
  backup: Backup
  signal: AbortSignal
  /** Tells users of the clone what happens. */
  step(text: string): Promise<void>
  /** Runs once the folder is settled, before it gets its place; `database` is the one that was made for it. */
  beforeReplace?(folder: string, database: string | undefined): Promise<void>
}

/**
 * Builds the folder of a clone beside its place, and puts it there once nothing in it can act for the original.
 * @throws the fault, which `sentenceOf` puts into words
 */
export async function buildClone(hq: Hq, work: CloneWork, wish: SettleWish): Promise<void> {
  // A newer one may be taken meanwhile, and this one would expire.
  hq.heldBackups.add(work.backup.id)
  try {
    await build(hq, work, wish)
  } finally {
    hq.heldBackups.delete(work.backup.id)
  }
}

type SettleWish = Pick<SettleOrder, 'mask' | 'keepSignIn' | 'personal'>

async function build(
  hq: Hq,
  { clone, backup, signal, step, beforeReplace }: CloneWork,
  { mask, keepSignIn, personal }: SettleWish,
): Promise<void> {
  const place = await placeOf(hq, clone)
  const replacement = replacementOf(hq, clone)
  const folder = await replacement.begin(place)
  requireRoom([{ folder, bytes: backup.size * 2 }])
  await step('The backup is read back.')
  const manifest = await readBackWhole(hq, backup, folder, signal)
  const { apps, database } = await takeConfig(folder)
  const original = (await presentDatabase(hq, backup)) ?? database
  const address = await copyDatabaseOf(manifest, original, { folder, id: clone.id })
  writeSiteFolder({ dir: folder, config: configOf(hq, clone, apps, address) })
  await step(mask ? 'Personal data is being masked.' : 'Accounts and messages are being cleared.')
  await settleCloneIn(folder, { mask, keepSignIn, personal, adminPassword: clone.adminPassword }, signal)
  await beforeReplace?.(folder, address)
  signal.throwIfAborted()
  await replacement.replace(place, { backup: backup.id })
  await step('The data of the clone is in its place.')
}

/** After a kill or a fault: finishes the change of places, or removes what was being built. */
export async function settleFolder(hq: Hq, clone: Project): ReturnType<Replacement['settle']> {
  return replacementOf(hq, clone).settle(await placeOf(hq, clone))
}

/** Whether the data of the clone is in its place. */
export const hasCloneFolder = async (hq: Hq, clone: Project): Promise<boolean> =>
  replacementOf(hq, clone).isThere(await placeOf(hq, clone))

/** @throws Problem 409 where the original has its records on a server that makes no database for a clone */
export async function requireOwnDatabase(hq: Hq, source: Project): Promise<void> {
  const database = await databaseOfProject(hq, source)
  if (database !== undefined) await requireDatabaseRight(database)
}

const placeOf = async (hq: Hq, project: Project) =>
  sitePlace(hq.site, await readServer(hq.site.engine, project.server), project)

/** @throws HostingFault */
function replacementOf(hq: Hq, { driver }: Project): Replacement {
  const { replacement } = driverFor(hq, driver)
  if (!replacement) throw new HostingFault({ text: 'Servers of kind {0} cannot be used yet.', args: [driver] })
  return replacement
}

/** @throws BackupFault when a part of it is lost or differs */
async function readBackWhole(hq: Hq, backup: Backup, folder: string, signal: AbortSignal): Promise<Manifest> {
  const { manifest, failed } = await readContent(hq, backup, folder, signal)
  if (manifest && failed.length === 0) return manifest
  throw new BackupFault({ text: 'The backup is not what was stored.' })
}

/** The settings of the original that the clone goes on with; the rest are its own, so the file goes. */
async function takeConfig(folder: string): Promise<KeptSettings & { apps: string[] }> {
  const file = join(folder, restoredPlaces.config)
  const { apps = ['platform'], database } = JSON.parse(readFileSync(file, 'utf8')) as KeptSettings
  await rm(file)
  return { apps, ...(database === undefined ? {} : { database }) }
}

/** Reads the dump of a database on a server back into a new one beside it; resolves to its address. */
async function copyDatabaseOf(
  manifest: Manifest,
  original: string | undefined,
  { folder, id }: { folder: string; id: string },
): Promise<string | undefined> {
  if (manifest.database === 'sqlite' || original === undefined) return undefined
  const address = await newDatabaseFor(folder, id, original)
  const differing = await readDumpBack(manifest, { folder, address })
  if (differing.length === 0) return address
  throw new BackupFault({ text: 'The backup is not what was stored.' })
}

/** Enough of a configuration to settle the clone; its first start writes the whole of it. */
const configOf = ({ site }: Hq, clone: Project, apps: string[], database: string | undefined) => ({
  site: clone.id,
  apps,
  environment: 'Staging',
  reach: 'nobody',
  time_zone: site.engine.settings.time_zone,
  default_language: clone.language,
  has_records: true,
  instance_secret: clone.instanceSecret,
  database,
})
