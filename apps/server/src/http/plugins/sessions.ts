import { notSignedIn } from '@tavla/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../../cookie.ts'
import { actorOf, contextOf, guest } from '../../entity/index.ts'
import type { Actor, Language } from '../../entity/types.ts'
import type { Session, Site } from '../../site.ts'
import { callerOf } from '../caller.ts'
import { isFrontEndCall } from './paths.ts'

/** Cookie → session → person (contract 3.3). Closed by default: a route opens itself to guests by `config.guest`. */
export function identifyCallers(app: FastifyInstance): void {
  const { site } = app
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (isFrontEndCall(request)) return
    const caller = request.routeOptions.config?.anonymous ? undefined : await callerOfSession(site, request)
    if (caller) {
      const { session, actor } = caller
      request.session = session
      request.ctx = { ...contextOf(actor, request.id), session: session.id, caller: () => callerOf(request) }
      if (site.sessions.touch(session)) resendCookie(site, request, reply)
    } else request.ctx = guestContext(site, request)
  })
}

/** The living session of a call's cookie, with its person; undefined for guests. */
export async function callerOfSession(
  site: Site,
  request: FastifyRequest,
): Promise<{ session: Session; actor: Actor } | undefined> {
  const found = site.sessions.findByCookie(request.headers.cookie)
  const session = found instanceof Promise ? await found : found
  const actor = session ? await actorOf(site.engine, session.user) : undefined
  return session && actor ? { session, actor } : undefined
}

/**
 * Refuses guests everywhere but at a route that opens itself, and at the front end's page and files. The matched route decides,
 * never the text of the address, which has many spellings. Runs after the limits, so that refused calls count too.
 */
export function refuseGuests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = request.session !== null || request.routeOptions.config?.guest || isFrontEndCall(request)
    done(isOpen ? undefined : notSignedIn())
  })
}

export function guestContext(site: Site, request: FastifyRequest) {
  const language = preferredLanguage(request.headers['accept-language']) ?? site.engine.settings.default_language
  return { ...contextOf(guest(language), request.id, language), caller: () => callerOf(request) }
}

/** The first of our languages that the header names, by weight; undefined when it names none. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  if (!header) return undefined
  let best: { language: Language; weight: number } | undefined
  for (const part of header.slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const name = tag.split('-', 1)[0]
    const language = name === 'he' || name === 'iw' ? 'he' : name === 'en' ? 'en' : undefined
    const weight = Number(
      parameters
        .find((one) => one.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    )
    if (language && weight > 0 && weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language
}

function resendCookie(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  const token = readCookie(site.config.cookieName, request.headers.cookie)
  if (token !== undefined) reply.header('set-cookie', site.sessions.cookie(token))
}
