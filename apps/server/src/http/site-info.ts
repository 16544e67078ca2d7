import { countOf, type Matches } from '../entity/index.ts'
import { version } from '../ground/version.ts'
import type { SiteInfo } from '../hosting/driver.ts'
import type { Site } from '../site.ts'

/**
 * The figures that HQ shows about a project's site. Users include disabled ones but not Guest, as in the console.
 * Entities are those that the site's people created or got from `sample`.
 */
export async function siteInfo(site: Pick<Site, 'config' | 'engine' | 'check' | 'files'>): Promise<SiteInfo> {
  const { engine } = site
  const own = engine.models.all().filter(({ app }) => app !== 'platform' && app !== 'hq')
  const [users, records, files, open_communications, queued_emails] = await Promise.all([
    count('User', { id: { not: 'Guest' } }),
    Promise.all(own.filter(({ kind }) => kind === 'Document').map(({ id }) => count(id))),
    count('File'),
    count('Communication', { status: 'Open' }),
    count('Email Queue', { status: { in: ['Not Sent', 'Held', 'Sending'] } }),
  ])
  const counts = {
    users,
    entities: own.length,
    records: records.reduce((sum, one) => sum + one, 0),
    files,
    open_communications,
    queued_emails,
  }
  return {
    site: site.config.siteId,
    version,
    uptime: Math.floor(process.uptime()),
    counts,
    check: site.check.outcome ?? null,
    damaged_files: await site.files.damaged(),
  }

  /** None of an entity that this site does not have. */
  async function count(entity: string, where: Matches = {}): Promise<number> {
    return engine.models.get(entity) ? countOf(engine, entity, { where }) : 0
  }
}
