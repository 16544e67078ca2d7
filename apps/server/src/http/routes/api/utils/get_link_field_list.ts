import { invalid } from '@tavla/contract'
import { linkSuggestions } from '../../../../entity/index.ts'
import { textOf } from '../../../../ground/query-values.ts'
import { jsonOf } from '../../../query.ts'
import type { RouteFile } from '../../../routes.ts'

/** Suggestions for a Link field (reference: http-api, Link suggestions). */
const routes: RouteFile = (app) => {
  app.get('', async (request) => {
    const entity = textOf(request, 'entity')
    if (entity === undefined) throw invalid('{0} is required', [{ translate: 'Entity' }])
    const filters = jsonOf(request, 'filters')
    const question = {
      entity,
      txt: textOf(request, 'txt') ?? '',
      reference_entity: textOf(request, 'reference_entity') ?? '',
      ...(filters === undefined ? {} : { filters }),
    }
    return { search: await linkSuggestions(app.site.engine, request.ctx, question) }
  })
}

export default routes
