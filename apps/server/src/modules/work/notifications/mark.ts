import { badRequest, invalid, limits, type NotificationMark } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { type Context, type Engine, listRecords, setSilently } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Notices } from './notices.ts'
import { makeUnread } from './unread.ts'

const entity = 'Notification'
const statuses: readonly unknown[] = ['Unread', 'Read', 'Done', 'Later'] satisfies NotificationMark['status'][]

/** `POST /api/app/mark_notifications` (reference: work, Notifications). */
export function markRoutes(site: Site, notices: Notices): FastifyPluginAsync {
  return async (app) => {
    app.post('/api/app/mark_notifications', async ({ ctx, body }) => {
      const { engine } = site
      const asked = readMark(engine, body)
      await mark(engine, ctx, asked)
      const { user } = ctx.actor
      site.inBackground(notices.events.tell(user, { id: null, kind: null }))
      return { unread: await notices.unreadOf(user) }
    })
  }
}

interface Mark {
  /** Null: all that is unread or read. */
  ids: readonly string[] | null
  status: string
  later_until: string | null
}

function readMark(engine: Engine, body: unknown): Mark {
  const { ids, all, status, later_until } = (body ?? {}) as Record<string, unknown>
  if (!statuses.includes(status)) throw badRequest()
  const isAll = all === 1 && ids === undefined
  const isList = Array.isArray(ids) && ids.length <= limits.bulkItems && ids.every((id) => typeof id === 'string')
  if (!isAll && !isList) throw badRequest()
  const until = status === 'Later' ? momentOf(engine, later_until) : null
  return { ids: isAll ? null : (ids as string[]), status: String(status), later_until: until }
}

/** The moment as stored. @throws Problem 417 for none */
function momentOf(engine: Engine, value: unknown): string {
  const field = engine.models.require(entity).byName.get('later_until')
  const toWallClock = (instant: string) => engine.clock.instantToWall(instant)
  const parsed = field?.type.parse(value, field.rule, { toWallClock })
  if (parsed && 'value' in parsed && typeof parsed.value === 'string') return parsed.value
  throw invalid('The value for {0} is not valid', [{ translate: 'Later Until' }])
}

/** Marks those of the rows that the caller sees. */
async function mark(engine: Engine, ctx: Context, { ids, status, later_until }: Mark): Promise<void> {
  const seen = await seenOf(engine, ctx, ids)
  if (seen.length === 0) return
  if (status === 'Unread') {
    for (const id of seen) await engine.store.write((tx) => makeUnread(engine, tx, id, ['Read', 'Done', 'Later']))
    return
  }
  await engine.store.write((tx) => setSilently(engine, tx, entity, seen, { status, later_until }))
}

async function seenOf(engine: Engine, ctx: Context, ids: readonly string[] | null): Promise<string[]> {
  const filters = ids ? [['id', 'in', ids]] : [['status', 'in', ['Unread', 'Read']]]
  const seen: string[] = []
  for (;;) {
    const page = { limit_start: seen.length, limit_page_length: limits.pageCap }
    const query = { filters, fields: ['id'], order_by: 'id asc', ...page }
    const { data } = await listRecords(engine, ctx, entity, query)
    seen.push(...data.map(({ id }) => id))
    if (data.length < limits.pageCap) return seen
  }
}
