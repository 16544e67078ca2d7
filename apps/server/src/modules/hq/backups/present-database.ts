import { driverFor, type Hq } from '../hq.ts'
import { readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import type { Backup } from './rows.ts'
import { ownId, subjectOf } from './subject.ts'

/**
 * Address of the database that holds the records of a backup's project today, beside which it is read back: since the
 * backup the database may have moved. Undefined when the project is gone, or has none that is known here.
 */
export async function presentDatabase(hq: Hq, { uid, projectId }: Backup): Promise<string | undefined> {
  const { site } = hq
  if (uid === ownId) return site.config.databaseUrl
  const subject = await subjectOf(site.engine, projectId).catch(() => undefined)
  if (!subject?.project || subject.uid !== uid) return undefined
  const place = sitePlace(site, await readServer(site.engine, subject.project.server), subject.project)
  return driverFor(hq, subject.project.driver).replacement?.databaseOf(place)
}
