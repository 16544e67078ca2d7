import type { OpenCommunications } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import {
  type CountProvider,
  countOf,
  type Engine,
  type Matches,
  type Model,
  Plans,
  type Selection,
  Slot,
  StampedCache,
  sqlOf,
} from '../../entity/index.ts'
import { type Sql, sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'

const communicationEntity = 'Communication'

const withinPlans = new Plans()
const pagePlans = new Plans()
const byRecordPlans = new Plans()
const fewPlans = new Plans()
const rowPlans = new Plans()

const noCommunications: OpenCommunications = Object.freeze({ email: 0, whatsapp: 0, total: 0 })

/** Open communications by the id of their record, without records that have none. */
type OpenByRecord = ReadonlyMap<string, OpenCommunications>

/** Counts of all open communications of an entity, and their totals as a JSON object by `rid` (see `totalsByRow`). */
interface CachedCounts {
  readonly byRecord: OpenByRecord
  totals?: Promise<string>
}

const noCounts: CachedCounts = { byRecord: new Map() }

/** Maximum open communications of an entity that are cached; beyond it, each page reads its own. */
const maxCached = 2_000
/** Above this number of records, counting from the communications is faster. */
const maxRecords = 500

/**
 * Counts a record's open received communications by medium, for its badge. Most sites have few, so they stay cached
 * until a communication is written.
 */
export class OpenCommunicationCounts implements CountProvider {
  readonly name = 'open_communications'
  readonly countsFrom = communicationEntity
  readonly #cached = new WeakMap<Engine, StampedCache<CachedCounts>>()

  isCarriedBy(model: Model): boolean {
    return model.hasCommunication
  }

  numberOf(engine: Engine, model: Model): Sql<number> {
    const { table, field } = sqlOf(engine, model.id)
    const id = field('id', table)
    return sql<number>`(select count(*) from ${tableOf(engine)}
      where ${fieldOf(engine, 'reference_id')} = ${id} and ${unindexed(engine, 'reference_entity')} = ${model.id} and ${isOpen(engine)})`
  }

  async carriedBy(engine: Engine, model: Model, ids: readonly string[]): Promise<(id: string) => OpenCommunications> {
    const open = ids.length === 0 ? noCounts.byRecord : await this.#openOf(engine, model, ids)
    return (id) => open.get(id) ?? noCommunications
  }

  async sumOver(engine: Engine, selection: Selection): Promise<number> {
    const { model, shape, values } = selection
    const total = await countOpen(engine, model.id)
    if (total === 0 || selection.isEverything) return total
    const cached = await this.#cachedOf(engine, model.id)
    const few = cached && cached.byRecord.size <= maxRecords ? cached : undefined
    // Reading a few rows costs no more than caching the sum, unless the condition reads another table.
    if (few && selection.isPlain) return sumOfFew(engine, engine.store, selection, few)
    const entities = [...selection.dependsOn, communicationEntity]
    return engine.counts.get(`open|${model.id}|${shape}|${JSON.stringify(values)}`, entities, async () => {
      const reader = await selection.reader()
      if (few) return sumOfFew(engine, reader, selection, few)
      const plan = withinPlans.of(engine, `${model.id}|${shape}`, () => {
        const within = sql`select id from ${sqlOf(engine, model.id).table} where ${selection.condition()}`
        return sql`select count(*) as n from ${tableOf(engine)}
          where ${isOpenOf(engine, model.id)} and ${unindexed(engine, 'reference_id')} in (${within})`
      })
      return (await reader.get<{ n: number }>(plan.with(values)))?.n ?? 0
    })
  }

  async #openOf(engine: Engine, model: Model, ids: readonly string[]): Promise<OpenByRecord> {
    const cached = await this.#cachedOf(engine, model.id)
    if (cached) return cached.byRecord
    const plan = pagePlans.of(engine, '', () => {
      const ofPage = engine.store.dialect.isOneOf(fieldOf(engine, 'reference_id'), new Slot(1), 'text')
      return countsByRecord(
        engine,
        sql`${ofPage} and ${unindexed(engine, 'reference_entity')} = ${new Slot(0)} and ${isOpen(engine)}`,
      )
    })
    return byRecord(await engine.store.all(plan.with([model.id, engine.store.dialect.listParam(ids)])))
  }

  /** Undefined when there are too many to cache. */
  async #cachedOf(engine: Engine, entity: string): Promise<CachedCounts | undefined> {
    const total = await countOpen(engine, entity)
    if (total === 0) return noCounts
    if (total > maxCached) return undefined
    let cache = this.#cached.get(engine)
    if (!cache) {
      cache = new StampedCache<CachedCounts>(engine.generations, { entries: 200 })
      this.#cached.set(engine, cache)
    }
    return cache.get(`${engine.models.generation} ${entity}`, [communicationEntity], async () => {
      const plan = byRecordPlans.of(engine, '', () => countsByRecord(engine, isOpenOf(engine, new Slot(0))))
      return { byRecord: byRecord(await engine.store.all(plan.with([entity]))) }
    })
  }
}

