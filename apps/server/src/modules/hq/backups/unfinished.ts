import type { Message } from '@tavla/contract'
import { readManifest } from '../../../backup/manifest.ts'
import { systemContext } from '../../../entity/index.ts'
import type { Hq } from '../hq.ts'
import { readProject, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import { noteEvent } from '../transitions.ts'
import type { Apart, Backups } from './backups.ts'
import { storedValues } from './manifest-values.ts'
import { failedWith, noteBackup } from './notes.ts'
import { type Backup, backupsIn, pathOf, readRow } from './rows.ts'
import { openBackupStore } from './stores.ts'
import { emptyWork } from './work-folder.ts'

/**
 * Finishes or gives up what was under way when HQ was killed, and says so: a backup whose manifest was written counts, one
 * without never does, and a proof begins again.
 */
export async function finishBackups(hq: Hq, backups: Backups, apart: Apart): Promise<void> {
  const { engine } = hq.site
  await emptyWork(hq)
  for (const work of ['Backup', 'Proof'] as const) {
    for (const id of hq.underWay.leftBy(work)) await hq.underWay.end([id], work)
  }
  for (const project of hq.underWay.leftBy('Rehearsal')) {
    await hq.underWay.end([project], 'Rehearsal')
    const message = { text: 'HQ ended while a promotion was rehearsed. It can be rehearsed again.' }
    await engine.store.write((tx) => noteEvent(hq, systemContext(engine), tx, { project, event: 'promotion', message }))
  }
  for (const backup of await backupsIn(engine, ['Under Way', 'Proving'])) {
    if (backup.status === 'Proving') await proveAgain(hq, backups, backup)
    else await settle(hq, backups, backup, apart)
  }
}

async function settle(hq: Hq, backups: Backups, backup: Backup, apart: Apart): Promise<void> {
  const { engine, logs } = hq.site
  const ctx = systemContext(engine)
  hq.site.inBackground(endCopy(hq, backup, apart))
  const manifest = await openBackupStore(hq, backup.store)
    .then(({ store, key }) => readManifest(store, key, pathOf(backup)))
    .catch((error: unknown) => logs.error.error({ err: error, backup: backup.id }, 'an unfinished backup'))
  if (!manifest) {
    await noteBackup(engine, ctx, backup.id, failedWith({ text: 'HQ ended while the backup was made.' }))
    return tell(hq, backup, { text: 'HQ ended while a backup was made. It does not count.' })
  }
  await noteBackup(engine, ctx, backup.id, { status: 'Stored', ...storedValues(manifest) })
  await tell(hq, backup, { text: 'HQ ended while a backup was made. It had been stored.' })
  await backups.prove(ctx, backup.id)
}

/**
 * Ends the copy of a site that does not run; one that runs ends its copy by itself, or goes on with the next one. Not while
 * other work goes on with the project, and not of one that is being deleted, which takes a backup anew.
 */
async function endCopy(hq: Hq, { project: id }: Backup, apart: Apart): Promise<void> {
  if (id === undefined) return
  const { engine, logs } = hq.site
  const end = async () => {
    // Undefined once a deletion went on.
    if (!(await readRow(engine, 'Project', id))) return
    const project = await readProject(engine, id)
    const { copies } = hq.drivers.get(project.driver) ?? {}
    if (!copies || project.desiredState === 'Running' || project.status === 'Removing') return
    await copies.settle(sitePlace(hq.site, await readServer(engine, project.server), project))
  }
  // The next backup tries again.
  await apart(id, end).catch((error: unknown) => logs.error.error({ err: error, project: id }, 'an unfinished copy'))
}

async function proveAgain(hq: Hq, backups: Backups, backup: Backup): Promise<void> {
  const { engine } = hq.site
  const ctx = systemContext(engine)
  await noteBackup(engine, ctx, backup.id, { status: 'Stored' })
  await tell(hq, backup, { text: 'HQ ended while a backup was proven. The proof begins again.' })
  await backups.prove(ctx, backup.id)
}

async function tell(hq: Hq, { project }: Backup, message: Message): Promise<void> {
  const { engine } = hq.site
  if (project === undefined) return
  await engine.store.write((tx) => noteEvent(hq, systemContext(engine), tx, { project, event: 'backup', message }))
}
