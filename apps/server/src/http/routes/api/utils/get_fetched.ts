import { invalid } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { getFetched } from '../../../../entity/index.ts'
import { queryText } from '../../../../ground/query-values.ts'
import type { RouteFile } from '../../../routes.ts'

/** The values that come along with a link (reference: expressions, Fetched values). */
const routes: RouteFile = (app) => {
  app.get('', async (request) => {
    const [entity, link] = [needed(request, 'entity', 'Entity'), needed(request, 'link', 'Link')]
    const value = queryText(request, 'value') ?? ''
    return { values: await getFetched(app.site.engine, request.ctx, entity, link, value) }
  })
}

function needed(request: FastifyRequest, key: string, label: string): string {
  const value = queryText(request, key)
  if (value === undefined) throw invalid('{0} is required', [{ translate: label }])
  return value
}

export default routes
