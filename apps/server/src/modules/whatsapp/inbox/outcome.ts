import { createIn, systemContext } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'

/** What became of one thing that a call told. */
export interface Outcome {
  outcome: 'Processed' | 'Duplicate' | 'Ignored' | 'Rejected' | 'Error'
  why?: string
}

/** One word for a whole call: the worst that happened in it, else the best. */
export function summaryOf(outcomes: readonly Outcome[]): Outcome {
  const order = ['Error', 'Processed', 'Duplicate', 'Ignored'] as const
  const outcome = order.find((one) => outcomes.some((each) => each.outcome === one)) ?? 'Ignored'
  const reasons = [...new Set(outcomes.flatMap(({ why }) => why ?? []))].join('\n')
  return reasons === '' ? { outcome } : { outcome, why: reasons.slice(0, 5000) }
}

/** One line of Webhook Log for each call (contract 1.2). */
export async function logCall(
  site: Site,
  tx: Tx,
  result: Outcome,
  httpStatus: number,
  payload: unknown,
): Promise<void> {
  await createIn(site.engine, systemContext(site.engine), tx, 'Webhook Log', {
    source: 'WhatsApp',
    outcome: result.outcome,
    http_status: httpStatus,
    payload,
    error: result.why ?? null,
  })
}
