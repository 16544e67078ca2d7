import type { FastifyPluginAsync } from 'fastify'
import type { Site } from '../../site.ts'
import { getCommunications } from './get-communications.ts'
import { emailHook } from './receive/hook.ts'
import { sendEmail } from './send/send-email.ts'

/** Calls about mail (reference: conversations, Sending mail). */
export function emailRoutes(site: Site): FastifyPluginAsync {
  return async (app) => {
    app.post('/api/app/send_email', async (request) => ({
      communication: await sendEmail(site, request.ctx, bodyOf(request.body)),
      message: 'Email queued',
    }))
    app.get('/api/app/get_communications', getCommunications(site))
    await app.register((scope) => emailHook(scope, site))
  }
}

const bodyOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
