import { invalid, limits, type Mentionable } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import {
  actorOf,
  type Context,
  canReadRecord,
  contextOf,
  decide,
  type Engine,
  linkSuggestions,
  listRecords,
  requireRecord,
} from '../../../entity/index.ts'
import { queryText } from '../../../ground/query-values.ts'
import type { Site } from '../../../site.ts'

/** `GET /api/app/get_mentionable` (reference: conversations, Notes). */
export function mentionableRoutes(site: Site): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/app/get_mentionable', async (request) => {
      const { engine } = site
      const [entity, id] = ['entity', 'id'].map((name) => {
        const value = queryText(request, name)
        if (!value) throw invalid('{0} is required', [name])
        return value
      }) as [string, string]
      await requireRecord(engine, request.ctx, entity, id, 'read')
      const people = await peopleFor(engine, request.ctx, queryText(request, 'txt') ?? '')
      const asked = await Promise.all(people.map((one) => withRight(engine, one, { entity, id })))
      return { people: asked.filter((one) => one !== undefined) }
    })
  }
}

type Person = Omit<Mentionable, 'can_read'>

/** People whom the caller may see, those that fit the text best first. */
async function peopleFor(engine: Engine, ctx: Context, txt: string): Promise<Person[]> {
  if (!decide(engine, ctx, 'User', 'read').allowed) return []
  const found = await linkSuggestions(engine, ctx, { entity: 'User', txt })
  const ids = found.map(({ value }) => value)
  const query = {
    filters: [['id', 'in', ids]],
    fields: ['full_name', 'user_image'],
    limit_page_length: ids.length || 1,
  }
  const { data } = await listRecords(engine, ctx, 'User', query)
  const people = new Map(data.map((one) => [one.id, one]))
  const shown = ids.flatMap((id) => people.get(id) ?? []).slice(0, limits.linkSuggestions)
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return shown.map((one) => ({
    user: one.id,
    full_name: text(one.full_name) ?? one.id,
    user_image: text(one.user_image),
  }))
}

/** Says whether the person may read the record; undefined for one who is disabled. */
async function withRight(
  engine: Engine,
  person: Person,
  { entity, id }: { entity: string; id: string },
): Promise<Mentionable | undefined> {
  const actor = await actorOf(engine, person.user)
  if (!actor || actor.user === 'Guest') return undefined
  return { ...person, can_read: (await canReadRecord(engine, contextOf(actor, ''), entity, id)) ? 1 : 0 }
}
