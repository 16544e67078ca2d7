import type { OpenCommunications } from '@tavla/contract'
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

/** Open communications by record id, for the records of one page. One query; none where the site has no open ones. */
export async function openCommunicationsFor(
  engine: Engine,
  model: Model,
  ids: readonly string[],
): Promise<Map<string, OpenCommunications>> {
  const found = new Map<string, OpenCommunications>()
  const communication = engine.models.get(communicationEntity)
  if (!communication || ids.length === 0 || (await countOpen(engine, communication, model.id)) === 0) return found
  const plan = engine.plans.get('badges', () => {
    const id = column('c_reference_id')
    const ofPage = engine.store.dialect.isOneOf(id, new Slot(1), 'text')
    return new Plan(sql`select ${id} as id, ${column('c_communication_medium')} as medium, count(*) as n
        from ${sql.table(communication.table.name)}
        where ${ofPage} and ${unindexed('c_reference_entity')} = ${new Slot(0)} and ${isOpen}
        group by ${id}, ${column('c_communication_medium')}`)
  })
  const list = engine.store.dialect.listParam(ids)
  const rows = await plan.all<{ id: string; medium: string; n: number }>(engine.store, [model.id, list])
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
    and ${unindexed('c_reference_entity')} = ${entity}`

/**
 * A column in a condition that no index shall be chosen for: a site has few messages of one record, or open ones, and very many
 * of one entity or of one kind, which a planner without statistics does not know.
 */
export function unindexed(name: string): Sql<unknown> {
  return sql`(${column(name)} || '')`
}

/** "Open" = status Open and Received (contract 8.16). */
const isOpen = sql`${unindexed('c_status')} = 'Open' and ${unindexed('c_sent_or_received')} = 'Received'`
