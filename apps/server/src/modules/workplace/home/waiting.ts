import { type HomePart, textOf } from '@tavla/contract'
import {
  type Context,
  type Engine,
  find,
  Plans,
  Slot,
  StampedCache,
  sqlOf,
  writableAmong,
} from '../../../entity/index.ts'
import { sql } from '../../../store/sql.ts'
import { type Candidate, itemsOf, shownItems } from './items.ts'

/** Records with an open message that are looked at, the longest waiting first. */
const maxOpen = 10_000
/** Assignments, and followed records, of one person that put a record before those of others. */
const maxOwn = 2_000
/** Characters of a message that Home shows, and those that are read for them. */
const [lineLength, readLength] = [120, 400]

/** A record with an open received message, and when the oldest of these came: UTC, as stored. */
interface OpenRecord {
  entity: string
  id: string
  at: string
}

const openPlans = new Plans()
const linePlans = new Plans()
const openRecords = new WeakMap<Engine, StampedCache<readonly OpenRecord[]>>()

/**
 * Records with a received message that nobody answered, of those that the caller may change: their own (assigned to them,
 * or followed by them) first, then the longest waiting (reference: http-api, Home).
 */
export async function waiting(engine: Engine, ctx: Context): Promise<HomePart> {
  const [open, own] = await Promise.all([readOpen(engine), ownRecords(engine, ctx)])
  const writable = new Map<string, ReadonlySet<string>>()
  for (const [entity, ones] of Map.groupBy(open, (one) => one.entity)) {
    writable.set(
      entity,
      await writableAmong(
        engine,
        ctx,
        entity,
        ones.map(({ id }) => id),
      ),
    )
  }
  const mayAnswer = open.filter(({ entity, id }) => writable.get(entity)?.has(id))
  const isOwn = (one: OpenRecord) => own.has(keyOf(one.entity, one.id))
  const first = [...mayAnswer.filter(isOwn), ...mayAnswer.filter((one) => !isOwn(one))].slice(0, shownItems)
  const candidates = first.map(async (one): Promise<Candidate> => {
    return { ...one, at: engine.clock.toWall(one.at), line: await lastLine(engine, one) }
  })
  return { count: mayAnswer.length, items: await itemsOf(engine, ctx, await Promise.all(candidates)) }
}

const keyOf = (entity: string, id: string) => `${entity}\n${id}`

const message = 'Communication'

/** Read once for everybody until a message is written. */
function readOpen(engine: Engine): Promise<readonly OpenRecord[]> {
  let cache = openRecords.get(engine)
  if (!cache) {
    cache = new StampedCache(engine.generations, { entries: 1 })
    openRecords.set(engine, cache)
  }
  return cache.get('', [message], () => {
    const { table, field } = sqlOf(engine, message)
    // By the index of the status: few messages are open, very many are of one entity (decision 0006).
    const plain = (name: string) => sql`(${field(name)} || '')`
    const plan = openPlans.of(engine, '', () => {
      const [entity, id] = [plain('reference_entity'), plain('reference_id')]
      const at = sql`coalesce(${field('communication_date')}, ${field('creation')})`
      return sql`select ${entity} as entity, ${id} as id, min(${at}) as at from ${table}
        where ${field('status')} = 'Open' and ${plain('sent_or_received')} = 'Received'
          and ${entity} is not null and ${id} is not null
        group by ${entity}, ${id} order by min(${at}), ${entity}, ${id} limit ${sql.lit(maxOpen)}`
    })
    return engine.store.all<OpenRecord>(plan.with([]))
  })
}

/** The records that are assigned to the caller, and those that they follow. */
async function ownRecords(engine: Engine, { actor: { user } }: Context): Promise<ReadonlySet<string>> {
  const about = { fields: ['reference_entity', 'reference_id'] as const, by: 'user', limit: maxOwn }
  const found = await Promise.all([
    find(engine, 'Assignment', { ...about, where: { user, status: 'Open' } }),
    find(engine, 'Follower', { ...about, where: { user, muted: 0 } }),
  ])
  return new Set(found.flat().map((one) => keyOf(textOf(one.reference_entity), textOf(one.reference_id))))
}

/** The beginning of the last message that waits. */
async function lastLine(engine: Engine, { entity, id }: OpenRecord): Promise<string> {
  const { table, field } = sqlOf(engine, message)
  const plan = linePlans.of(engine, '', () => {
    const begin = (name: string) => sql`substr(${field(name)}, 1, ${sql.lit(readLength)})`
    return sql`select ${begin('text_content')} as text, ${begin('subject')} as subject from ${table}
      where ${field('reference_id')} = ${new Slot(0)} and (${field('reference_entity')} || '') = ${new Slot(1)}
        and (${field('status')} || '') = 'Open' and (${field('sent_or_received')} || '') = 'Received'
      order by ${engine.store.dialect.order(field('communication_date'), true)} limit 1`
  })
  const last = await engine.store.get<{ text: string | null; subject: string | null }>(plan.with([id, entity]))
  const words = textOf(last?.text).replaceAll(/\s+/g, ' ').trim() || textOf(last?.subject)
  return words.slice(0, lineLength).toWellFormed()
}
