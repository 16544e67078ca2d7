import { badRequest } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { managerOf } from '../callers.ts'
import type { Hq } from '../hq.ts'
import { bringBack, listDeleted } from './trash.ts'

/** The trash of whole projects, for System Managers (reference: hosting, Trash of projects). */
export function trashRoutes(hq: Hq): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/hq/trash', async (request) => {
      managerOf(request)
      return { items: await listDeleted(hq) }
    })
    app.post('/api/hq/restore_from_trash', async (request) => {
      const ctx = managerOf(request)
      const { body } = request
      if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
      const { name, id } = body as Readonly<Record<string, unknown>>
      return { entity: await bringBack(hq, ctx, name, id) }
    })
  }
}
