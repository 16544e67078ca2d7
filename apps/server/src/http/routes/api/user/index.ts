import { recordNotFound } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '../../../../entity/index.ts'
import { bodyOf } from '../../../body.ts'
import { listQueryOf } from '../../../query.ts'
import type { RouteFile } from '../../../routes.ts'

interface Addressed {
  Params: { id: string }
}

/** People: entity User under another envelope (reference: http-api, People). */
const routes: RouteFile = (app) => {
  const { engine } = app.site

  app.get('', (request) => listRecords(engine, request.ctx, 'User', listQueryOf(request)))

  app.get<Addressed>('/:id', async (request) => ({ user: await getRecord(engine, request.ctx, 'User', idOf(request)) }))

  app.post('', async (request) => ({ user: await createRecord(engine, request.ctx, 'User', bodyOf(request)) }))

  app.put<Addressed>('/:id', async (request) => ({
    user: await updateRecord(engine, request.ctx, 'User', idOf(request), bodyOf(request)),
  }))

  app.delete<Addressed>('/:id', async (request) => ({
    user: await deleteRecord(engine, request.ctx, 'User', idOf(request)),
  }))
}

export default routes

/** Ids are lower-cased emails, and an email is the same in any case. The guest is nobody's business but Administrator's. */
function idOf(request: FastifyRequest<Addressed>): string {
  const { id } = request.params
  if (id === 'Guest' && !request.ctx.actor.all) throw recordNotFound('User', id)
  return id.includes('@') ? id.toLowerCase() : id
}
