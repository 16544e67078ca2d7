import { type EntityRecord, invalid, limits, type OpenCommunications } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import {
  type Context,
  decide,
  type Engine,
  getRecord,
  listRecords,
  requireRecord,
  requireRight,
  systemContext,
} from '../../entity/index.ts'
import { queryNumber, queryText } from '../../ground/query-values.ts'
import type { Site } from '../../site.ts'

const maxPageLength = 200

/**
 * `GET /api/app/get_communications` `entity`, `id`, `whatsapp_contact_id`, `limit_start`, `limit_page_length`: the messages of a
 * record, of a WhatsApp contact, or of both, newest first (reference: conversations, Communications).
 */
export function getCommunications(site: Site) {
  return async (request: FastifyRequest) => {
    const { engine } = site
    const { ctx } = request
    const entity = queryText(request, 'entity')
    const id = queryText(request, 'id')
    const contact = queryText(request, 'whatsapp_contact_id')
    const start = pageNumber(queryNumber(request, 'limit_start') ?? 0)
    const length = Math.min(pageNumber(queryNumber(request, 'limit_page_length') ?? maxPageLength), maxPageLength)
    const system = systemContext(engine, request.id)

    const sources: Source[] = []
    let record: EntityRecord | undefined
    if (entity !== undefined && id !== undefined) {
      record = await requireRecord(engine, ctx, entity, id, 'read')
      // A right to read the record is a right to read its messages.
      sources.push({ ctx: system, filters: { reference_entity: entity, reference_id: id } })
    } else if (contact === undefined) throw invalid('{0} is required', [{ translate: 'ID' }])
    else requireRight(engine, ctx, 'Communication', 'read')
    if (contact !== undefined && decide(engine, ctx, 'Communication', 'read').allowed) {
      sources.push({ ctx, filters: { communication_medium: 'WhatsApp', whatsapp_contact_id: contact } })
    }

    // One source gives its page directly; two must be merged from their beginnings.
    const skipped = sources.length === 1 ? start : 0
    const found = await Promise.all(sources.map((source) => readIds(engine, source, skipped, start + length)))
    const page = merge(found.map(({ rows }) => rows)).slice(start - skipped, start - skipped + length)
    const communications = await Promise.all(page.map(({ id }) => readFor(engine, ctx, system, id)))
    const answers = await site.answers.to(communications)
    return {
      communications: communications.map((one) => ({ ...one, _answer: answers.get(one.id) })),
      open_communications: record?.open_communications ?? (await countOpen(engine, sources)),
      count: await countAll(engine, sources, found),
    }
  }
}

/** Reads a message with the server's rights, in the reader's language. */
async function readFor(engine: Engine, ctx: Context, system: Context, id: string): Promise<EntityRecord> {
  const record = await getRecord(engine, system, 'Communication', id)
  return engine.behaviours.get('Communication')?.present?.(record, ctx, engine) ?? record
}

interface Source {
  ctx: Context
  filters: Record<string, unknown>
}

interface SourcePage {
  rows: EntityRecord[]
  count: number
}

function pageNumber(value: number): number {
  if (!Number.isInteger(value) || value < 0) throw invalid('The filter value for {0} is not valid', ['limit_start'])
  return Math.min(value, 1_000_000)
}

/** Ids and times, newest first, without the first `start`; `end` may exceed the maximum page. */
async function readIds(engine: Engine, { ctx, filters }: Source, start: number, end: number): Promise<SourcePage> {
  const rows: EntityRecord[] = []
  let count = 0
  do {
    const answer = await listRecords(engine, ctx, 'Communication', {
      filters,
      fields: ['communication_date', 'creation'],
      order_by: 'communication_date desc, creation desc',
      limit_start: start + rows.length,
      limit_page_length: Math.max(1, Math.min(end - start - rows.length, limits.pageCap)),
    })
    count = answer.count
    if (answer.data.length === 0) break
    rows.push(...answer.data)
  } while (start + rows.length < Math.min(end, count))
  return { rows, count }
}

function merge(lists: readonly EntityRecord[][]): EntityRecord[] {
  const unique = new Map(lists.flat().map((row) => [row.id, row]))
  const key = (row: EntityRecord) => `${(row.communication_date as string | null) ?? ''} ${row.creation ?? ''}`
  return [...unique.values()].sort((a, b) => (key(a) < key(b) ? 1 : -1))
}

/** Counts messages of both sources once. */
async function countAll(engine: Engine, sources: readonly Source[], found: readonly SourcePage[]): Promise<number> {
  const sum = found.reduce((total, { count }) => total + count, 0)
  const [first, second] = sources
  if (!first || !second) return sum
  const both = await countOf(engine, { ctx: second.ctx, filters: { ...first.filters, ...second.filters } })
  return sum - both
}

async function countOpen(engine: Engine, sources: readonly Source[]): Promise<OpenCommunications> {
  const open: OpenCommunications = { email: 0, whatsapp: 0, total: 0 }
  for (const { ctx, filters } of sources) {
    const received = { ...filters, sent_or_received: 'Received', status: 'Open' }
    const whatsapp = await countOf(engine, { ctx, filters: { ...received, communication_medium: 'WhatsApp' } })
    const total = await countOf(engine, { ctx, filters: received })
    open.whatsapp += whatsapp
    open.email += total - whatsapp
    open.total += total
  }
  return open
}

async function countOf(engine: Engine, { ctx, filters }: Source): Promise<number> {
  return (await listRecords(engine, ctx, 'Communication', { filters, fields: ['id'], limit_page_length: 1 })).count
}
