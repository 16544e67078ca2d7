import { type EntityRecord, notPossibleNow } from '@tavla/contract'
import { type Action, findOne } from '../../../entity/index.ts'
import { dropDraft, notWhile } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import { usingReserve } from '../../../store/full-disk.ts'
import type { Reader } from '../../../store/store.ts'

const entity = 'Communication'

/** Turns a message that has not left into a draft, sends a scheduled one now, and discards a draft. */
export const scheduledActions = (site: Site): Action[] => [
  {
    entity,
    name: 'cancel_send',
    needs: 'write',
    run: (_engine, _ctx, record) =>
      site.store.write(async (tx) => {
        const queued = await rowOf(site, tx, record)
        if (!queued || !(await site.outbox.takeBack(tx, queued.kind, queued.ref))) {
          throw notPossibleNow({ text: 'The message has left already.' })
        }
        return { status: 'Draft' }
      }),
  },
  {
    entity,
    name: 'send_now',
    kind: 'Send',
    effect: 'sent',
    needs: 'write',
    run: (_engine, _ctx, record) =>
      site.store.write(async (tx) => {
        const queued = await rowOf(site, tx, record)
        if (!queued || !(await site.outbox.sendNow(tx, queued.kind, queued.ref))) throw notWhile(record.status)
        return {}
      }),
  },
  {
    entity,
    name: 'discard_draft',
    needs: 'write',
    async run(engine, ctx, { id, status }) {
      if (status !== 'Draft') throw notWhile(status)
      // Deletes must work on a full disk.
      await usingReserve(() => site.store.write((tx) => dropDraft(engine, ctx, tx, id)))
      return {}
    },
  },
]

/** The outbox row of a sent message. */
async function rowOf(
  { engine }: Site,
  reader: Reader,
  { id, sent_or_received: way, whatsapp_message: message }: EntityRecord,
): Promise<{ kind: string; ref: string } | undefined> {
  if (way !== 'Sent') return undefined
  if (typeof message === 'string') return { kind: 'whatsapp', ref: message }
  const mail = await findOne(engine, 'Email Queue', { where: { communication: id }, order: 'made desc', reader })
  return mail && { kind: 'email', ref: mail.id }
}
