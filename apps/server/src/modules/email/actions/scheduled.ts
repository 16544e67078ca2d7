import { type EntityRecord, notPossibleNow } from '@tavla/contract'
import { column, Plan, Slot } from '../../../entity/plan.ts'
import type { Action } from '../../../entity/types.ts'
import { dropDraft, notWhile } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import { usingReserve } from '../../../store/full-disk.ts'
import { sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'

const entity = 'Communication'

/** A message that has not left goes back into a draft, a scheduled one leaves now, a draft is thrown away. */
export const scheduledActions = (site: Site): Action[] => [
  {
    entity,
    name: 'cancel_send',
    needs: 'write',
    run: (_engine, _ctx, said) =>
      site.store.write(async (tx) => {
        const queued = await rowOf(site, tx, said)
        if (!queued || !(await site.outbox.takeBack(tx, queued.kind, queued.ref))) {
          throw notPossibleNow({ text: 'The message has left already.' })
        }
        return { status: 'Draft' }
      }),
  },
  {
    entity,
    name: 'send_now',
    needs: 'write',
    run: (_engine, _ctx, said) =>
      site.store.write(async (tx) => {
        const queued = await rowOf(site, tx, said)
        if (!queued || !(await site.outbox.sendNow(tx, queued.kind, queued.ref))) throw notWhile(said.status)
        return {}
      }),
  },
  {
    entity,
    name: 'discard_draft',
    needs: 'write',
    async run(engine, ctx, { id, status }) {
      if (status !== 'Draft') throw notWhile(status)
      // A full disk is emptied by deleting.
      await usingReserve(() => site.store.write((tx) => dropDraft(engine, ctx, tx, id)))
      return {}
    },
  },
]

/** The row of the outbox by which a message of ours leaves. */
async function rowOf(
  { engine }: Site,
  reader: Reader,
  { id, sent_or_received: way, whatsapp_message: message }: EntityRecord,
): Promise<{ kind: string; ref: string } | undefined> {
  if (way !== 'Sent') return undefined
  if (typeof message === 'string') return { kind: 'whatsapp', ref: message }
  const { table } = engine.models.require('Email Queue')
  const plan = engine.plans.get(
    'mail of a message',
    () =>
      new Plan(sql`select id from ${sql.table(table.name)}
        where ${column('c_communication')} = ${new Slot(0)} order by rid desc limit 1`),
  )
  const [mail] = await plan.all<{ id: string }>(reader, [id])
  return mail && { kind: 'email', ref: mail.id }
}
