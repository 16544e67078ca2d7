import type { FastifyPluginAsync } from 'fastify'
import { bodyOf, callerOf } from '../callers.ts'
import type { Hq } from '../hq.ts'
import { actOnMany } from './bulk.ts'
import type { FactsRound } from './facts-round.ts'
import { readFleet } from './fleet.ts'

/** Routes of the list of projects (reference: hosting, Fleet). */
export function fleetRoutes(hq: Hq, facts: FactsRound): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/hq/fleet', (request) => readFleet(hq, facts, callerOf(request)))
    app.post('/api/hq/bulk', (request) => actOnMany(hq, callerOf(request), bodyOf(request)))
  }
}
