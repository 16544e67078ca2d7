import { find } from '../entity/index.ts'
import { utcTextOf } from '../ground/utc-text.ts'
import type { FailedMessage } from '../hosting/driver.ts'
import type { Site } from '../site.ts'

const most = 200

/** The state of a failure in each entity of messages. */
const failures = { 'Email Queue': 'Error', 'Whatsapp Message': 'Failed' } as const

/**
 * The messages that failed within a time frame, without content and recipients, for HQ's time line (reference: hosting,
 * Time line). `frame` has `from` and `to` as ISO text in UTC.
 */
export async function failedMessages({ engine }: Pick<Site, 'engine'>, frame: unknown): Promise<FailedMessage[]> {
  const { from, to } = (frame ?? {}) as { from?: unknown; to?: unknown }
  const [first, last] = [from, to].map((at) => utcTextOf(typeof at === 'string' ? at : ''))
  const found: FailedMessage[] = []
  for (const [entity, status] of Object.entries(failures)) {
    const where = { status, modified: { above: first ?? '' } }
    const failed = await find(engine, entity, { where, fields: ['modified', 'error'], order: 'modified', limit: most })
    for (const { id, modified, error } of failed) {
      const at = String(modified)
      if (at <= (last ?? '')) found.push({ entity, id, at, error: typeof error === 'string' ? error : null })
    }
  }
  return found
}
