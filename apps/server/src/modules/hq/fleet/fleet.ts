import { type EntityRecord, textOf } from '@tavla/contract'
import { type Context, find, listRecords } from '../../../entity/index.ts'
import { roomOf } from '../../../ground/disk-room.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import { worksByProject } from '../access/levels.ts'
import type { Hq } from '../hq.ts'
import { readServer } from '../rows.ts'
import { serverSpec } from '../site-spec.ts'
import type { FactsRound } from './facts-round.ts'

const shown = ['project_name', 'color', 'icon', 'environment', 'status', 'under_way', 'server', 'version'] as const
const states = ['backup_state', 'last_backup', 'last_proof'] as const
const pageLength = 500

/** Answer of `GET /api/hq/fleet`: the projects that the caller sees, worst first (reference: hosting, Fleet). */
export async function readFleet(hq: Hq, facts: FactsRound, ctx: Context): Promise<object> {
  const [projects, alerts, servers] = await Promise.all([
    readAll(hq, ctx, 'Project', ['id', ...shown, ...states, 'last_error']),
    openAlerts(hq, ctx),
    readServers(hq, ctx),
  ])
  const failed = await failedBackups(hq, ctx, projects)
  const rows = projects.map((project) => {
    const open = alerts.get(project.id) ?? []
    const { trouble, message } = troubleOf(project, open, failed.get(project.id))
    return { ...presentProject(hq, facts, project), alerts: open.length, trouble, message }
  })
  rows.sort((a, b) => b.trouble - a.trouble || nameOf(a).localeCompare(nameOf(b)) || (a.id < b.id ? -1 : 1))
  return { projects: rows, servers }
}

interface OpenAlert {
  severity: string
  /** In the reader's language. */
  message: string | null
}

function presentProject({ site: { engine } }: Hq, facts: FactsRound, project: EntityRecord) {
  const { storage = null, errors_24h = null, last_sign_in } = facts.of(project.id)
  const fields = Object.fromEntries([...shown, ...states].map((name) => [name, project[name] ?? null]))
  const lastSignIn = last_sign_in ? engine.clock.toWall(last_sign_in) : null
  return { id: project.id, ...fields, storage, errors_24h, last_sign_in: lastSignIn }
}

/** The weight of a project's worst trouble, and the sentence about it. */
function troubleOf(
  { status, last_error, backup_state }: EntityRecord,
  alerts: readonly OpenAlert[],
  backupError: string | null = null,
): { trouble: number; message: string | null } {
  const critical = alerts.find(({ severity }) => severity === 'Critical')
  const [first] = alerts
  if (status === 'Failed') return { trouble: 100, message: typeof last_error === 'string' ? last_error : null }
  if (critical) return { trouble: 70, message: critical.message }
  if (backup_state === 'Failed' || backup_state === 'Overdue') {
    return { trouble: 60, message: (backup_state === 'Failed' ? backupError : undefined) ?? first?.message ?? null }
  }
  return first ? { trouble: 30, message: first.message } : { trouble: 0, message: null }
}

/** The open alerts that the caller sees, by project, the newest first. */
async function openAlerts(hq: Hq, ctx: Context): Promise<Map<string, OpenAlert[]>> {
  const byProject = new Map<string, OpenAlert[]>()
  const filters = { until: ['is', 'not set'], project: ['is', 'set'] }
  const found = await readAll(hq, ctx, 'Alert', ['project', 'severity', 'message'], { filters, order_by: 'since desc' })
  for (const { project, severity, message } of found) {
    const alert = { severity: String(severity), message: typeof message === 'string' ? message : null }
    byProject.set(String(project), [...(byProject.get(String(project)) ?? []), alert])
  }
  return byProject
}

/** Why the newest backup of each of these projects failed, in the reader's language. */
async function failedBackups({ site }: Hq, ctx: Context, projects: readonly EntityRecord[]) {
  const ids = projects.filter(({ backup_state }) => backup_state === 'Failed').map(({ id }) => id)
  const errors = new Map<string, string | null>()
  if (ids.length === 0) return errors
  const where = { project: { in: ids }, status: 'Failed' }
  const found = await find(site.engine, 'Backup', { where, fields: ['project', 'error'], order: 'made' })
  for (const { project, error } of found) errors.set(String(project), translateSentence(site, error, ctx.language))
  return errors
}

async function readServers(hq: Hq, ctx: Context): Promise<object[]> {
  const { site } = hq
  const seen = await readAll(hq, ctx, 'Server', ['id', 'status'])
  return Promise.all(
    seen.map(async ({ id, status }) => {
      // The disks are those of the people who work with all projects.
      const room = worksByProject(ctx) ? undefined : diskOf(hq, await readServer(site.engine, id))
      return { id, status, disk_free: room?.free_bytes ?? null, disk_total: room?.total_bytes ?? null }
    }),
  )
}

function diskOf({ site }: Hq, server: Awaited<ReturnType<typeof readServer>>) {
  if (server.cluster) return undefined
  try {
    return roomOf(serverSpec(site, server).dataRoot)
  } catch {
    // The folder is made with the first project.
    return undefined
  }
}

async function readAll(
  { site }: Hq,
  ctx: Context,
  entity: string,
  fields: readonly string[],
  more: object = {},
): Promise<EntityRecord[]> {
  const rows: EntityRecord[] = []
  for (;;) {
    const query = { order_by: 'id asc', ...more, fields: [...fields], limit_start: rows.length }
    const { data } = await listRecords(site.engine, ctx, entity, { ...query, limit_page_length: pageLength })
    rows.push(...data)
    if (data.length < pageLength) return rows
  }
}

const nameOf = (project: object) => textOf((project as { project_name?: unknown }).project_name)
