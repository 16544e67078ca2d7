import { notSignedIn } from '@tavla/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, actorOf, contextOf, guest } from '../../entity/index.ts'
import { readCookie } from '../../ground/cookie.ts'
import type { Session, Site } from '../../site.ts'
import { callerOf } from '../caller.ts'
import { languageOfGuest } from '../guest-language.ts'
import { isFrontEndCall } from './paths.ts'

/**
 * Finds the session and the user of each call by its cookie (reference: sign-in, Sessions). Routes are closed to guests
 * unless they set `config.guest`.
 */
export function identifyCallers(app: FastifyInstance): void {
  const { site } = app
  app.decorateRequest('session', null)
  app.decorateRequest('isCookieDue', false)
  app.addHook('onRequest', async (request) => {
    if (isFrontEndCall(request)) return
    const caller = request.routeOptions.config?.anonymous ? undefined : await callerOfSession(site, request)
    if (caller) {
      const { session, actor } = caller
      request.session = session
      request.ctx = { ...contextOf(actor, request.id), session: session.id, caller: () => callerOf(request) }
      request.isCookieDue = site.sessions.touch(session)
    } else request.ctx = guestContext(site, request)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.isCookieDue) resendCookie(site, request, reply)
    done()
  })
}

/** The live session of a call's cookie, with its user; undefined for guests. */
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
 * Refuses guests everywhere except at routes that allow them and at the front end's page and files. The matched route
 * decides, not the text of the URL, which has many spellings. Runs after the limits, so that refused calls count too.
 */
export function refuseGuests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = request.session !== null || request.routeOptions.config?.guest || isFrontEndCall(request)
    done(isOpen ? undefined : notSignedIn())
  })
}

export function guestContext(site: Site, request: FastifyRequest) {
  const language = languageOfGuest(site, request)
  return { ...contextOf(guest(language), request.id, language), caller: () => callerOf(request) }
}

/** Moves the cookie's expiry on, unless the session ended during the call: the browser may have a newer cookie by now. */
function resendCookie(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  if (!request.session || !site.sessions.isInUse(request.session)) return
  const token = readCookie(site.config.cookieName, request.headers.cookie)
  if (token !== undefined) reply.header('set-cookie', site.sessions.cookie(token))
}
