import type { Message } from '@tavla/contract'
import { findOne } from '../../../entity/index.ts'
import { disksInUse } from '../disks.ts'
import type { Hq } from '../hq.ts'
import type { BackupAge } from './backup-ages.ts'
import { overdueSince, type Severity } from './overdue.ts'

/** Something that calls for an alert now. */
export interface Condition {
  /** The same for the same trouble at every look. */
  key: string
  type: 'Backup Overdue' | 'Proof Failed' | 'Disk'
  severity: Severity
  project: string | null
  server: string | null
  message: Message
}

/** Every trouble there is now (reference: hosting, Alerts). */
export async function readConditions(
  hq: Pick<Hq, 'site'>,
  ages: readonly BackupAge[],
  now: number,
): Promise<Condition[]> {
  return [...ages.flatMap((age) => conditionsOf(age, now)), ...(await fullDisks(hq))]
}

/** The key of a condition, as a stored alert gives it. */
export const keyOf = ({ type, project, server }: { type: unknown; project: unknown; server: unknown }, disk = '') =>
  [type, project ?? '', server ?? '', disk].join('/')

function conditionsOf({ project, every, since, hasFailedProof }: BackupAge, now: number): Condition[] {
  const about = { project: project ?? null, server: null }
  const name = project ?? 'HQ'
  const found: Condition[] = []
  const overdue = every === undefined ? undefined : overdueSince(every, since, now)
  if (overdue) {
    const message = { text: 'No backup of {0} for {1} hours.', args: [name, overdue.hours] }
    found.push(condition({ type: 'Backup Overdue', severity: overdue.severity, ...about, message }))
  }
  if (hasFailedProof) {
    const message = { text: 'The proof of the backup of {0} failed.', args: [name] }
    found.push(condition({ type: 'Proof Failed', severity: 'Critical', ...about, message }))
  }
  return found
}

/** One for each file system on which too little is free. */
async function fullDisks(hq: Pick<Hq, 'site'>): Promise<Condition[]> {
  const settings = await findOne(hq.site.engine, 'HQ Settings', { fields: ['disk_free_percent'] })
  const least = Number(settings?.disk_free_percent ?? 10)
  const found: Condition[] = []
  for (const { name, servers, free_bytes, total_bytes } of await disksInUse(hq)) {
    const percent = total_bytes > 0 ? (free_bytes / total_bytes) * 100 : 100
    if (percent >= least) continue
    const message = { text: 'Only {0}% of the disk of {1} is free.', args: [Math.floor(percent), name] }
    const severity = percent < least / 2 ? 'Critical' : 'Warning'
    const server = servers[0] ?? null
    found.push({ ...condition({ type: 'Disk', severity, project: null, server, message }), key: diskKey(server, name) })
  }
  return found
}

/** Of disks, the name tells apart those of no server. */
export const diskKey = (server: unknown, name: string) => keyOf({ type: 'Disk', project: null, server }, name)

const condition = (of: Omit<Condition, 'key'>): Condition => ({ ...of, key: keyOf(of) })
