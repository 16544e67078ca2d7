import type { FastifyReply, FastifyRequest } from 'fastify'
import { version } from '../../../ground/version.ts'
import type { HealthStatus } from '../../../site.ts'
import { isFromHq } from '../../from-hq.ts'
import { callerOfSession } from '../../plugins/sessions.ts'
import type { RouteFile } from '../../routes.ts'

/**
 * Tells whether the site serves, and at `/live` whether its process answers. Supervisors ask often, so no limit counts
 * these calls. Only System Managers and HQ also learn the version and the uptime.
 */
const routes: RouteFile = (app) => {
  const { site } = app
  const config = { guest: true, limit: 'none', anonymous: true } as const

  app.get('', { config }, async (request, reply) => {
    const status = app.overload.isOverloaded ? 'overloaded' : await site.health.status()
    return sendStatus(status, request, reply)
  })

  app.get('/live', { config }, () => ({ status: 'ok' }))

  async function sendStatus(status: HealthStatus | 'overloaded', request: FastifyRequest, reply: FastifyReply) {
    const ready = status === 'ok'
    if (!ready) reply.code(503).header('retry-after', '1')
    const mayKnow = isFromHq(request) || (ready && (await isManager(request)))
    if (!mayKnow) return { status, ready }
    return { status, ready, version, uptime: Math.floor(process.uptime()), site: site.config.siteId }
  }

  async function isManager(request: FastifyRequest): Promise<boolean> {
    const caller = await callerOfSession(site, request)
    return caller !== undefined && (caller.actor.all || caller.actor.roles.has('System Manager'))
  }
}

export default routes
