import { notSignedIn } from '@tavla/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../../cookie.ts'
import { actorOf, contextOf, guest } from '../../entity/index.ts'
import type { Language } from '../../entity/types.ts'
import type { Site } from '../../site.ts'
import { callerOf } from '../caller.ts'
import { isFrontEndPath } from './paths.ts'

/** Cookie → session → person (contract 3.3). Closed by default: a route opens itself to guests by `config.guest`. */
export function identifyCallers(app: FastifyInstance): void {
  const { site } = app
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isFrontEndPath(request.url)) return
    const found = site.sessions.findByCookie(request.headers.cookie)
    const session = found instanceof Promise ? await found : found
    const actor = session ? await actorOf(site.engine, session.user) : undefined
    if (session && actor) {
      request.session = session
      request.ctx = { ...contextOf(actor, request.id), session: session.id, caller: () => callerOf(request) }
      if (site.sessions.touch(session)) resendCookie(site, request, reply)
    } else request.ctx = guestContext(site, request)
  })
}

/** Runs after the limits, so that whoever only asks is counted too. */
export function refuseGuests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = request.session !== null || request.routeOptions.config?.guest || isFrontEndPath(request.url)
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
