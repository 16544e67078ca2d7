import { badRequest, invalid, limits, type SearchAnswer } from '@tavla/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Context, type Engine, getRecord, searchEverywhere } from '../../entity/index.ts'
import { queryNumber, queryText } from '../../ground/query-values.ts'
import type { Site } from '../../site.ts'
import { noteOpened, openedBy, recentRecords } from './recent.ts'

const defaultResults = 20
const maxResults = 50

/** `search` and `recent` of `/api/app` (reference: http-api, Search; http-api, Recently opened). */
export function searchRoutes(site: Site): FastifyPluginAsync {
  return async (app) => {
    const { engine } = site
    app.get('/api/app/search', async (request): Promise<SearchAnswer> => {
      const { ctx } = request
      const opened = await openedBy(engine, ctx)
      const places = new Map(opened.map(({ entity, id }, place) => [`${entity}\n${id}`, place]))
      return searchEverywhere(engine, ctx, {
        text: textOf(request),
        entities: chosen(request, searchable(engine, ctx)),
        limit: limitOf(request),
        recency: (entity, id) => places.get(`${entity}\n${id}`),
      })
    })

    app.get('/api/app/recent', async ({ ctx }) => ({ recent: await recentRecords(engine, ctx) }))

    app.post('/api/app/recent', async ({ ctx, body }) => {
      const { entity, id } = (body ?? {}) as Record<string, unknown>
      if (typeof entity !== 'string' || typeof id !== 'string') throw badRequest()
      const record = await getRecord(engine, ctx, entity, id)
      await noteOpened(engine, ctx, entity, record.id)
      await site.notifications.opened(ctx, { entity, id: record.id })
      return {}
    })
  }
}

/** Entities of people's work; of the program's own, messages, notes, and people for those who manage them. */
function searchable({ models }: Engine, { actor }: Context): string[] {
  const talk = ['Communication', 'Note']
  const own = actor.all || actor.roles.has('System Manager') ? [...talk, 'User'] : talk
  return models.all().flatMap(({ id, app }) => (app !== 'platform' || own.includes(id) ? id : []))
}

function textOf(request: FastifyRequest): string {
  const text = (queryText(request, 'text') ?? '').toWellFormed().replaceAll('\0', '').trim()
  if (text === '' || text.length > limits.searchLength) throw refused('text')
  return text
}

function limitOf(request: FastifyRequest): number {
  const limit = queryNumber(request, 'limit') ?? defaultResults
  if (!Number.isSafeInteger(limit) || limit < 1) throw refused('limit')
  return Math.min(limit, maxResults)
}

/** `entities` is a JSON list or text with commas; names that cannot be searched are passed over. */
function chosen(request: FastifyRequest, all: readonly string[]): readonly string[] {
  const text = queryText(request, 'entities')
  if (text === undefined) return all
  const names = new Set(text.startsWith('[') ? listOf(text) : text.split(',').map((name) => name.trim()))
  return all.filter((name) => names.has(name))
}

function listOf(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list
  } catch {
    // Refused below, like any other text that is no list.
  }
  throw badRequest()
}

const refused = (name: string) => invalid('The filter value for {0} is not valid', [name], 'InvalidFilterError')
