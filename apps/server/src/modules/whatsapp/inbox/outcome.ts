import type { Message } from '@tavla/contract'
import { createIn, systemContext } from '../../../entity/index.ts'
import { encodeSentence, joinSentences } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'

/** What became of one thing that a call told. */
export interface Outcome {
  outcome: 'Processed' | 'Duplicate' | 'Ignored' | 'Rejected' | 'Error'
  why?: Message
}

/** What became of a whole call, and why, as a kept sentence. */
export interface Summary {
  outcome: Outcome['outcome']
  why: string
}

/** One word for a whole call: the worst that happened in it, else the best. */
export function summaryOf(outcomes: readonly Outcome[]): Summary {
  const order = ['Rejected', 'Error', 'Processed', 'Duplicate', 'Ignored'] as const
  const outcome = order.find((one) => outcomes.some((each) => each.outcome === one)) ?? 'Ignored'
  return { outcome, why: joinSentences(outcomes.flatMap(({ why }) => (why ? encodeSentence(why) : []))) }
}

/** One line of Webhook Log for each call (reference: conversations, Receiving WhatsApp). */
export async function logCall(
  site: Site,
  tx: Tx,
  result: Summary,
  httpStatus: number,
  payload: unknown,
): Promise<void> {
  await createIn(site.engine, systemContext(site.engine), tx, 'Webhook Log', {
    source: 'WhatsApp',
    outcome: result.outcome,
    http_status: httpStatus,
    payload,
    error: result.why || null,
  })
}
