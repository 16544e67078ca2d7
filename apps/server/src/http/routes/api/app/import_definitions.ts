import { limits } from '@tavla/contract'
import { importDefinitions } from '../../../../entity/index.ts'
import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** Plans the definitions of a file, or puts them on this site (reference: http-api, Definitions). */
const routes: RouteFile = (app) => {
  app.post('', { bodyLimit: limits.definitionsBody }, (request) =>
    importDefinitions(app.site.engine, request.ctx, bodyOf(request)),
  )
}

export default routes
