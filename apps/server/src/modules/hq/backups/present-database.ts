import { Problem } from '@tavla/contract'
import { restoreBytes } from '../../../backup/blocks.ts'
import { Objects } from '../../../backup/objects.ts'
import { driverFor, type Hq } from '../hq.ts'
import { type OpenBackup, openManifest } from '../restores/open-manifest.ts'
import { type Project, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import { type Backup, backupsOf } from './rows.ts'
import { ownId, subjectOf } from './subject.ts'

/** The settings of a site that count where its data are read back. */
export interface KeptSettings {
  apps?: string[]
  /** Address of the database on a server that has its records. */
  database?: string
}

/**
 * Address of the database that holds the records of a backup's project today, beside which it is read back: since the
 * backup the database may have moved. Undefined when the project is gone, or has none that is known here.
 */
export async function presentDatabase(hq: Hq, { uid, projectId }: Backup): Promise<string | undefined> {
  const { site } = hq
  if (uid === ownId) return site.config.databaseUrl
  const { project, uid: present } = await subjectOf(site.engine, projectId).catch(() => ({
    project: undefined,
    uid: '',
  }))
  return project && present === uid ? databaseOfProject(hq, project) : undefined
}

/**
 * Address of the database on a server that has the records of a project; of a project whose configuration HQ cannot see,
 * the one that its newest backup names.
 */
export async function databaseOfProject(hq: Hq, project: Project): Promise<string | undefined> {
  const { engine } = hq.site
  const { replacement } = driverFor(hq, project.driver)
  if (replacement?.databaseOf) {
    return replacement.databaseOf(sitePlace(hq.site, await readServer(engine, project.server), project))
  }
  const { uid } = await subjectOf(engine, project.id)
  const [newest] = await backupsOf(engine, uid, ['Stored', 'Proving', 'Proven'], 1)
  if (!newest) return undefined
  try {
    return (await settingsIn(await openManifest(hq, newest))).database
  } catch (error) {
    // Its store is away: what is read back names one too.
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The settings that a backup was taken with. @throws StoreFault */
export async function settingsIn({ store, manifest }: OpenBackup): Promise<KeptSettings> {
  const config = await restoreBytes(new Objects(store.store, store.key), manifest.config)
  return JSON.parse(config.toString()) as KeptSettings
}
