import type { HomeAnswer } from '@tavla/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { queryText } from '../../../ground/query-values.ts'
import type { Site } from '../../../site.ts'
import { createPartsReader, type PartName, readingsOf } from './parts.ts'

/** `GET /api/app/get_home` (reference: http-api, Home). */
export function homeRoutes(site: Site): FastifyPluginAsync {
  return async (app) => {
    const readings = readingsOf(site)
    const all = Object.keys(readings) as PartName[]
    const read = createPartsReader(readings, (error) => site.logs.error.error({ err: error }, 'a part of Home failed'))
    app.get('/api/app/get_home', (request): Promise<Partial<HomeAnswer>> => read(request.ctx, chosen(request, all)))
  }
}

/** `parts` names some with commas; names that are none are passed over. */
function chosen(request: FastifyRequest, all: readonly PartName[]): readonly PartName[] {
  const names = queryText(request, 'parts')?.split(',')
  return names ? all.filter((name) => names.includes(name)) : all
}
