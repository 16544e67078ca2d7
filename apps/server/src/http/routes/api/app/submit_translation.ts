import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** A correction made in place, by anybody signed in (reference: http-api, Translations). */
const routes: RouteFile = (app) => {
  app.post('', async (request) => ({ translation: await app.site.translations.submit(request.ctx, bodyOf(request)) }))
}

export default routes
