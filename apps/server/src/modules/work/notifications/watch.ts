import { textOf } from '@tavla/contract'
import { type Change, find } from '../../../entity/index.ts'
import { millisOf } from '../../../ground/utc-text.ts'
import { tellFollowers } from '../following/followed.ts'
import type { NamedEntities } from '../named-entities.ts'
import { type About, aboutIt, aboutOf, lockAbout } from '../reference.ts'
import type { Notices } from './notices.ts'

/** A shorter job tells nobody of its end. Milliseconds. */
const longJob = 10_000

/** Looks at each write of the site for what somebody is to be told of (reference: work, Notifications). */
export const watchWrites =
  (notices: Notices, named: NamedEntities) =>
  async (change: Change): Promise<void> => {
    const { model } = change
    if (model.id === 'Communication') await watchMessage(notices, change)
    else if (model.id === 'Job') await watchJob(notices, change)
    else if (isPersons(change) && (await named.of(change.engine, 'Follower')).has(model.id)) {
      await tellFollowers(notices, change, aboutOf(change.engine, model, change.after))
    }
  }

/** A change by a person, and no line of an import; the server's own work is no news. */
const isPersons = ({ action, model, ctx }: Change) =>
  action === 'update' && model.kind === 'Document' && ctx.operation.user !== null && ctx.operation.kind !== 'Import'

async function watchMessage(notices: Notices, change: Change): Promise<void> {
  const { engine, ctx, tx, before, after } = change
  const isMoved = before?.reference_id !== after.reference_id || before?.reference_entity !== after.reference_entity
  const isLost = lost.has(textOf(after.delivery_status)) && before?.delivery_status !== after.delivery_status
  if ((!isMoved && !(before && isLost)) || ctx.operation.kind === 'Import') return
  const about = await lockAbout(engine, tx, after)
  if (!about) return
  if (isMoved && after.sent_or_received === 'Received') await tellOfMessage(notices, change, about)
  else if (!before && ctx.operation.user !== null) await tellFollowers(notices, change, about)
  else if (before && isLost) {
    const user = textOf(after.user) || textOf(after.owner)
    const text = { text: 'A message was not delivered.' }
    await notices.tell(tx, { kind: 'Not Delivered', user, about, text, actor: null })
  }
}

const lost: ReadonlySet<string> = new Set(['Error', 'Bounced'])

/** Tells those who are assigned, and those who follow, of a message that came in. */
async function tellOfMessage(notices: Notices, { engine, ctx, tx, after }: Change, about: About): Promise<void> {
  const open = { ...aboutIt(about), status: 'Open' }
  const following = { ...aboutIt(about), muted: 0 }
  const options = { fields: ['user'], by: 'reference_id', reader: tx } as const
  const people = [
    ...(await find(engine, 'Assignment', { where: open, ...options })),
    ...(await find(engine, 'Follower', { where: following, ...options })),
  ]
  const sender = textOf(after.sender_full_name) || textOf(after.sender) || textOf(after.phone_no)
  const text = { text: 'New message from {0}', args: [sender] }
  const actor = ctx.operation.user
  for (const user of [...new Set(people.map((one) => String(one.user)))].toSorted()) {
    await notices.tell(tx, { kind: 'Message', user, about, text, actor })
  }
}

const ended: ReadonlySet<string> = new Set(['Done', 'Failed', 'Interrupted'])

async function watchJob(notices: Notices, { engine, tx, model, before, after }: Change): Promise<void> {
  const { status, started, ended: end } = after
  if (!before || before.status === status || !ended.has(textOf(status)) || !started || !end) return
  if (millisOf(textOf(end)) - millisOf(textOf(started)) <= longJob) return
  const text = { text: '{0}', args: [{ translate: textOf(status) }] }
  const about = aboutOf(engine, model, after)
  await notices.tell(tx, { kind: 'Job', user: textOf(after.user), about, text, actor: null })
}
