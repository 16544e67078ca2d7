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

function resendCookie(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  const token = readCookie(site.config.cookieName, request.headers.cookie)
  if (token !== undefined) reply.header('set-cookie', site.sessions.cookie(token))
}
