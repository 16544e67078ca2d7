import { existsSync } from 'node:fs'
import type { Message } from '@tavla/contract'
import { NotAuthentic } from '../../../backup/backup-key.ts'
import { type Manifest, readManifest } from '../../../backup/manifest.ts'
import { StoreFault } from '../../../backup/object-store.ts'
import { systemContext } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { isNewer } from '../../../ground/version.ts'
import type { Replacement, SitePlace } from '../../../hosting/driver.ts'
import { BackupFault, sentenceOf } from '../backups/faults.ts'
import { requireRoom } from '../backups/room.ts'
import { type Backup, backupsOf, pathOf } from '../backups/rows.ts'
import { openBackupStore } from '../backups/stores.ts'
import type { Subject } from '../backups/subject.ts'
import { driverFor, type Hq } from '../hq.ts'
import { buildFromBackup, needsVersion } from '../restores/build.ts'
import { readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import { changeState, noteEvent } from '../transitions.ts'

/** The outcome for a project. */
export type BroughtBack =
  | { state: 'back'; takenAt: string; dir: string; passed: number; why: Message | undefined }
  /** It runs in a cluster, or never ran. */
  | { state: 'cluster' }
  | { state: 'new' }
  | { state: 'lost'; why: Message }

/**
 * Gives a project the newest backup that can be read back and on which the program runs. A project that has none becomes
 * Failed and stays stopped, so that HQ does not begin it with nothing.
 * @throws when `signal` broke it off
 */
export async function bringBack(hq: Hq, { project, uid }: Subject, signal: AbortSignal): Promise<BroughtBack> {
  const { engine } = hq.site
  if (!project || project.startedAt === undefined) return { state: 'new' }
  const server = await readServer(engine, project.server)
  if (server.cluster) return { state: 'cluster' }
  const place = sitePlace(hq.site, server, project)
  const { replacement } = driverFor(hq, project.driver)
  let why: Message = { text: 'The store has no backup of this project.' }
  if (existsSync(place.dir)) why = { text: 'The folder {0} is there already.', args: [place.dir] }
  else if (replacement) {
    const found = await tryBackups(hq, await backupsOf(engine, uid, ['Stored', 'Proving', 'Proven']), {
      place,
      replacement,
      signal,
    })
    if (found.backup) return { state: 'back', dir: place.dir, takenAt: found.backup.takenAt, ...found }
    why = found.why ?? why
  }
  await changeState(hq, systemContext(engine), project.id, {
    from: ['Created', 'Provisioning', 'Running', 'Stopped', 'Failed'],
    to: 'Failed',
    event: 'restore',
    message: why,
    values: { desired_state: 'Stopped', last_error: encodeSentence(why) },
  })
  return { state: 'lost', why }
}

interface Target {
  place: SitePlace
  replacement: Replacement
  signal: AbortSignal
}

/** The newest that is whole; `passed` counts the newer ones, and `why` tells what the first of them lacked. */
async function tryBackups(
  hq: Hq,
  backups: readonly Backup[],
  target: Target,
): Promise<{ backup: Backup | undefined; passed: number; why: Message | undefined }> {
  const { engine, logs } = hq.site
  const away = new Set<string>()
  let why: Message | undefined
  for (const [passed, backup] of backups.entries()) {
    if (away.has(backup.store)) continue
    target.signal.throwIfAborted()
    try {
      await build(hq, backup, target)
      const message = { text: 'The project is restored from backup {0}.', args: [backup.id] }
      const note = { project: backup.project ?? null, event: 'restore', message }
      await engine.store.write((tx) => noteEvent(hq, systemContext(engine), tx, note))
      return { backup, passed, why }
    } catch (error) {
      target.signal.throwIfAborted()
      logs.error.error({ err: error, backup: backup.id }, 'a backup could not be brought back')
      why ??= sentenceOf(error)
      if (error instanceof StoreFault) away.add(backup.store)
      // An older backup may be whole; the machine is the same for all of them.
      else if (!(error instanceof BackupFault) || error instanceof NoOther) break
    }
  }
  return { backup: undefined, passed: backups.length, why }
}

/** A fault that the older backups have, too, or that must not be met by older data. */
class NoOther extends BackupFault {}

/** @throws BackupFault, StoreFault */
async function manifestOf(hq: Hq, backup: Backup): Promise<Manifest> {
  const { store, key } = await openBackupStore(hq, backup.store)
  const manifest = await readManifest(store, key, pathOf(backup)).catch((error: unknown) => {
    if (!(error instanceof NotAuthentic)) throw error
  })
  if (!manifest) throw new BackupFault({ text: 'This backup is not in its store any more, or cannot be read.' })
  return manifest
}

async function build(hq: Hq, backup: Backup, { place, replacement, signal }: Target): Promise<void> {
  const manifest = await manifestOf(hq, backup)
  if (isNewer(manifest.program)) throw new NoOther(needsVersion(manifest.program))
  try {
    requireRoom([{ folder: place.dir, bytes: backup.size }])
  } catch (error) {
    throw error instanceof BackupFault ? new NoOther(error.detail) : error
  }
  const folder = await replacement.begin(place)
  try {
    await buildFromBackup(hq, backup, folder, signal)
    signal.throwIfAborted()
    await replacement.replace(place, { backup: backup.id, byCommand: true })
  } catch (error) {
    await replacement.settle(place)
    throw error
  }
}
