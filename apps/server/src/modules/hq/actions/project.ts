import type { EntityRecord } from '@tavla/contract'
import { refused } from '@tavla/contract'
import { type Action, type Context, listRecords, systemContext } from '../../../entity/index.ts'
import { type LoginClaims, makeLoginToken, tokenSeconds } from '../../../ground/login-token.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import { utcText } from '../../../ground/utc-text.ts'
import { version } from '../../../ground/version.ts'
import type { SiteInfo } from '../../../hosting/driver.ts'
import type { Tx } from '../../../store/store.ts'
import { readProjectAccess } from '../../project-access.ts'
import { grantedLevel, type Level, managesHq, reaches, requireLevel } from '../access/levels.ts'
import { requireProductionReason } from '../access/production.ts'
import { isServing } from '../health.ts'
import type { Hq } from '../hq.ts'
import { type Project, readProject, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import type { Supervisor } from '../supervisor.ts'
import { notNow } from '../transitions.ts'
import { noteAction } from '../under-way.ts'

/** The actions of a project (reference: http-api, Actions; hosting, Project data; hosting, Operator sign-in). */
export function projectActions(hq: Hq, supervisor: Supervisor): Action[] {
  return [
    projectAction('load_project_data', 'View', (ctx, record) => loadProjectData(hq, supervisor, ctx, record)),
    onSite('provision_project', 'Operate', async (ctx, { id }) => ({ status: await supervisor.provision(id, ctx) })),
    onSite('start_project', 'Operate', async (ctx, { id }) => ({ status: await supervisor.start(id, ctx) })),
    onSite('stop_project', 'Operate', async (ctx, { id }, data) => {
      requireProductionReason(ctx, await readProject(hq.site.engine, id), data)
      return { status: await supervisor.stop(id, ctx) }
    }),
    onSite('restart_project', 'Operate', async (ctx, { id }) => ({ status: await supervisor.restart(id, ctx) })),
    onSite('create_login_token', 'Design', async (ctx, { id }) => {
      const project = await readProject(hq.site.engine, id)
      if (project.status !== 'Running') throw notNow(project.status)
      const { user: sub, fullName: name } = ctx.actor
      const role = hqRoleOf(ctx)
      const token = makeLoginToken(project.instanceSecret, { aud: id, sub, name, role })
      // Make the token before the check: if their sessions are ended in between, that end is later than the token.
      await hq.site.engine.store.write(async (tx) => {
        await requireProjectAccess(hq, tx, sub, { role, project: id })
        await noteAction(hq.site.engine, ctx, tx, id, { action: 'create_login_token' })
      })
      const detail = { text: 'Way into project {0}', args: [id] }
      hq.site.security.note({ event: 'Token Used', outcome: 'Allowed', ctx, detail })
      return { token, expires_in: tokenSeconds }
    }),
    {
      entity: 'Project',
      name: 'reveal_admin_password',
      needs: 'write',
      role: 'System Manager',
      reveals: 'Admin Password',
      async run(engine, _ctx, { id }) {
        const { adminPassword } = await readProject(engine, id)
        return { user: 'Administrator', password: adminPassword }
      },
    },
  ]
}

/** An action on a project, for those who have this level on it. */
function projectAction(
  name: string,
  level: Level,
  run: (ctx: Context, record: EntityRecord, data: Record<string, unknown>) => Promise<unknown>,
): Action {
  return {
    entity: 'Project',
    name,
    needs: 'read',
    async run(engine, ctx, record, data) {
      await requireLevel(engine, ctx, record.id, level)
      return run(ctx, record, data)
    },
  }
}

/** An action that changes something outside of HQ's records. */
const onSite: typeof projectAction = (...of) => ({ ...projectAction(...of), effect: 'outside' })

/** @throws Problem 403 */
export function requireOperator(ctx: Context): void {
  if (!managesHq(ctx) && !ctx.actor.roles.has('Operator')) throw refused()
}

/** The role that the person has at the sites of projects. */
export function hqRoleOf({ actor }: Context): 'Administrator' | 'System Manager' | 'Operator' {
  return actor.all ? 'Administrator' : actor.roles.has('System Manager') ? 'System Manager' : 'Operator'
}

/** Checks the user's current rights, with their row and the project's locked against changes. @throws Problem 403 */
async function requireProjectAccess(
  { site: { engine } }: Hq,
  tx: Tx,
  user: string,
  { role, project }: { role: LoginClaims['role']; project: string },
): Promise<void> {
  const row = await engine.rows(engine.models.require('User')).byIdLocked(tx, user)
  if (row && role === 'Administrator') return
  const access = row ? await readProjectAccess(engine, tx, row) : 0
  if (access >= (role === 'Operator' ? 2 : 3)) return
  if (access === 1) {
    await engine.rows(engine.models.require('Project')).byIdLocked(tx, project)
    if (reaches(await grantedLevel(engine, user, project, tx), 'Design')) return
  }
  throw refused()
}

async function loadProjectData(hq: Hq, supervisor: Supervisor, ctx: Context, record: EntityRecord): Promise<object> {
  const { site } = hq
  const project = await readProject(site.engine, record.id)
  const server = await readServer(site.engine, project.server)
  const running = project.status === 'Running' ? await supervisor.infoOf(project.id) : {}
  const checked = supervisor.runningSite(project.id)?.checked
  const place = sitePlace(site, server, project)
  return {
    id: project.id,
    project_name: record.project_name,
    environment: project.environment,
    status: project.status,
    under_way: record.under_way ?? null,
    backup_state: record.backup_state ?? null,
    last_backup: record.last_backup ?? null,
    last_proof: record.last_proof ?? null,
    staging_url: project.stagingUrl ?? null,
    server: project.server,
    driver: project.driver,
    version: project.version ?? null,
    hq_version: version,
    started_at: record.started_at ?? null,
    uptime_seconds: running.info?.uptime ?? 0,
    restarts: project.restarts,
    port: project.port ?? null,
    health: {
      ok: isServing(running.health) ? 1 : 0,
      status: running.health?.status ?? null,
      checked_at: checked ? wallTime(hq, checked.at) : null,
      latency_ms: running.health?.latencyMs ?? null,
    },
    counts: running.info?.counts ?? null,
    data_check: dataCheck(hq, running.info?.check),
    damaged_files: running.info?.damaged_files ?? null,
    disk: (await hq.drivers.get(project.driver)?.disk(place)) ?? null,
    events: await lastEvents(hq, ctx, project),
    last_error: record.last_error ?? null,
  }
}

/** Result of the check of the project's records after an unclean end; null while none was needed. */
function dataCheck(hq: Hq, check: SiteInfo['check']): object | null {
  return check ? { ...check, at: wallTime(hq, Date.parse(check.at)) } : null
}

async function lastEvents({ site }: Hq, { language }: Context, { id }: Project): Promise<unknown[]> {
  const { engine } = site
  const { data } = await listRecords(engine, systemContext(engine), 'Project Event', {
    filters: { project: id },
    fields: ['event', 'from_status', 'to_status', 'message', 'user', 'at'],
    order_by: 'creation desc',
    limit_page_length: 20,
  })
  return data.map((event) => ({ ...event, message: translateSentence(site, event.message, language) }))
}

export function wallTime({ site: { engine } }: Hq, millis: number): string {
  return engine.clock.toWall(utcText(millis))
}
