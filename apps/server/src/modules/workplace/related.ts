import type { EntityRecord, RelatedAnswer } from '@tavla/contract'
import { Problem } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import {
  type Context,
  countOf,
  type Engine,
  findOne,
  listRecords,
  relatedRecords,
  requireRecord,
  systemContext,
} from '../../entity/index.ts'
import { requiredText } from '../../ground/query-values.ts'
import type { Site } from '../../site.ts'

/** `GET /api/app/get_related` (reference: http-api, Related records). */
export function relatedRoutes(site: Pick<Site, 'engine'>): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/app/get_related', async (request): Promise<RelatedAnswer> => {
      const { engine } = site
      const { ctx } = request
      const entity = requiredText(request, 'entity', 'Entity')
      const record = await requireRecord(engine, ctx, entity, requiredText(request, 'id', 'ID'), 'read')
      const [related, last_message, notes, files, versions] = await Promise.all([
        relatedRecords(engine, ctx, entity, record.id),
        lastMessage(engine, entity, record.id),
        countSeen(engine, ctx, 'Note', { reference_entity: entity, reference_id: record.id }),
        countSeen(engine, ctx, 'File', { attached_to_entity: entity, attached_to_id: record.id }),
        countVersions(engine, entity, record.id),
      ])
      return { related, last_message, notes, files, versions }
    })
  }
}

/** A right to read the record is a right to read its messages. */
async function lastMessage(engine: Engine, entity: string, id: string): Promise<RelatedAnswer['last_message']> {
  if (!engine.models.require(entity).hasCommunication) return null
  const { data } = await listRecords(engine, systemContext(engine), 'Communication', {
    filters: { reference_entity: entity, reference_id: id },
    fields: ['communication_date', 'sender', 'sender_full_name', 'phone_no', 'communication_medium'],
    order_by: 'communication_date desc',
    limit_page_length: 1,
  })
  const [last] = data
  if (!last) return null
  const name = [last.sender_full_name, last.sender, last.phone_no].map(textOf).find((text) => text !== '')
  return { at: textOf(last.communication_date), sender: name ?? '', medium: textOf(last.communication_medium) }
}

const textOf = (value: EntityRecord[string]): string => (typeof value === 'string' ? value : '')

/** The number of records that the caller's own list would have; none where they may not list them. */
async function countSeen(engine: Engine, ctx: Context, entity: string, filters: object): Promise<number> {
  try {
    return (await listRecords(engine, ctx, entity, { filters, fields: ['id'], limit_page_length: 1 })).count
  } catch (error) {
    if (error instanceof Problem) return 0
    throw error
  }
}

/** As many as `get_history` shows: those of a former record of the same id are not this one's. */
async function countVersions(engine: Engine, entity: string, id: string): Promise<number> {
  const model = engine.models.require(entity)
  if (!model.trackChanges) return 0
  const row = await findOne(engine, entity, { where: { id }, fields: ['creation'] })
  const where = { ref_entity: entity, ref_id: id }
  const [all, earlier] = await Promise.all([
    countOf(engine, 'Version', { where }),
    countOf(engine, 'Version', { where: { ...where, at: { below: String(row?.creation ?? '') } } }),
  ])
  return all - earlier
}
