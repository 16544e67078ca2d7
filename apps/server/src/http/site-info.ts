import { version } from '../ground/version.ts'
import type { SiteInfo } from '../hosting/driver.ts'
import type { Site } from '../site.ts'
import { sql } from '../store/sql.ts'

/**
 * What HQ shows of a project's site. Users are all but Guest, disabled ones too, as the console lists them. Entities are
 * those that the site's people made or got with `sample`.
 */
export async function siteInfo(site: Pick<Site, 'config' | 'engine' | 'check' | 'files'>): Promise<SiteInfo> {
  const { engine } = site
  const own = engine.models.all().filter(({ app }) => app !== 'platform' && app !== 'hq')
  const [users, records, files, open_communications, queued_emails] = await Promise.all([
    count('User', () => sql`id <> 'Guest'`),
    Promise.all(own.filter(({ kind }) => kind === 'Document').map(({ id }) => count(id))),
    count('File'),
    count('Communication', (is) => sql`${is('status')} = 'Open'`),
    count('Email Queue', (is) => sql`${is('status')} in ('Not Sent', 'Held', 'Sending')`),
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

  async function count(
    entity: string,
    where?: (is: (field: string) => ReturnType<typeof sql>) => ReturnType<typeof sql>,
  ) {
    const model = engine.models.get(entity)
    if (!model) return 0
    const column = (field: string) => sql.id(model.byName.get(field)?.column ?? field)
    const condition = where ? sql`where ${where(column)}` : sql``
    const statement = sql<{ n: number }>`select count(*) as n from ${sql.table(model.table.name)} ${condition}`
    const row = await engine.store.get<{ n: number }>(statement)
    return Number(row?.n ?? 0)
  }
}
