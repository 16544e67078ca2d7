import { notPermitted, textOf, workLimits } from '@tavla/contract'
import { announce, type Behaviour, type Change, seenWithReference } from '../../../entity/index.ts'
import { followByItself } from '../following/follow.ts'
import { tellFollowers } from '../following/followed.ts'
import type { Notices } from '../notifications/notices.ts'
import { type About, ignoreClosed, lockAbout, referenceFields, settleReference } from '../reference.ts'
import { mentionedIn } from './mentions.ts'
import { nameFiles } from './note-files.ts'

/** Rules of notes (reference: conversations, Notes): seen with their record, written by their owner alone. */
export const noteBehaviour = (notices: Notices): Behaviour => ({
  entity: 'Note',
  visible: seenWithReference(...referenceFields),
  guard(right, ctx, record) {
    if (right === 'write' && !ctx.system && record.owner !== ctx.actor.user) throw notPermitted(right, 'Note')
  },
  async beforeSave(change) {
    const { before, after, engine, reject } = change
    ignoreClosed(change, (name) => name === 'text')
    await settleReference(change)
    refuseWithoutNotes(change)
    await nameFiles(change)
    const text = String(after.text ?? '')
    if (text.length > workLimits.noteLength) {
      reject('text', {
        text: '{0} is too long (maximum {1} characters)',
        args: [{ translate: 'Text' }, workLimits.noteLength],
      })
    }
    if (before && before.text !== after.text) after.edited_at = engine.clock.nowUtc()
    const people = change.isRefused() ? [] : await mentionedIn(change, text)
    if (people.length > workLimits.noteMentions) {
      reject('text', { text: 'There are too many already (maximum {0}).', args: [workLimits.noteMentions] })
    }
    after.mentions = JSON.stringify(people)
  },
  async afterSave(change) {
    const { engine, ctx, tx, before } = change
    const about = await announceNote(change)
    if (!about) return
    const told = await tellMentioned(notices, change, about)
    if (before) return
    await tellFollowers(notices, change, about, told)
    await followByItself(engine, tx, about, ctx.actor.user)
  },
  afterDelete: async (change) => void (await announceNote(change)),
})

/** Existing notes stay when an entity has none anymore. */
function refuseWithoutNotes({ engine, before, after, reject }: Change): void {
  const entity = textOf(after.reference_entity)
  if (before || engine.models.get(entity)?.hasNotes !== false) return
  reject('reference_entity', { text: 'Records of {0} have no notes.', args: [{ translate: entity }] })
}

/** Tells those whom the note mentions now and did not before. */
async function tellMentioned(notices: Notices, { ctx, tx, before, after }: Change, about: About) {
  const former = new Set(peopleIn(before?.mentions))
  const people = peopleIn(after.mentions).filter((user) => !former.has(user))
  const { user: actor, fullName } = ctx.actor
  const text = { text: '{0} mentioned you', args: [fullName] }
  for (const user of people.toSorted()) await notices.tell(tx, { kind: 'Mention', user, about, text, actor })
  return new Set(people)
}

const peopleIn = (mentions: unknown) => JSON.parse(textOf(mentions) || '[]') as string[]

/** Tells those who look at the record that its notes changed (reference: live-events, Delivery). */
async function announceNote({ engine, ctx, tx, before, after }: Change): Promise<About | undefined> {
  const about = await lockAbout(engine, tx, before ?? after)
  if (about) announce(engine, ctx, tx, about.model, about.row, { action: 'note' })
  return about
}