const tableOf = (engine: Engine) => sqlOf(engine, communicationEntity).table

const fieldOf = (engine: Engine, name: string) => sqlOf(engine, communicationEntity).field(name)

/** Number of open communications of an entity; cached until a communication is written. */
function countOpen(engine: Engine, entity: string): Promise<number> {
  const where = {
    status: 'Open',
    sent_or_received: 'Received',
    reference_entity: entity,
    reference_id: { not: null },
  } satisfies Matches
  const count = () => countOf(engine, communicationEntity, { where, by: 'status' })
  return engine.counts.get(`open ${entity}`, [communicationEntity], count)
}

/** The sum over the cached records that the selection includes. */
async function sumOfFew(engine: Engine, reader: Reader, selection: Selection, open: CachedCounts): Promise<number> {
  const { model, values } = selection
  const plan = fewPlans.of(engine, `${model.id}|${selection.shape}`, () => {
    const opened = engine.store.dialect.numbersByKey(new Slot(values.length))
    return sql`select coalesce(sum(opened.n), 0) as n
        from (${opened}) as opened cross join ${sqlOf(engine, model.id).table}
        where rid = opened.k and (${selection.condition()})`
  })
  const totals = await totalsByRow(engine, model, open)
  return Number((await reader.get<{ n: number }>(plan.with([...values, totals])))?.n ?? 0)
}

/**
 * Totals as a JSON object by `rid`. Reads the rows once: a `rid` is never used again, even after its record is gone.
 */
function totalsByRow(engine: Engine, model: Model, open: CachedCounts): Promise<string> {
  open.totals ??= readTotals(engine, model, open.byRecord).catch((error: unknown) => {
    delete open.totals
    throw error
  })
  return open.totals
}

async function readTotals(engine: Engine, model: Model, open: OpenByRecord): Promise<string> {
  const plan = rowPlans.of(engine, model.id, () => {
    const among = engine.store.dialect.isOneOf(sql`id_fold`, new Slot(0), 'text')
    return sql`select rid, id from ${sqlOf(engine, model.id).table} where ${among}`
  })
  const ids = engine.store.dialect.listParam([...open.keys()].map(fold))
  const rows = await engine.store.all<{ rid: number; id: string }>(plan.with([ids]))
  return JSON.stringify(Object.fromEntries(rows.map(({ rid, id }) => [rid, open.get(id)?.total ?? 0])))
}

interface RecordCount {
  id: string
  medium: string
  n: number
}

const countsByRecord = (engine: Engine, condition: Sql<unknown>) =>
  sql`select ${fieldOf(engine, 'reference_id')} as id, ${fieldOf(engine, 'communication_medium')} as medium, count(*) as n
      from ${tableOf(engine)} where ${condition}
      group by ${fieldOf(engine, 'reference_id')}, ${fieldOf(engine, 'communication_medium')}`

function byRecord(rows: readonly RecordCount[]): OpenByRecord {
  const found = new Map<string, OpenCommunications>()
  for (const { id, medium, n } of rows) {
    const before = found.get(id) ?? noCommunications
    const email = before.email + (medium === 'Email' ? n : 0)
    const whatsapp = before.whatsapp + (medium === 'Email' ? 0 : n)
    found.set(id, { email, whatsapp, total: email + whatsapp })
  }
  return found
}

/** Open, and about a record of this entity. Uses the index of the status, because few communications are open. */
const isOpenOf = (engine: Engine, entity: unknown): Sql<unknown> =>
  sql`${fieldOf(engine, 'status')} = 'Open' and ${unindexed(engine, 'sent_or_received')} = 'Received'
    and ${unindexed(engine, 'reference_entity')} = ${entity} and ${fieldOf(engine, 'reference_id')} is not null`

/**
 * Wraps a column so that the planner uses no index for it: a site has few open messages, or few of one record, but very
 * many of one entity or kind, which a planner without statistics doesn't know.
 */
function unindexed(engine: Engine, name: string): Sql<unknown> {
  return sql`(${fieldOf(engine, name)} || '')`
}

const isOpen = (engine: Engine) =>
  sql`${unindexed(engine, 'status')} = 'Open' and ${unindexed(engine, 'sent_or_received')} = 'Received'`
