import type { FastifyRequest } from 'fastify'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  entityMeta,
  getRecord,
  isTooBusyFor,
  listRecordsText,
  mergeInto,
  runAction,
} from '../../../../entity/index.ts'
import { queryText } from '../../../../ground/query-values.ts'
import { createdId, recordNow, recordsNow, updatedId } from '../../../answer-again.ts'
import { bodyOf } from '../../../body.ts'
import { refuseMethod } from '../../../plugins/methods.ts'
import { listQueryOf } from '../../../query.ts'
import type { RouteFile } from '../../../routes.ts'

interface EntityRoute {
  Params: { name: string }
}

interface RecordRoute {
  Params: { name: string; id: string }
}

/** Records of every entity (reference: http-api, Records; http-api, Lists; http-api, Actions). */
const routes: RouteFile = (app) => {
  const { engine } = app.site

  const tooBusy = ({ name = '' }) => isTooBusyFor(engine, name)
  app.get<EntityRoute>('/:name', { config: { tooBusy } }, async (request, reply) => {
    reply.type('application/json; charset=utf-8')
    return listRecordsText(engine, request.ctx, request.params.name, listQueryOf(request))
  })

  app.get<EntityRoute>('/:name/meta', (request, reply) => {
    const { meta, etag } = entityMeta(engine, request.ctx, request.params.name)
    reply.header('etag', etag)
    return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : meta
  })

  app.get<RecordRoute>('/:name/:id', async (request) => ({
    entity: await getRecord(engine, request.ctx, request.params.name, request.params.id),
  }))

  app.post<EntityRoute>('/:name', { config: { answerAgain: createdAgain } }, async (request) => ({
    entity: await createRecord(engine, request.ctx, request.params.name, bodyOf(request)),
  }))

  app.put<EntityRoute>('/:name', { config: { answerAgain: updatedAgain } }, (request) =>
    mergeInto(engine, request.ctx, request.params.name, undefined, bodyOf(request)),
  )

  app.put<RecordRoute>('/:name/:id', { config: { answerAgain: updatedAgain } }, (request) =>
    mergeInto(engine, request.ctx, request.params.name, request.params.id, bodyOf(request)),
  )

  app.delete<RecordRoute>('/:name/:id', { config: { answerAgain: deletedAgain } }, async (request) => {
    const sent = { confirm_data_loss: queryText(request, 'confirm_data_loss') }
    const { name, id } = request.params
    return { entity: await deleteRecord(engine, request.ctx, name, id, { sent }) }
  })

  app.post<EntityRoute>('/:name/bulk-update', { config: { answerAgain: bulkAgain } }, (request) =>
    bulkUpdate(engine, request.ctx, request.params.name, bodyOf(request)),
  )

  app.post<RecordRoute>('/:name/:id', async (request, reply) => {
    const action = queryText(request, 'run_method')
    if (action === undefined) return refuseMethod(reply, 'GET, HEAD, PUT, DELETE')
    const { name, id } = request.params
    return { data: (await runAction(engine, request.ctx, name, id, action, bodyOf(request).data)) ?? null }
  })
}

export default routes

const paramsOf = ({ params }: FastifyRequest) => params as Partial<RecordRoute['Params']> & EntityRoute['Params']

const createdAgain = async (request: FastifyRequest, kept: unknown) => ({
  entity: await recordNow(request, paramsOf(request).name, createdId(kept)),
})

async function updatedAgain(request: FastifyRequest) {
  const { name, id } = paramsOf(request)
  return { entity: await recordNow(request, name, updatedId(request, name, id)) }
}

const deletedAgain = (request: FastifyRequest) => ({ entity: { id: paramsOf(request).id } })

const bulkAgain = (request: FastifyRequest) => recordsNow(request, paramsOf(request).name)

/** True when If-None-Match contains this tag. */
function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
