import { type EntityRecord, notPossibleNow } from '@tavla/contract'
import { type Action, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { renewLinkIn } from '../send/password-link.ts'

/**
 * Retries or cancels a queued mail (reference: http-api, Actions). The record mirrors the outbox, so nobody may write
 * it directly.
 */
export const emailQueueActions = (site: Site): Action[] => [
  managersOnly('retry', { status: 'Not Sent', attempts: 0, error: null }, async (tx, id) => {
    const isBack = await site.outbox.retry(tx, 'email', id)
    if (isBack) await renewLinkIn(site, tx, id)
    return isBack
  }),
  managersOnly('cancel', { status: 'Cancelled' }, (tx, id) => site.outbox.cancel(tx, 'email', id)),
]

function managersOnly(
  name: string,
  outcome: { status: string; attempts?: number; error?: null },
  change: (tx: Tx, id: string) => Promise<boolean>,
): Action {
  return {
    entity: 'Email Queue',
    name,
    needs: 'read',
    role: 'System Manager',
    effect: 'sent',
    run: (engine, ctx, record) =>
      engine.store.write(async (tx) => {
        if (!(await change(tx, record.id))) throw notNow(record)
        await updateIn(engine, { ...ctx, system: true }, tx, 'Email Queue', record.id, outcome)
        return { status: outcome.status }
      }),
  }
}

const notNow = ({ status }: EntityRecord) =>
  notPossibleNow({
    text: 'This is not possible while the mail is {0}.',
    args: [{ translate: String(status), ...(status === 'Error' ? { context: 'status' } : {}) }],
  })
