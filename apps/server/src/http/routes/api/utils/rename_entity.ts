import { textOf } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { renameEntity, renameRecord } from '../../../../entity/index.ts'
import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** Renames an entity type, or with `entity` a record of it (reference: http-api, Renaming). */
const routes: RouteFile = (app) => {
  const { engine } = app.site

  app.post('', { config: { answerAgain } }, (request) => {
    const body = bodyOf(request)
    const [oldName, newName, entity] = [
      textOf(body.oldName).trim(),
      textOf(body.newName).trim(),
      textOf(body.entity).trim(),
    ]
    return entity
      ? renameRecord(engine, request.ctx, entity, oldName, newName)
      : renameEntity(engine, request.ctx, oldName, newName)
  })
}

export default routes

const answerAgain = (request: FastifyRequest) => ({ new_name: textOf(bodyOf(request).newName).trim() })
