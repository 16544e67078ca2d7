import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits, refused } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MinuteCounts } from '../../ground/minute-counts.ts'
import type { Site } from '../../site.ts'
import { type Connection, connectionOf } from './connection.ts'
import type { Inbox } from './inbox/inbox.ts'
import { logCall, summaryOf } from './inbox/outcome.ts'

const config = { guest: true, ownProof: true }
/** Maximum refused calls of a connection that are logged per minute, so that forged calls can't fill the disk. */
const maxRejectedLogs = 60

/**
 * Routes for the provider's calls (reference: conversations, Receiving WhatsApp), each of which must prove its origin.
 */
export async function whatsappHooks(app: FastifyInstance, site: Site, inbox: Inbox): Promise<void> {
  const noteRejected = rejectedNotes(site)
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.jsonBody }, (_request, body, done) =>
    done(null, body),
  )

  app.get('/api/hooks/whatsapp/:id', { config }, async (request, reply) => {
    const connection = await connectionOf(site, idOf(request))
    const query = request.query as Record<string, unknown>
    const token = query['hub.verify_token']
    const isRight = typeof token === 'string' && isSame(token, connection?.verifyToken ?? null)
    if (query['hub.mode'] !== 'subscribe' || !isRight) throw refused()
    reply.type('text/plain; charset=utf-8')
    const challenge = query['hub.challenge']
    return typeof challenge === 'string' ? challenge : ''
  })

  // The provider calls as often as people write, so only calls without proof are limited.
  const options = { config: { ...config, limit: 'refusals' }, bodyLimit: limits.jsonBody } as const
  app.post('/api/hooks/whatsapp/:id', options, async (request, reply) => {
    const id = idOf(request)
    const connection = await connectionOf(site, id)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!isSigned(connection, body, request.headers['x-hub-signature-256'])) {
      if (connection) await noteRejected(id, body.length, request.ip)
      throw refused()
    }
    // Answer once the call is stored, and process it afterwards: its content never changes the answer.
    await site.store.write((tx) => inbox.add(tx, 'whatsapp', id, body.toString('utf8').replaceAll('\0', '')))
    reply.type('text/plain; charset=utf-8')
    return 'EVENT_RECEIVED'
  })
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

function isSigned(connection: Connection | undefined, body: Buffer, header: unknown): boolean {
  const secret = connection?.appSecret ?? null
  if (secret === null || typeof header !== 'string') return false
  const wanted = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return isSame(header.toLowerCase(), wanted)
}

/** Compares in constant time. */
function isSame(given: string, wanted: string | null): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted ?? '')) && wanted !== null && wanted !== ''
}

function rejectedNotes(site: Site): (id: string, bytes: number, ip: string) => Promise<void> {
  const counts = new MinuteCounts()
  return async (id, bytes, ip) => {
    if (counts.add(id) > maxRejectedLogs) return
    const forged = { outcome: 'Rejected', why: { text: 'The signature is missing or wrong.' } } as const
    const seen = { connection: id, bytes, ip }
    await site.store.write((tx) => logCall(site, tx, summaryOf([forged]), 403, seen))
  }
}
