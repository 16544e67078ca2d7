import { exportDefinitions } from '../../../../entity/index.ts'
import type { RouteFile } from '../../../routes.ts'

/** All definitions of the site (reference: http-api, Definitions). */
const routes: RouteFile = (app) => {
  app.post('', (request) => exportDefinitions(app.site.engine, request.ctx, app.site.config.siteId))
}

export default routes
