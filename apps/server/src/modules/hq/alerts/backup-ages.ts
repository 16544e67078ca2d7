import { type Engine, find, findOne } from '../../../entity/index.ts'
import { millisOf, utcText } from '../../../ground/utc-text.ts'

/** The newest backups of a project, or of HQ. */
export interface BackupAge {
  /** Id of the project; undefined for HQ. */
  project: string | undefined
  /** The interval of its plan; undefined without an enabled one. */
  every: string | undefined
  /** Since when a backup could be there: the newest one, the first start, or the plan; UTC, milliseconds. */
  since: number
  backup: 'Proven' | 'Stored' | 'Failed' | undefined
  /** The newest backup of which a proof has come to an end failed in it. */
  hasFailedProof: boolean
}

/** The name under which HQ backs itself up. */
const ownId = '_hq'

/**
 * Reads the newest backups of every project that was ever started, and of HQ (reference: hosting, Alerts). A backup that a
 * clock ahead of its time gave a later moment than `now` hides no backup that is overdue.
 */
export async function readBackupAges(engine: Engine, now = Date.now()): Promise<BackupAge[]> {
  const [plans, projects] = await Promise.all([
    find(engine, 'Backup Plan', { fields: ['is_default', 'enabled', 'every', 'creation'] }),
    find(engine, 'Project', {
      where: { started_at: { not: null } },
      fields: ['backup_plan', 'started_at'],
      order: 'made',
    }),
  ])
  const usual = plans.find(({ is_default }) => is_default === 1)
  const ages: BackupAge[] = []
  for (const { id, backup_plan, started_at } of projects) {
    const plan = backup_plan === null ? usual : plans.find((one) => one.id === backup_plan)
    const first = await firstStart(engine, id, String(started_at))
    ages.push(await ageOf(engine, { project: id, plan, first, now }))
  }
  ages.push(await ageOf(engine, { project: undefined, plan: usual, first: '', now }))
  return ages
}

type Plan = Awaited<ReturnType<typeof find<'is_default' | 'enabled' | 'every' | 'creation'>>>[number]

async function ageOf(
  engine: Engine,
  { project, plan, first, now }: { project: string | undefined; plan: Plan | undefined; first: string; now: number },
): Promise<BackupAge> {
  const where = project === undefined ? { project_id: ownId } : { project }
  const order = 'made desc'
  const fields = ['status', 'taken_at', 'proof'] as const
  const finished = { ...where, status: { in: ['Proven', 'Stored', 'Proving', 'Failed'] } }
  const kept = { ...where, status: { in: ['Proven', 'Stored', 'Proving'] }, taken_at: { below: utcText(now) } }
  const proven = { ...where, proof: { not: null }, status: { in: ['Proven', 'Failed'] } }
  const [newest, good, tried] = await Promise.all(
    [finished, kept, proven].map((matches) => findOne(engine, 'Backup', { where: matches, fields, order })),
  )
  const since = [String(good?.taken_at ?? ''), good ? '' : first, good ? '' : String(plan?.creation ?? '')]
    .sort()
    .at(-1)
  return {
    project,
    every: plan?.enabled === 1 ? String(plan.every) : undefined,
    since: millisOf(since ?? ''),
    backup: newest === undefined ? undefined : newest.status === 'Proving' ? 'Stored' : (newest.status as 'Failed'),
    hasFailedProof: tried?.status === 'Failed',
  }
}

/** UTC text of the first time that the project ran, as far as its events reach. */
async function firstStart(engine: Engine, project: string, started: string): Promise<string> {
  const where = { project, to_status: 'Running' }
  const first = await findOne(engine, 'Project Event', { where, fields: ['at'], order: 'at' })
  return typeof first?.at === 'string' && first.at < started ? first.at : started
}
