import { refused } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { worksAtHq } from './access/levels.ts'
import { accessRoutes } from './access/routes.ts'
import { causeRoutes } from './causes/routes.ts'
import { diskRoutes } from './disks.ts'
import type { FactsRound } from './fleet/facts-round.ts'
import { fleetRoutes } from './fleet/routes.ts'
import type { Hq } from './hq.ts'
import { downloadRoutes } from './restores/routes.ts'
import type { Supervisor } from './supervisor.ts'
import { trashRoutes } from './trash/routes.ts'

/** The routes of HQ. `/api/hq` answers operators and System Managers (reference: hosting, Levels). */
export function hqRoutes(hq: Hq, facts: FactsRound, supervisor: Supervisor): FastifyPluginAsync {
  return async (app) => {
    await app.register(diskRoutes(hq))
    await app.register(async (calls) => {
      calls.addHook('preHandler', async (request) => {
        if (!worksAtHq(request.ctx)) throw refused()
      })
      for (const routes of [accessRoutes(hq), causeRoutes(hq, supervisor), fleetRoutes(hq, facts)])
        await calls.register(routes)
      for (const routes of [trashRoutes(hq), downloadRoutes(hq)]) await calls.register(routes)
    })
  }
}
