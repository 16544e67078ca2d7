import type { Server } from 'node:http'
import { limits } from '@tavla/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Site, SiteModule } from '../site.ts'
import { acceptJson } from './body.ts'
import { drainConnections } from './drain.ts'
import { sendInBursts } from './plugins/bursts.ts'
import { answerClientError } from './plugins/client-error.ts'
import { compressAnswers } from './plugins/compress.ts'
import { answerErrors, sendProblem } from './plugins/errors.ts'
import { isFrontEndAddress, serveFrontEnd } from './plugins/front-end.ts'
import { addCommonHeaders, sendCommonHeaders } from './plugins/headers.ts'
import { HeavyCalls, refuseHeavyCalls } from './plugins/heavy-calls.ts'
import { limitCalls } from './plugins/limits.ts'
import { gatherMethods, refuseOtherMethods, refuseUnknownPaths } from './plugins/methods.ts'
import { carryOperations } from './plugins/operations.ts'
import { refuseForeignOrigins, sendCorsHeaders } from './plugins/origin.ts'
import { shedOverload } from './plugins/overload.ts'
import { discardRefusedBodies } from './plugins/refused-bodies.ts'
import { requestIds } from './plugins/request-id.ts'
import { identifyCallers, refuseGuests } from './plugins/sessions.ts'
import { refuseOddTargets } from './plugins/targets.ts'
import { endOtherUpgrades, isUpgrade } from './plugins/upgrades.ts'
import { logCall, logCalls, noteArrivals } from './plugins/web-log.ts'
import { registerRoutes } from './routes.ts'

export interface HttpOptions {
  site: Site
  /** The modules that may have routes of their own. */
  modules: readonly SiteModule[]
  /** Folder of the built front end; by default chosen by the site's kind. */
  frontEnd?: string | undefined
}

/** Builds the site's http server with all of its routes, ready to listen or to be called directly (`inject`). */
export async function buildServer({ site, modules, frontEnd }: HttpOptions): Promise<FastifyInstance> {
  const newId = requestIds()
  const { trustedProxies } = site.config
  const app = Fastify({
    bodyLimit: limits.jsonBody,
    genReqId: newId,
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // A connection that sends nothing for this long is closed (reference: http-api, Transport); sockets of live updates
    // have their own heartbeat.
    connectionTimeout: 60_000,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // Slightly above the limit of a URL, so that the usual refusal of a long one is our own answer, not the parser's.
    http: { maxHeaderSize: limits.urlLength + 4096, shouldUpgradeCallback: isUpgrade },
    routerOptions: { maxParamLength: 2000 },
    rewriteUrl: ({ url = '/' }) => (isMistypedPage(site, url) ? '/' : url),
    clientErrorHandler: (error, socket) => answerClientError(site, newId(), error, socket),
    frameworkErrors: (error, request, reply) => {
      request.arrived = performance.now()
      addCommonHeaders(site, request, reply)
      reply.raw.on('finish', () => logCall(site, request, reply))
      reply.serializer(JSON.stringify).send(sendProblem(site, error, request, reply) as never)
    },
  })
  app.decorate('site', site)
  app.decorate('drain', drainConnections(app))
  app.decorateRequest('ctx')
  app.decorateRequest('arrived', 0)
  acceptJson(app)
  const heavy = new HeavyCalls(site)
  shedOverload(app, newId, heavy)

  // The order of a call's hooks: measured, identified, counted, then admitted or refused.
  noteArrivals(app)
  refuseHeavyCalls(app, heavy)
  sendCommonHeaders(app)
  sendCorsHeaders(app)
  identifyCallers(app)
  limitCalls(app)
  refuseOddTargets(app)
  refuseForeignOrigins(app)
  refuseGuests(app)
  carryOperations(app)
  const known = gatherMethods(app)
  refuseUnknownPaths(app, known)
  app.decorate('paths', known)
  compressAnswers(app)
  sendInBursts(app)
  logCalls(app)
  discardRefusedBodies(app)
  answerErrors(app)
  serveFrontEnd(app, frontEnd)

  await registerRoutes(app)
  for (const { routes } of modules) if (routes) app.register(routes)
  app.after(() => refuseOtherMethods(app, known))
  endOtherUpgrades(app.server as Server, site, newId)
  await app.ready()
  return app
}

/** A URL of the front end with a broken escape, typed by hand: the front end's page answers and reports the error. */
function isMistypedPage(site: Site, url: string): boolean {
  if (!url.includes('%') || !isFrontEndAddress(site, url)) return false
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return false
  } catch {
    return true
  }
}
