import { invalid, limits, refused, workLimits } from '@tavla/contract'
import { type Behaviour, type Change, type Context, newRowId, sqlOf, userSlot } from '../../../entity/index.ts'
import { sql } from '../../../store/sql.ts'
import { projectAccessOf } from '../../project-access.ts'
import { requireAdministrator } from '../administrator.ts'
import type { Core } from '../core.ts'
import { notDeletable } from '../not-deletable.ts'
import { isOfHq, signInThroughHq } from '../people.ts'
import { anotherManagerRemains, makesManager, tidyRoles, withoutDuplicates } from '../roles.ts'
import { noteUserChange, noteUserDeleted } from '../security/user-notes.ts'
import { applyPassword } from './user-password.ts'

/**
 * Fields that users may change of themselves, and fields that Staff see of other users (reference: http-api, People).
 */
const ownFields = new Set([
  ...['language', 'full_name', 'user_image', 'phone', 'bio', 'id', 'modified'],
  ...['muted_kinds', 'digest', 'digest_hour', 'pinned_views', 'hq_sign_in'],
])
const directoryFields = ['id', 'full_name', 'user_image', 'email'] as const

/**
 * Rules of users (reference: http-api, People; metadata, Rules of built-in entities): email as id, passwords, derived
 * status, the last System Manager, the Staff directory.
 */
export function userBehaviour(core: Core): Behaviour {
  return {
    entity: 'User',
    // A route of users has this address.
    reservedIds: ['profiles'],
    newId: (values, ctx) => (ctx.system && isBuiltIn(values.id) ? String(values.id) : undefined),
    incoming: (body, ctx) => {
      if (typeof body.email === 'string') body.email = body.email.trim().toLowerCase()
      return managesUsers(ctx) ? body : Object.fromEntries(Object.entries(body).filter(([key]) => ownFields.has(key)))
    },
    guard(right, ctx, record) {
      if (right !== 'read' && record.id === 'Administrator') requireAdministrator(ctx)
    },
    async beforeSave(change) {
      if (change.id === 'Guest' && !change.ctx.system) throw refused()
      if (change.action === 'create') await prepareNew(change)
      else keepIdentity(change)
      await checkRoles(change)
      checkDigest(change)
      checkPinnedViews(change)
      await applyPassword(core, change)
      await deriveStatus(core, change)
      if (change.before) await keepOneManager(change)
    },
    async afterSave(change) {
      const { id, after, before, tx } = change
      if (isOn(change.sent.send_welcome_email) && after.enabled === 1) await invite(core, change)
      if (before?.enabled === 1 && after.enabled !== 1) await core.sessions.endAllIn(tx, id)
      await endLinkedSessions(core, change)
      noteUserChange(core.site, change)
    },
    async beforeDelete(change) {
      const { ctx, engine, id, before, tx } = change
      const isManager = before?.enabled === 1 && (await isManagerBefore({ engine, tx, before }))
      const isLast = isManager && !(await anotherManagerRemains(engine, tx, { user: id }))
      if (isBuiltIn(id) || id === ctx.actor.user || isLast)
        throw notDeletable(before?.full_name ? (before.full_name as string) : id)
      await core.sessions.endAllIn(tx, id)
      await core.credentials.forgetIn(tx, id)
      await core.site.linkedSites?.forgetUserIn(ctx, tx, id)
      noteUserDeleted(core.site, change)
    },
    beforeRestore({ row, tables, ctx, id, tx }) {
      // The password is gone for ever; HQ signs its people in without one.
      row.status = row.enabled !== 1 ? 'Disabled' : isOfHq(row) ? 'Active' : 'Invited'
      const afterCommit = (run: () => void) => tx.afterCommit(run)
      noteUserChange(core.site, { before: null, after: row, tables, ctx, id, afterCommit })
    },
    visible: (engine, ctx) => {
      if (seesEveryone(ctx)) return undefined
      return { condition: sql`(id = ${userSlot} or (${sqlOf(engine, 'User').field('enabled')} = 1 and id <> 'Guest'))` }
    },
    queryable: (ctx) => (seesEveryone(ctx) || !ctx.actor.roles.has('Staff') ? undefined : new Set(directoryFields)),
    shown: shownTo,
    present: (record, ctx) => {
      if (!shownTo(ctx, record.id)) return record
      const shown = directoryFields.filter((name) => record[name] !== undefined)
      return { ...Object.fromEntries(shown.map((name) => [name, record[name]])), id: record.id }
    },
  }
}

const shownTo = (ctx: Context, id: unknown) =>
  seesEveryone(ctx) || id === ctx.actor.user ? undefined : new Set<string>(directoryFields)
const managesUsers = ({ system, actor }: Context) => system || actor.all || actor.roles.has('System Manager')
const seesEveryone = (ctx: Context) => managesUsers(ctx) || ctx.actor.roles.has('Operator')
const isBuiltIn = (id: unknown) => id === 'Administrator' || id === 'Guest'
const isOn = (value: unknown) => value === 1 || value === '1' || value === true || value === 'true'

