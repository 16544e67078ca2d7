import { textOrNull } from '@tavla/contract'
import { emptyTrash } from '../../../../entity/index.ts'
import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** Erases records in the trash for ever (reference: http-api, Trash). */
const routes: RouteFile = (app) => {
  app.post('', async (request) => {
    const entity = textOrNull(bodyOf(request).entity)?.trim() || null
    return { purged: await emptyTrash(app.site.engine, request.ctx, entity) }
  })
}

export default routes
