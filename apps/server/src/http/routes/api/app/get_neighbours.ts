import { neighbours } from '../../../../entity/index.ts'
import { queryText, requiredText } from '../../../../ground/query-values.ts'
import { listQueryOf } from '../../../query.ts'
import type { RouteFile } from '../../../routes.ts'

/** The records beside one in the list that it was opened from (reference: http-api, Neighbours). */
const routes: RouteFile = (app) => {
  app.get('', (request) => {
    const query = { ...listQueryOf(request), isCounted: queryText(request, 'position') !== '0' }
    const [entity, id] = [requiredText(request, 'entity', 'Entity'), requiredText(request, 'id', 'ID')]
    return neighbours(app.site.engine, request.ctx, entity, id, query)
  })
}

export default routes
