import { renameEntity, renameRecord } from '../../../../entity/index.ts'
import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** Renames an entity type, or with `entity` a record of it (reference: http-api, Renaming). */
const routes: RouteFile = (app) => {
  const { engine } = app.site

  app.post('', (request) => {
    const body = bodyOf(request)
    const [oldName, newName, entity] = [text(body.oldName), text(body.newName), text(body.entity)]
    return entity
      ? renameRecord(engine, request.ctx, entity, oldName, newName)
      : renameEntity(engine, request.ctx, oldName, newName)
  })
}

export default routes

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
