import { textOrNull } from '@tavla/contract'
import { countErasable, emptyTrash } from '../../../../entity/index.ts'
import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** Erases records in the trash for ever, or tells how many it would erase (reference: http-api, Trash). */
const routes: RouteFile = (app) => {
  app.post('', async (request) => {
    const { entity: sent, dry_run } = bodyOf(request)
    const entity = textOrNull(sent)?.trim() || null
    // Other values than 1 count, too, since nothing brings erased records back.
    const empty = dry_run ? countErasable : emptyTrash
    return { purged: await empty(app.site.engine, request.ctx, entity) }
  })
}

export default routes
