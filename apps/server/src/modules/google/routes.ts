import { Problem } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { queryText } from '../../ground/query-values.ts'
import type { Site } from '../../site.ts'
import { findFlow, finishFlow } from './flow.ts'
import type { TokenKeeper } from './tokens.ts'

/**
 * `GET /api/auth/oauth` (reference: http-api, Connected apps): for the callback screen, and for a browser that the
 * provider redirects here.
 */
export const oauthRoutes =
  (site: Site, keeper: TokenKeeper): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/auth/oauth', async (request, reply) => {
      const { ctx } = request
      const query = (name: string) => queryText(request, name)
      const callback = {
        code: query('code'),
        state: query('state'),
        appId: query('app_id'),
        error: query('error'),
        errorDescription: query('error_description'),
      }
      if (!request.headers.accept?.includes('text/html')) return finishFlow(site, keeper, ctx, callback)
      const flow = await findFlow(site, ctx, callback.state)
      const back = new URL(flow?.success_uri ?? `${site.config.publicUrl}/`)
      try {
        await finishFlow(site, keeper, ctx, callback)
        back.searchParams.set('connected', '1')
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        back.searchParams.set('error', await site.engine.say(error.detail, ctx.language))
      }
      return reply.redirect(back.href, 302)
    })
  }
