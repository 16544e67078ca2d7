import type { Message } from '@tavla/contract'
import { createIn, systemContext } from '../../../entity/index.ts'
import { encodeSentence, joinSentences } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'

/** The result of one event of a call. */
export interface Outcome {
  outcome: 'Processed' | 'Duplicate' | 'Ignored' | 'Rejected' | 'Error'
  why?: Message
}

/** The result of a whole call, and the reason as a stored sentence. */
export interface Summary {
  outcome: Outcome['outcome']
  why: string
}

/** The result of a whole call: the worst of its events, else the best. */
export function summaryOf(outcomes: readonly Outcome[]): Summary {
  const order = ['Rejected', 'Error', 'Processed', 'Duplicate', 'Ignored'] as const
  const outcome = order.find((one) => outcomes.some((each) => each.outcome === one)) ?? 'Ignored'
  return { outcome, why: joinSentences(outcomes.flatMap(({ why }) => (why ? encodeSentence(why) : []))) }
}

/** Writes one Webhook Log record for each call (reference: conversations, Receiving WhatsApp). */
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
