import { invalid, Problem, textOf } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { type Context, decide, findVisible, requireRecord, requireRight, sqlOf } from '../../entity/index.ts'
import { addMillis, millisOf } from '../../ground/utc-text.ts'
import type { Site } from '../../site.ts'
import { type Sql, sql } from '../../store/sql.ts'
import { contactIdOf } from './number.ts'

/**
 * Time after a customer's message in which free text is allowed (reference: conversations, WhatsApp window).
 * Milliseconds.
 */
const windowLength = 24 * 3_600_000

/**
 * `GET /api/app/get_whatsapp_window` `entity`, `id`, `whatsapp_contact_id`: until when a number, in any notation, may
 * get free text, and the seconds left. The seconds stay right when a wall clock is set back or a client's clock is
 * wrong. Both are null once the time is over. Needs read on the record; without one, on Communication.
 */
export function whatsappWindow(site: Site) {
  return async ({ ctx, query }: FastifyRequest) => {
    const { engine } = site
    const asked = query as Readonly<Record<string, unknown>>
    const [entity, id, typed] = [asked.entity, asked.id, asked.whatsapp_contact_id].map(
      (value) => textOf(value).trim() || undefined,
    )
    const hasRecord = entity !== undefined && id !== undefined
    if (hasRecord) await requireRecord(engine, ctx, entity, id, 'read')
    else requireRight(engine, ctx, 'Communication', 'read')
    if (typed === undefined) throw invalid('A WhatsApp number is required')
    const contact = contactIdOf(typed)
    const last = contact && (await lastReceived(site, ctx, contact, hasRecord ? { entity, id } : undefined))
    const now = engine.clock.nowUtc()
    const end = last ? addMillis(last, windowLength) : now
    if (end <= now) return { free_until: null, seconds_left: null }
    return { free_until: engine.clock.toWall(end), seconds_left: Math.floor((millisOf(end) - millisOf(now)) / 1000) }
  }
}

interface ThreadRecord {
  entity: string
  id: string
}

/**
 * Time of the last message from this number, as UTC text: among those that the user may read, and those of the record,
 * which come with the right to read it. A message of the record without a number counts as the contact's own.
 */
async function lastReceived(
  site: Site,
  ctx: Context,
  contact: string,
  thread?: ThreadRecord,
): Promise<string | undefined> {
  const { engine } = site
  const since = addMillis(engine.clock.nowUtc(), -windowLength)
  const messages = await messagesSince(site, since, contact, thread)
  for (const { id, at, entity, record } of messages) {
    if (thread && entity === thread.entity && record === thread.id) return at
    if (await mayRead(site, ctx, id)) return at
  }
  return undefined
}

interface ReceivedMessage {
  id: string
  at: string
  entity: string | null
  record: string | null
}

/** Messages received since then, newest first: from the number, and those of the record without a number. */
async function messagesSince(
  { engine }: Site,
  since: string,
  contact: string,
  thread?: ThreadRecord,
): Promise<ReceivedMessage[]> {
  const { table, field } = sqlOf(engine, 'Communication')
  const at = sql`coalesce(${field('communication_date')}, creation)`
  const receivedWhere = (whose: Sql<unknown>) =>
    engine.store.all<ReceivedMessage>(
      sql`select id, ${at} as at, ${field('reference_entity')} as entity, ${field('reference_id')} as record
        from ${table} where ${whose} and ${field('communication_medium')} = 'WhatsApp'
        and ${field('sent_or_received')} = 'Received' and ${at} > ${since}`,
    )
  const ofNobody = sql`${field('whatsapp_contact_id')} is null and ${field('phone_no')} is null`
  const ofRecord = ({ entity, id }: ThreadRecord) =>
    sql`${field('reference_entity')} = ${entity} and ${field('reference_id')} = ${id} and ${ofNobody}`
  const found = await Promise.all([
    receivedWhere(sql`${field('whatsapp_contact_id')} = ${contact}`),
    thread ? receivedWhere(ofRecord(thread)) : [],
  ])
  return found.flat().sort((one, other) => (one.at < other.at ? 1 : -1))
}

async function mayRead({ engine }: Site, ctx: Context, id: string): Promise<boolean> {
  if (!decide(engine, ctx, 'Communication', 'read').allowed) return false
  try {
    await findVisible(engine, ctx, engine.models.require('Communication'), id, engine.store)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
