import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** Corrects a translation in place; open to every signed-in user (reference: http-api, Translations). */
const routes: RouteFile = (app) => {
  app.post('', async (request) => ({ translation: await app.site.translations.submit(request.ctx, bodyOf(request)) }))
}

export default routes
