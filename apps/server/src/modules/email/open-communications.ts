import type { OpenCommunications } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import {
  type Counted,
  type Engine,
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
const totalPlans = new Plans()
const fewPlans = new Plans()
const rowPlans = new Plans()

const noCommunications: OpenCommunications = Object.freeze({ email: 0, whatsapp: 0, total: 0 })

/** Open communications by the id of their record; a record without any is not in it. */
type OpenByRecord = ReadonlyMap<string, OpenCommunications>

/** All open communications of an entity's records, and their numbers as a JSON object by `rid` (see `totalsByRow`). */
interface KeptOpen {
  readonly byRecord: OpenByRecord
  totals?: Promise<string>
}

const nothingOpen: KeptOpen = { byRecord: new Map() }

/** So many open communications of an entity are read at once and kept; where there are more, they are read for each page. */
const maxKept = 2_000
/** From so many records with open communications on it costs less to ask the communications. */
const maxRecords = 500

/**
 * The badge of a record: its communications that were received and are open, by medium. They are few on most sites, so that
 * they are known without a query while no communication is written.
 */
export class OpenCommunicationCounts implements Counted {
  readonly name = 'open_communications'
  readonly countsFrom = communicationEntity
  readonly #kept = new WeakMap<Engine, StampedCache<KeptOpen>>()

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
    const open = ids.length === 0 ? nothingOpen.byRecord : await this.#openOf(engine, model, ids)
    return (id) => open.get(id) ?? noCommunications
  }

  async sumOver(engine: Engine, selection: Selection): Promise<number> {
    const { model, shape, values } = selection
    const total = await countOpen(engine, model.id)
    if (total === 0 || selection.isEverything) return total
    const kept = await this.#keptOf(engine, model.id)
    const few = kept && kept.byRecord.size <= maxRecords ? kept : undefined
    // A look at a few rows costs no more than keeping what it found, unless another table has to be looked through for it.
    if (few && selection.isPlain) return sumOfFew(engine, engine.store, selection, few)
    const entities = [...selection.restsOn, communicationEntity]
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
    const kept = await this.#keptOf(engine, model.id)
    if (kept) return kept.byRecord
    const plan = pagePlans.of(engine, '', () => {
      const ofPage = engine.store.dialect.isOneOf(fieldOf(engine, 'reference_id'), new Slot(1), 'text')
      return countsByRecord(
        engine,
        sql`${ofPage} and ${unindexed(engine, 'reference_entity')} = ${new Slot(0)} and ${isOpen(engine)}`,
      )
    })
    return byRecord(await engine.store.all(plan.with([model.id, engine.store.dialect.listParam(ids)])))
  }

  /** Undefined where there are too many to keep. */
  async #keptOf(engine: Engine, entity: string): Promise<KeptOpen | undefined> {
    const total = await countOpen(engine, entity)
    if (total === 0) return nothingOpen
    if (total > maxKept) return undefined
    let cache = this.#kept.get(engine)
    if (!cache) {
      cache = new StampedCache<KeptOpen>(engine.generations, { entries: 200 })
      this.#kept.set(engine, cache)
    }
    return cache.get(`${engine.models.generation} ${entity}`, [communicationEntity], async () => {
      const plan = byRecordPlans.of(engine, '', () => countsByRecord(engine, isOpenOf(engine, new Slot(0))))
      return { byRecord: byRecord(await engine.store.all(plan.with([entity]))) }
    })
  }
}

const tableOf = (engine: Engine) => sqlOf(engine, communicationEntity).table

const fieldOf = (engine: Engine, name: string) => sqlOf(engine, communicationEntity).field(name)

/** All open communications of an entity's records; known without a query while no communication is written. */
function countOpen(engine: Engine, entity: string): Promise<number> {
  return engine.counts.get(`open ${entity}`, [communicationEntity], async () => {
    const build = () => sql`select count(*) as n from ${tableOf(engine)} where ${isOpenOf(engine, new Slot(0))}`
    return (await engine.store.get<{ n: number }>(totalPlans.of(engine, '', build).with([entity])))?.n ?? 0
  })
}

/** The sum over those of these few records that the selection lets through: found from the open ones on. */
async function sumOfFew(engine: Engine, reader: Reader, selection: Selection, open: KeptOpen): Promise<number> {
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
 * How many each record has, as a JSON object by `rid`. Rows are looked up once: no record gets the `rid` of another, even of
 * one that is gone.
 */
function totalsByRow(engine: Engine, model: Model, open: KeptOpen): Promise<string> {
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

/** Open, and about a record of this entity: found among the open ones, which are few beside those that were answered. */
const isOpenOf = (engine: Engine, entity: unknown): Sql<unknown> =>
  sql`${fieldOf(engine, 'status')} = 'Open' and ${unindexed(engine, 'sent_or_received')} = 'Received'
    and ${unindexed(engine, 'reference_entity')} = ${entity} and ${fieldOf(engine, 'reference_id')} is not null`

/**
 * A column in a condition that no index shall be chosen for: a site has few messages of one record, or open ones, and very many
 * of one entity or of one kind, which a planner without statistics does not know.
 */
function unindexed(engine: Engine, name: string): Sql<unknown> {
  return sql`(${fieldOf(engine, name)} || '')`
}

const isOpen = (engine: Engine) =>
  sql`${unindexed(engine, 'status')} = 'Open' and ${unindexed(engine, 'sent_or_received')} = 'Received'`