/** Users own their record, so that the rules for own records apply. */
async function prepareNew(change: Change): Promise<void> {
  change.after.owner = change.id
  const { roles = [], role_profiles = [] } = change.tables
  if (roles.length + role_profiles.length > 0 || isBuiltIn(change.id)) return
  const profiles = change.engine.rows(change.engine.models.require('Role Profile'))
  if (!(await profiles.exists(change.tx, 'Staff'))) return
  change.tables.role_profiles = [{ id: newRowId(), idx: 1, role_profile: 'Staff' }]
}

/** Keeps the email, which is the id; Administrator's is only for reset mails and may change. */
function keepIdentity({ id, after, before, sent, reject }: Change): void {
  const isOther = typeof sent.email === 'string' && sent.email !== before?.email
  if (before && isOfHq(before) && isOther) reject('email', signInThroughHq)
  if (before && isOfHq(before) && isOn(sent.send_welcome_email)) reject('send_welcome_email', signInThroughHq)
  if (id !== 'Administrator') after.email = (before?.email ?? null) as string | null
  if (id === 'Administrator' && after.enabled !== 1) {
    reject('enabled', { text: '{0} cannot be disabled', args: [{ translate: 'Administrator' }] })
  }
}

/** The hour of the summary by mail; accounts that are older than the field have none. */
function checkDigest({ after, reject }: Change): void {
  const hour = Number(after.digest_hour ?? 0)
  if (hour >= 0 && hour <= 23) return
  reject('digest_hour', { text: '{0} must be between {1} and {2}', args: [{ translate: 'Digest Hour' }, 0, 23] })
}

/** Ids of views, in the person's order, each once. */
function checkPinnedViews({ after, before, reject }: Change): void {
  const { pinned_views: stored = null } = after
  if (stored === null || stored === before?.pinned_views) return
  const ids: unknown = JSON.parse(String(stored))
  const isId = (id: unknown) => typeof id === 'string' && id !== '' && id.length <= limits.dataLength
  const isList = Array.isArray(ids) && ids.every(isId)
  const once = isList ? [...new Set(ids)] : []
  const most = workLimits.pinnedViews
  if (!isList) reject('pinned_views', { text: 'The value for {0} is not valid', args: [{ translate: 'Pinned Views' }] })
  if (once.length > most) {
    reject('pinned_views', { text: 'There are too many already (maximum {0}).', args: [most] })
  }
  after.pinned_views = JSON.stringify(once)
}

async function checkRoles(change: Change): Promise<void> {
  await tidyRoles(change, 'roles')
  change.tables.role_profiles = withoutDuplicates(change.tables.role_profiles ?? [], 'role_profile')
}

async function deriveStatus(core: Core, { id, after, tx }: Change): Promise<void> {
  if (after.enabled !== 1) after.status = 'Disabled'
  // HQ signs its users in, without a password.
  else if (isOfHq(after)) after.status = 'Active'
  else after.status = (await core.credentials.hashOf(tx, id)) === undefined ? 'Invited' : 'Active'
}

/** @throws Problem 417 when no enabled System Manager would remain */
async function keepOneManager(change: Change): Promise<void> {
  const { before, after, engine, tables, tx, id } = change
  if (isBuiltIn(id) || before?.enabled !== 1 || !(await isManagerBefore(change))) return
  const remains = after.enabled === 1 && (await makesManagerNow(change, tables.roles, tables.role_profiles))
  if (remains || (await anotherManagerRemains(engine, tx, { user: id }))) return
  throw invalid('At least one System Manager must remain')
}

/** Ends a user's sessions at HQ's projects when their access there shrinks. */
async function endLinkedSessions(core: Core, { engine, id, before, after, tables, tx }: Change): Promise<void> {
  const { linkedSites } = core.site
  if (!linkedSites || !before) return
  const [then, now] = [
    await projectAccessOf(engine, tx, before),
    await projectAccessOf(engine, tx, { ...after, ...tables }),
  ]
  if (now < then) await linkedSites.endSessionsIn(tx, id)
}

type UserBefore = Pick<Change, 'engine' | 'tx' | 'before'>

function isManagerBefore(change: UserBefore): Promise<boolean> {
  return makesManagerNow(change, change.before?.roles, change.before?.role_profiles)
}

async function makesManagerNow({ engine, tx }: UserBefore, roles: unknown, profiles: unknown): Promise<boolean> {
  if (makesManager(roles)) return true
  const rows = engine.rows(engine.models.require('Has Role'))
  for (const { role_profile } of (profiles ?? []) as { role_profile?: unknown }[]) {
    if (makesManager(await rows.children(tx, 'Role Profile', String(role_profile), 'roles'))) return true
  }
  return false
}

async function invite(core: Core, { id, after, tx }: Change): Promise<void> {
  if (isBuiltIn(id)) throw refused()
  const language = after.language === 'he' ? 'he' : 'en'
  const person = { id, email: String(after.email), full_name: String(after.full_name ?? ''), language } as const
  await core.accounts.mailKeyIn(tx, person, 'invitation')
}
