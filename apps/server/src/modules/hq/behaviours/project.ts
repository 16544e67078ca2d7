import { randomBytes } from 'node:crypto'
import { isProjectId, notPermitted, textOf } from '@tavla/contract'
import { type Behaviour, type Change, getRecord, invalidId, setSilently } from '../../../entity/index.ts'
import { generatePassword } from '../../../ground/generated-password.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import { sql } from '../../../store/sql.ts'
import { levelOn, managesHq, ownProjects, reaches } from '../access/levels.ts'
import { requireProductionReason } from '../access/production.ts'
import { endLostSessionsIn, tidyAccess } from '../access/rows.ts'
import { noteDueConfigIn } from '../due-config.ts'
import type { FactsRound } from '../fleet/facts-round.ts'
import { freeId } from '../free-id.ts'
import type { Hq } from '../hq.ts'
import { requireOpen, serverFull } from '../reserve.ts'
import { type ProjectStatus, projectsOn, readServer } from '../rows.ts'
import type { SessionEndings } from '../session-endings.ts'
import type { Supervisor } from '../supervisor.ts'
import { deletable, noteEvent, notNow } from '../transitions.ts'

/** Stored rows that were read for callers who do not manage their project; `guard` asks while no query can run. */
const notManaged = new WeakSet<Readonly<Record<string, unknown>>>()

/** Fields that the site's configuration repeats. */
const reachFields = ['environment', 'staging_recipients']

/** Fields that can't change once the project has been provisioned. */
const fixedFields = ['server', 'auto_provision', 'default_language', 'start_with']

/**
 * Rules of projects: ids and secrets of new ones, fields that may still change, and deletion (reference: hosting,
 * Project; hosting, Project states).
 */
export function projectBehaviour(
  hq: Hq,
  supervisor: Supervisor,
  endings: SessionEndings,
  facts: FactsRound,
): Behaviour {
  return {
    entity: 'Project',
    visible(engine, ctx) {
      const own = ownProjects(engine, ctx)
      return own && { condition: sql<boolean>`id in (${own})` }
    },
    guard(right, ctx, record) {
      if (right !== 'read' && notManaged.has(record)) throw notPermitted(right, 'Project')
      if (right === 'delete' && !managesHq(ctx) && !isStagingClone(record)) throw notPermitted('delete', 'Project')
    },
    async presentAlone(engine, ctx, record, row) {
      const level = await levelOn(engine, ctx, record.id)
      if (!reaches(level, 'Manage')) notManaged.add(row)
      return { ...record, _level: level ?? null }
    },
    async newId({ id, project_name }, _ctx, tx) {
      const wanted = textOf(id).trim()
      if (wanted === '') return freeId(hq, textOf(project_name), tx)
      if (!isProjectId(wanted)) throw invalidId(wanted)
      return wanted
    },
    async beforeSave(change) {
      const { action, ctx, before, after } = change
      tidyAccess(change)
      if (action === 'create') return prepareNew(change)
      await requireManage(change, 'write')
      if (!ctx.system) requireSteadyEnvironment(change)
      if (ctx.system || !before || before.status === 'Created') return
      const changed = fixedFields.filter((name) => before[name] !== after[name])
      if (changed.length > 0) throw notNow(before.status as ProjectStatus, changed)
    },
    async afterSave(change) {
      const { action, before, after, tx, ctx, id } = change
      if (before) await endLostSessionsIn(endings, change)
      if (before && reachFields.some((name) => (before[name] ?? null) !== (after[name] ?? null))) {
        await noteDueConfigIn(change.engine, tx, id)
        change.afterCommit(() => supervisor.configured(id))
      }
      if (action === 'update' && before?.server === after.server) return
      await countProjects(change, after.server)
      if (before) return countProjects(change, before.server)
      await noteEvent(hq, ctx, tx, { project: id, event: 'create', to: 'Created' })
      if (after.auto_provision === 1) change.afterCommit(() => supervisor.created(id))
    },
    isOutside: true,
    async aroundDelete(ctx, id, erase, { force }) {
      if (!reaches(await levelOn(hq.site.engine, ctx, id), 'Manage')) throw notPermitted('delete', 'Project')
      const erased = await supervisor.remove(id, ctx, erase, force === 1 || force === true)
      return erased ?? getRecord(hq.site.engine, ctx, 'Project', id)
    },
    beforeDelete({ before, ctx, id, sent }) {
      if (!ctx.system && before?.environment === 'Production')
        requireProductionReason(ctx, { id, environment: 'Production' }, sent)
      const status = before?.status as ProjectStatus
      if (status !== 'Removing' && !deletable.includes(status)) throw notNow(status)
    },
    async afterDelete(change) {
      await countProjects(change, change.before?.server ?? null)
      await endings.forgetIn(change.tx, change.id)
      change.afterCommit(() => facts.forget(change.id))
    },
    present: (record, { language }) =>
      record.last_error ? { ...record, last_error: translateSentence(hq.site, record.last_error, language) } : record,
  }
}

/** @throws Problem 403, and 409 for a change from or to Production that is not confirmed */
function requireSteadyEnvironment({ ctx, id, before, after, sent }: Change): void {
  // Several records of one call are confirmed one by one.
  ctx.operation.confirmed = undefined
  if (!before || before.environment === after.environment) return
  if (!managesHq(ctx)) throw notPermitted('write', 'Project')
  const touchesProduction = [before.environment, after.environment].includes('Production')
  if (touchesProduction) requireProductionReason(ctx, { id, environment: 'Production' }, sent)
}

/** A copy to try things on, which those may delete who manage it. */
const isStagingClone = ({ environment, clone_of }: Readonly<Record<string, unknown>>) =>
  environment === 'Staging' && textOf(clone_of) !== ''

/** @throws Problem 403 */
async function requireManage({ engine, ctx, id, tx }: Change, right: 'write' | 'delete'): Promise<void> {
  if (!reaches(await levelOn(engine, ctx, id, tx), 'Manage')) throw notPermitted(right, 'Project')
}

/**
 * Makes the secrets, which happens nowhere else, and overwrites whatever the client sent for the server's own fields.
 */
async function prepareNew({ engine, tx, after }: Change): Promise<void> {
  Object.assign(after, {
    status: 'Created',
    desired_state: 'Running',
    restarts: 0,
    admin_password: engine.vault.hold(generatePassword()),
    instance_secret: engine.vault.hold(randomBytes(32).toString('base64url')),
  })
  if (typeof after.server !== 'string') return
  const server = await readServer(engine, after.server, tx)
  const others = await projectsOn(engine, server.id, tx)
  requireOpen(server)
  if (others.length >= server.maxProjects) throw serverFull(server.id)
  after.driver = server.driver
}

async function countProjects({ engine, tx }: Change, server: unknown): Promise<void> {
  if (typeof server !== 'string') return
  const { length } = await projectsOn(engine, server, tx)
  // Without a version and an event, which would count the projects to those who see some of them.
  await setSilently(engine, tx, 'Server', server, { project_count: length })
}
