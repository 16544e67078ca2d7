import { recordNotFound } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { createRecord, deleteRecord, getRecord, listRecords, mergeInto } from '../../../../entity/index.ts'
import { createdId, recordNow } from '../../../answer-again.ts'
import { bodyOf } from '../../../body.ts'
import { listQueryOf } from '../../../query.ts'
import type { RouteFile } from '../../../routes.ts'

interface UserRoute {
  Params: { id: string }
}

/** People: entity User under another envelope (reference: http-api, People). */
const routes: RouteFile = (app) => {
  const { engine } = app.site

  app.get('', (request) => listRecords(engine, request.ctx, 'User', listQueryOf(request)))

  app.get<UserRoute>('/:id', async (request) => ({ user: await getRecord(engine, request.ctx, 'User', idOf(request)) }))

  app.post('', { config: { answerAgain: createdAgain } }, async (request) => ({
    user: await createRecord(engine, request.ctx, 'User', bodyOf(request)),
  }))

  app.put<UserRoute>('/:id', { config: { answerAgain: updatedAgain } }, async (request) => {
    const { entity: user, ...more } = await mergeInto(engine, request.ctx, 'User', idOf(request), bodyOf(request))
    return { user, ...more }
  })

  app.delete<UserRoute>('/:id', { config: { answerAgain: deletedAgain } }, async (request) => ({
    user: await deleteRecord(engine, request.ctx, 'User', idOf(request)),
  }))
}

export default routes

const createdAgain = async (request: FastifyRequest, kept: unknown) => ({
  user: await recordNow(request, 'User', createdId(kept)),
})

const updatedAgain = async (request: FastifyRequest) => ({
  user: await recordNow(request, 'User', idOf(request as FastifyRequest<UserRoute>)),
})

const deletedAgain = (request: FastifyRequest) => ({ user: { id: idOf(request as FastifyRequest<UserRoute>) } })

/** Ids are lower-cased emails, so an email is accepted in any case. Only Administrator may read Guest. */
function idOf(request: FastifyRequest<UserRoute>): string {
  const { id } = request.params
  if (id === 'Guest' && !request.ctx.actor.all) throw recordNotFound('User', id)
  return id.includes('@') ? id.toLowerCase() : id
}
