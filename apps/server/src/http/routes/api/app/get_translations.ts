import { queryText } from '../../../../ground/query-values.ts'
import type { RouteFile } from '../../../routes.ts'

/** The dictionary, of one language or of all (reference: http-api, Translations). */
const routes: RouteFile = (app) => {
  app.get('', { config: { guest: true, repeated: true } }, async (request, reply) => {
    reply.type('application/json; charset=utf-8')
    return app.site.translations.answer(queryText(request, 'language'))
  })
}

export default routes
