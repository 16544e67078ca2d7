import { navigation } from '../../../../entity/index.ts'
import type { RouteFile } from '../../../routes.ts'

/** The entities of the staff app's side bar (contract 3.9). */
const routes: RouteFile = (app) => {
  app.get('', async (request) => ({ entities: await navigation(app.site.engine, request.ctx) }))
}

export default routes
