import { createHash, timingSafeEqual } from 'node:crypto'
import { invalid, refused } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRecord, readSecret, type StoredRow, systemContext } from '../../../entity/index.ts'
import { MinuteCounts } from '../../../ground/minute-counts.ts'
import type { Site } from '../../../site.ts'
import type { MailForm } from './read-mail.ts'
import { type HandedMail, type TakenMail, takeMail } from './take-mail.ts'

type HookRequest = FastifyRequest<{ Params: { id: string }; Querystring: { token?: unknown } }>

/** Maximum refused calls of an account that are logged per minute, so that guessing tokens can't fill the disk. */
const maxRejectedLogs = 60

/** Maximum size of a delivered mail, in bytes (reference: conversations, Receiving mail). */
const bodyLimit = 50 * 1_048_576

/**
 * Takes mail that another program delivers, in place of a fetched mailbox (reference: conversations, Receiving mail).
 */
export async function emailHook(app: FastifyInstance, site: Site): Promise<void> {
  // The mail thread parses both forms, so that neither blocks the server.
  app.removeContentTypeParser('application/json')
  const forms: [string, MailForm][] = [
    ['message/rfc822', 'mail'],
    ['application/json', 'json'],
  ]
  for (const [type, form] of forms) {
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, raw, done) =>
      done(null, { form, raw: raw as Buffer } satisfies HandedMail),
    )
  }
  const proven = new WeakMap<FastifyRequest, StoredRow>()
  const rejected = new MinuteCounts()

  /** Checks the token before the body is read, so that callers without one can't upload megabytes. */
  async function onRequest(request: HookRequest): Promise<void> {
    const { account, isProven } = await readProof(site, request)
    if (account && isProven) {
      proven.set(request, account)
      return
    }
    const id = String(account?.id)
    if (account && rejected.add(id) <= maxRejectedLogs)
      await log(site, 'Rejected', 403, { account: id, ip: request.ip })
    throw refused()
  }

  app.post<{ Params: { id: string }; Querystring: { token?: unknown } }>(
    '/api/hooks/email/:id',
    { config: { guest: true, ownProof: true, limit: 'refusals' }, bodyLimit, onRequest },
    async (request) => {
      const account = proven.get(request)
      if (!account) throw refused()
      const handed = request.body as HandedMail | undefined
      if (!handed || handed.raw.length === 0) throw invalid('The mail is empty')
      const { communication, isDuplicate, mail } = await takeMail(site, account, handed)
      await log(site, isDuplicate ? 'Duplicate' : 'Processed', 200, {
        account: account.id,
        from: mail.from.address,
        subject: mail.subject,
        message_id: mail.messageId,
      })
      return { message: isDuplicate ? 'Duplicate' : 'Received', communication } satisfies HookAnswer
    },
  )
}

interface HookAnswer {
  message: 'Duplicate' | 'Received'
  communication: TakenMail['communication']
}

/** The caller can't tell an unknown account from a wrong token. */
async function readProof(
  { engine }: Site,
  { params: { id }, headers, query }: HookRequest,
): Promise<{ account: StoredRow | undefined; isProven: boolean }> {
  const account = await engine.rows(engine.models.require('Email Account')).byId(engine.store, id)
  const token = account ? await readSecret(engine, 'Email Account', id, 'hook_token') : null
  const given = headers['x-hook-token'] ?? query.token
  const isKnown = token !== null && typeof given === 'string' && isSame(given, token)
  return { account, isProven: isKnown && account?.enable_incoming === 1 }
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

async function log(site: Site, outcome: string, status: number, payload: object): Promise<void> {
  const { engine } = site
  const values = { source: 'Email', outcome, http_status: status, payload: JSON.stringify(payload) }
  await createRecord(engine, systemContext(engine), 'Webhook Log', values)
}
