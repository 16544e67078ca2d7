import { notPermitted, Problem, textOf, workLimits } from '@tavla/contract'
import {
  actorOf,
  announce,
  type Behaviour,
  type Change,
  contextOf,
  countOf,
  exists,
  findOne,
  isReadable,
  seenWithReference,
} from '../../../entity/index.ts'
import { followByItself } from '../following/follow.ts'
import type { Notices } from '../notifications/notices.ts'
import {
  type About,
  aboutIt,
  ignoreClosed,
  lockAbout,
  mayWrite,
  referenceFields,
  settleReference,
  tooMany,
} from '../reference.ts'

const entity = 'Assignment'

/**
 * Rules of assignments (reference: work, Assignments): who may write the record makes, changes and cancels them; their
 * person and their maker say what is done.
 */
export const assignmentBehaviour = (notices: Notices): Behaviour => ({
  entity,
  visible: seenWithReference(...referenceFields),
  async beforeSave(change) {
    const { before, after, engine, tx } = change
    const about = await lockAbout(engine, tx, before ?? after)
    if (before && about) ignoreClosed(change, await openFields(change, about))
    await settleReference(change)
    if (!about || change.isRefused()) return
    if (!before) await prepareNew(change, about)
    if (after.status === 'Open' && before?.status !== 'Open') await requireRoom(change, about)
    if (after.status !== before?.status) after.done_at = after.status === 'Done' ? engine.clock.nowUtc() : null
  },
  async afterSave(change) {
    const { engine, tx, before, after } = change
    const about = await announceAssignees(change)
    if (!about) return
    if (!before) await followByItself(engine, tx, about, textOf(after.user))
    await tellConcerned(notices, change, about)
  },
  afterDelete: async (change) => void (await announceAssignees(change)),
})

/** Tells the person of a new assignment, and its maker when it is done. */
async function tellConcerned(notices: Notices, { ctx, tx, before, after }: Change, about: About): Promise<void> {
  const { user: actor, fullName } = ctx.actor
  if (!before) {
    const text = { text: '{0} assigned this to you', args: [fullName] }
    await notices.tell(tx, { kind: 'Assigned', user: textOf(after.user), about, text, actor })
  } else if (after.status === 'Done' && before.status !== 'Done') {
    const text = { text: '{0} finished: {1}', args: [fullName, textOf(after.description) || about.title] }
    await notices.tell(tx, { kind: 'Assignment Done', user: textOf(after.owner), about, text, actor })
  }
}

/** The fields that the caller may change: those of who may write the record, and those of the two whom it concerns. */
async function openFields(change: Change, about: About): Promise<(name: string) => boolean> {
  const { ctx, before, after } = change
  const { user } = ctx.actor
  const isManager = ctx.actor.all || ctx.actor.roles.has('System Manager')
  const isWriter = isManager || (await mayWrite(change, about))
  const isConcerned = isManager || before?.user === user || before?.owner === user
  const isCancelling = before?.status === 'Cancelled' || after.status === 'Cancelled'
  const open: Readonly<Record<string, boolean>> = {
    description: isWriter,
    due_date: isWriter,
    status: isCancelling ? isWriter : isConcerned,
    answer: isConcerned,
  }
  return (name) => open[name] === true
}

async function prepareNew(change: Change, about: About): Promise<void> {
  const { ctx, after, engine, tx, reject } = change
  if (!(await mayWrite(change, about))) throw notPermitted('write', about.model.id)
  if (!ctx.system) after.status = 'Open'
  const user = textOf(after.user)
  // Somebody whom the caller may not see is refused as any link is, whatever they may read.
  if (!(await isReadable(engine, ctx, tx, 'User', user))) return
  const actor = await actorOf(engine, user)
  if (actor && (await isReadable(engine, contextOf(actor, ctx.requestId), tx, about.model.id, about.id))) return
  reject('user', { text: '{0} cannot see this record.', args: [await nameOf(change, user)] })
}

async function requireRoom(change: Change, about: About): Promise<void> {
  const { engine, tx, after, isRefused } = change
  if (isRefused()) return
  const where = { ...aboutIt(about), status: 'Open' }
  if (await exists(engine, entity, { ...where, user: textOf(after.user) }, tx)) {
    const detail = { text: 'This is already assigned to {0}.', args: [await nameOf(change, textOf(after.user))] }
    throw new Problem(409, 'DuplicateEntryError', 'Already Exists', detail)
  }
  const open = await countOf(engine, entity, { where, by: 'reference_id', reader: tx })
  if (open >= workLimits.openAssignments) throw tooMany(workLimits.openAssignments)
}

async function nameOf({ engine, tx }: Change, user: string): Promise<string> {
  const found = await findOne(engine, 'User', { where: { id: user }, fields: ['full_name'], reader: tx })
  return textOf(found?.full_name) || user
}

/** Tells those who look at the record, or at a list of it, that others may be assigned now. */
async function announceAssignees({ engine, ctx, tx, before, after }: Change): Promise<About | undefined> {
  const about = await lockAbout(engine, tx, before ?? after)
  if (about) announce(engine, ctx, tx, about.model, about.row, { action: 'updated' })
  return about
}
