import { badRequest, workLimits } from '@tavla/contract'
import {
  type Action,
  actorOf,
  type Behaviour,
  type Change,
  countOf,
  createIn,
  type Engine,
  exists,
  findOne,
  systemContext,
  updateIn,
} from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import { ownOnly } from '../own-only.ts'
import { type About, aboutIt, ignoreClosed, lockAbout, settleReference, tooMany } from '../reference.ts'

const entity = 'Follower'

/** Rules of followers (reference: work, Followers): each is one's own; `muted` remembers that somebody stopped. */
export const followerBehaviour: Behaviour = {
  ...ownOnly(entity),
  async beforeSave(change) {
    const { before, after, ctx, engine, tx } = change
    ignoreClosed(change, (name) => name === 'muted')
    await settleReference(change)
    if (!ctx.system) after.user = (before?.user as string | undefined) ?? ctx.actor.user
    const about = change.isRefused() ? undefined : await lockAbout(engine, tx, after)
    if (about && after.muted !== 1 && before?.muted !== 0) await requireRoom(change, about)
  },
}

async function requireRoom({ engine, tx }: Change, about: About): Promise<void> {
  if (await isFull(engine, tx, about)) throw tooMany(workLimits.followers)
}

const isFull = async (engine: Engine, tx: Tx, about: About) =>
  (await countOf(engine, entity, { where: { ...aboutIt(about), muted: 0 }, by: 'reference_id', reader: tx })) >=
  workLimits.followers

/**
 * Lets somebody follow the record whom it concerns from now on, unless they stopped before or too many follow it. The
 * record is locked.
 */
export async function followByItself(engine: Engine, tx: Tx, about: About, user: string): Promise<void> {
  const where = { ...aboutIt(about), user }
  if ((await exists(engine, entity, where, tx)) || (await isFull(engine, tx, about))) return
  if (await actorOf(engine, user)) await createIn(engine, systemContext(engine), tx, entity, { ...where, owner: user })
}

/** `follow` of a record: begins to follow it, or stops. */
export const followAction: Action = {
  entity: ({ kind }) => kind === 'Document',
  name: 'follow',
  needs: 'read',
  isMark: true,
  async run(engine, { actor: { user } }, { id, _entity }, { following = 1 }) {
    if (following !== 0 && following !== 1) throw badRequest()
    const system = systemContext(engine)
    await engine.store.write(async (tx) => {
      const about = await lockAbout(engine, tx, { reference_entity: _entity, reference_id: id })
      if (!about) return
      const where = { ...aboutIt(about), user }
      const known = await findOne(engine, entity, { where, reader: tx })
      const muted = 1 - following
      if (known) await updateIn(engine, system, tx, entity, known.id, { muted })
      else if (following === 1) await createIn(engine, system, tx, entity, { ...where, owner: user })
    })
    return { following }
  },
}
