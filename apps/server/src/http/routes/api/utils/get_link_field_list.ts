import { linkSuggestions } from '../../../../entity/index.ts'
import { queryText, requiredText } from '../../../../ground/query-values.ts'
import { jsonOf } from '../../../query.ts'
import type { RouteFile } from '../../../routes.ts'

/** Suggestions for a Link field (reference: http-api, Link suggestions). */
const routes: RouteFile = (app) => {
  app.get('', async (request) => {
    const entity = requiredText(request, 'entity', 'Entity')
    const filters = jsonOf(request, 'filters')
    const question = {
      entity,
      txt: queryText(request, 'txt') ?? '',
      reference_entity: queryText(request, 'reference_entity') ?? '',
      ...(filters === undefined ? {} : { filters }),
    }
    return { search: await linkSuggestions(app.site.engine, request.ctx, question) }
  })
}

export default routes
