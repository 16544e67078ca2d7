import { badRequest } from '@tavla/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  distinctValues,
  entityMeta,
  getRecord,
  isTooBusyFor,
  listRecordsText,
  mergeInto,
  runAction,
  summaryText,
} from '../../../../entity/index.ts'
import { queryText } from '../../../../ground/query-values.ts'
import { createdId, recordNow, recordsNow, updatedId } from '../../../answer-again.ts'
import { bodyOf } from '../../../body.ts'
import { answerExport, sendFile } from '../../../export-answer.ts'
import { refuseMethod } from '../../../plugins/methods.ts'
import { exportQueryOf, listQueryOf, summaryQueryOf, valuesQueryOf } from '../../../query.ts'
import type { RouteFile } from '../../../routes.ts'

interface EntityRoute {
  Params: { name: string }
}

interface RecordRoute {
  Params: { name: string; id: string }
}

type EntityRequest = FastifyRequest<EntityRoute>

/** Records of every entity (reference: http-api, Records; http-api, Lists; http-api, Actions). */
const routes: RouteFile = (app) => {
  const { site } = app
  const { engine } = site

  const tooBusy = ({ name = '' }) => isTooBusyFor(engine, name)
  app.get<EntityRoute>('/:name', { config: { tooBusy } }, async (request, reply) => {
    reply.type('application/json; charset=utf-8')
    return listRecordsText(engine, request.ctx, request.params.name, listQueryOf(request))
  })

  // A record may have the name of a call as its id, from before that call came (reference: http-api, Sums and groups).
  const unlessRecord = (id: string, answer: (request: EntityRequest, reply: FastifyReply) => Promise<unknown>) => {
    return async (request: EntityRequest, reply: FastifyReply) => {
      if (queryText(request, 'record') !== '1') return answer(request, reply)
      return { entity: await getRecord(engine, request.ctx, request.params.name, id) }
    }
  }
  app.get<EntityRoute>(
    '/:name/summary',
    { config: { tooBusy } },
    unlessRecord('summary', (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return summaryText(engine, request.ctx, request.params.name, summaryQueryOf(request))
    }),
  )
  app.get<EntityRoute>(
    '/:name/values',
    { config: { tooBusy } },
    unlessRecord('values', (request) =>
      distinctValues(engine, request.ctx, request.params.name, valuesQueryOf(request)),
    ),
  )

  app.get<EntityRoute>(
    '/:name/export',
    { config: { tooBusy }, exposeHeadRoute: false },
    unlessRecord('export', (request, reply) => answerExport(request, reply, exportQueryOf(request))),
  )

  app.get<EntityRoute>(
    '/:name/import_template',
    { exposeHeadRoute: false },
    unlessRecord('import_template', async (request, reply) => {
      return sendFile(reply, site.exports.template(request.ctx, request.params.name, queryText(request, 'format')))
    }),
  )

  // The reading calls of a list, for queries that are too long for an address.
  app.post<EntityRoute>('/:name/query', (request, reply) => {
    const { call, ...query } = bodyOf(request)
    const { name } = request.params
    if (call === 'export') return answerExport(request, reply, query)
    reply.type('application/json; charset=utf-8')
    if (call === 'list') return listRecordsText(engine, request.ctx, name, query)
    if (call === 'summary') return summaryText(engine, request.ctx, name, query)
    if (call === 'values') return distinctValues(engine, request.ctx, name, query)
    throw badRequest()
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
    const sent = { ...bodyOf(request), confirm_data_loss: queryText(request, 'confirm_data_loss') }
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
