import type { OpenCommunications } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { type Sql, sql } from '../store/sql.ts'
import type { Engine } from './engine.ts'
import type { Model } from './model.ts'
import { column, columnOf, Plan, Slot } from './plan.ts'

/** The entity whose received and open records are counted as badges (contract 3.6, rule 10). */
export const communicationEntity = 'Communication'

export const noCommunications: OpenCommunications = Object.freeze({ email: 0, whatsapp: 0, total: 0 })

/** The number of open communications of each row of `model`, as an expression inside a query on its table. */
export function openCommunicationsOf(engine: Engine, model: Model): Sql<number> {
  const communication = engine.models.get(communicationEntity)
  if (!communication) return sql<number>`0`
  const id = columnOf(model.table.name, 'id')
  return sql<number>`(select count(*) from ${sql.table(communication.table.name)}
    where ${column('c_reference_id')} = ${id} and ${unindexed('c_reference_entity')} = ${model.id} and ${isOpen})`
}

/** Open communications by the id of their record; a record without any is not in it. */
type OpenByRecord = ReadonlyMap<string, OpenCommunications>

/** All open communications of an entity's records. */
export class KeptOpen {
  readonly byRecord: OpenByRecord
  #totals: Promise<string> | undefined

  constructor(byRecord: OpenByRecord) {
    this.byRecord = byRecord
  }

  /**
   * How many each record has, as a JSON object by `rid`, which are looked up once: no record has that of another, even of
   * one that is gone.
   */
  totals(engine: Engine, model: Model): Promise<string> {
    this.#totals ??= totalsByRow(engine, model, this.byRecord).catch((error: unknown) => {
      this.#totals = undefined
      throw error
    })
    return this.#totals
  }
}

async function totalsByRow(engine: Engine, model: Model, byRecord: OpenByRecord): Promise<string> {
  const plan = engine.plans.get(`open rows|${engine.models.generation}|${model.id}`, () => {
    const among = engine.store.dialect.isOneOf(column('id_fold'), new Slot(0), 'text')
    return new Plan(sql`select rid, id from ${sql.table(model.table.name)} where ${among}`)
  })
  const ids = engine.store.dialect.listParam([...byRecord.keys()].map(fold))
  const rows = await plan.all<{ rid: number; id: string }>(engine.store, [ids])
  return JSON.stringify(Object.fromEntries(rows.map(({ rid, id }) => [rid, byRecord.get(id)?.total ?? 0])))
}

/** So many open communications of an entity are read at once and kept; where there are more, they are read for each page. */
const mostKept = 2_000
const none = new KeptOpen(new Map())

/** Open communications by record id, of the records of one page at least: known without a query while no communication is written. */
export async function openCommunicationsFor(
  engine: Engine,
  model: Model,
  ids: readonly string[],
): Promise<OpenByRecord> {
  const communication = engine.models.get(communicationEntity)
  if (!communication || ids.length === 0) return none.byRecord
  const kept = await keptOpen(engine, communication, model.id)
  if (kept) return kept.byRecord
  const plan = engine.plans.get('badges', () => {
    const ofPage = engine.store.dialect.isOneOf(column('c_reference_id'), new Slot(1), 'text')
    const isOpenOfPage = sql`${ofPage} and ${unindexed('c_reference_entity')} = ${new Slot(0)} and ${isOpen}`
    return countsByRecord(communication, isOpenOfPage)
  })
  return byRecord(await plan.all(engine.store, [model.id, engine.store.dialect.listParam(ids)]))
}

/** All open communications of an entity by record; undefined where there are too many to keep. */
export async function keptOpen(engine: Engine, communication: Model, entity: string): Promise<KeptOpen | undefined> {
  const total = await countOpen(engine, communication, entity)
  if (total === 0) return none
  if (total > mostKept) return undefined
  return engine.open.get(`${engine.models.generation} ${entity}`, [communicationEntity], async () => {
    const plan = engine.plans.get('open by record', () => countsByRecord(communication, isOpenOf(new Slot(0))))
    return new KeptOpen(byRecord(await plan.all(engine.store, [entity])))
  })
}

interface RecordCount {
  id: string
  medium: string
  n: number
}

const countsByRecord = (communication: Model, condition: Sql<unknown>) =>
  new Plan(sql`select ${column('c_reference_id')} as id, ${column('c_communication_medium')} as medium, count(*) as n
      from ${sql.table(communication.table.name)} where ${condition}
      group by ${column('c_reference_id')}, ${column('c_communication_medium')}`)

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

/** All open communications of an entity's records; known without a query while no communication is written. */
export function countOpen(engine: Engine, communication: Model, entity: string): Promise<number> {
  return engine.counts.get(`open ${entity}`, [communicationEntity], async () => {
    const plan = engine.plans.get(
      'open of entity',
      () =>
        new Plan(sql`select count(*) as n from ${sql.table(communication.table.name)}
            where ${isOpenOf(new Slot(0))}`),
    )
    return (await plan.get<{ n: number }>(engine.store, [entity]))?.n ?? 0
  })
}

/** Open, and about a record of this entity: found among the open ones, which are few beside those that were answered. */
export const isOpenOf = (entity: unknown): Sql<unknown> =>
  sql`${column('c_status')} = 'Open' and ${unindexed('c_sent_or_received')} = 'Received'
    and ${unindexed('c_reference_entity')} = ${entity} and ${column('c_reference_id')} is not null`

/**
 * A column in a condition that no index shall be chosen for: a site has few messages of one record, or open ones, and very many
 * of one entity or of one kind, which a planner without statistics does not know.
 */
export function unindexed(name: string): Sql<unknown> {
  return sql`(${column(name)} || '')`
}

/** "Open" = status Open and Received (contract 8.16). */
const isOpen = sql`${unindexed('c_status')} = 'Open' and ${unindexed('c_sent_or_received')} = 'Received'`
