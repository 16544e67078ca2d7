import { createHash, timingSafeEqual } from 'node:crypto'
import { badRequest, invalid, refused } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRecord, readSecret, systemContext } from '../../../entity/index.ts'
import type { StoredRow } from '../../../entity/rows.ts'
import type { Site } from '../../../site.ts'
import { composeJsonMail } from './json-mail.ts'
import { largestMail, parseMail } from './parse-mail.ts'
import { type Stored, storeMail } from './store-mail.ts'

/** Mail that another program hands over, in place of a mailbox that is fetched (contract 3.12). */
export async function emailHook(app: FastifyInstance, site: Site): Promise<void> {
  app.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: largestMail }, (_request, body, done) =>
    done(null, body),
  )
  app.post<{ Params: { id: string }; Querystring: { token?: unknown } }>(
    '/api/hooks/email/:id',
    { config: { guest: true, ownProof: true, unlimited: true }, bodyLimit: largestMail },
    async (request) => {
      const account = await provenAccount(site, request)
      const mail = await readBody(request.body)
      const { communication, isDuplicate } = await storeMail(site, account, mail)
      await log(site, isDuplicate ? 'Duplicate' : 'Processed', 200, {
        account: account.id,
        from: mail.from.address,
        subject: mail.subject,
        message_id: mail.messageId,
      })
      return { message: isDuplicate ? 'Duplicate' : 'Received', communication } satisfies Answer
    },
  )
}

interface Answer {
  message: 'Duplicate' | 'Received'
  communication: Stored['communication']
}

/** @throws Problem 403, the same for an unknown account as for a wrong token */
async function provenAccount(
  site: Site,
  request: FastifyRequest<{ Params: { id: string }; Querystring: { token?: unknown } }>,
): Promise<StoredRow> {
  const { engine } = site
  const { id } = request.params
  const account = await engine.rows(engine.models.require('Email Account')).byId(engine.store, id)
  const token = account ? await readSecret(engine, 'Email Account', id, 'hook_token') : null
  const given = request.headers['x-hook-token'] ?? request.query.token
  if (account && token !== null && typeof given === 'string' && isSame(given, token) && account.enable_incoming === 1) {
    return account
  }
  if (account) await log(site, 'Rejected', 403, { account: id })
  throw refused()
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

async function readBody(body: unknown) {
  if (body instanceof Uint8Array) {
    if (body.length === 0) throw invalid('The mail is empty')
    return parseMail(body)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
  return parseMail(await composeJsonMail(body as Record<string, unknown>))
}

async function log(site: Site, outcome: string, status: number, payload: object): Promise<void> {
  const { engine } = site
  const values = { source: 'Email', outcome, http_status: status, payload: JSON.stringify(payload) }
  await createRecord(engine, systemContext(engine), 'Webhook Log', values)
}
