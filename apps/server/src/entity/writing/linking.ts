import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { type Model, targetField } from '../model/model.ts'
import type { IncomingLink } from '../model/models.ts'
import { and, column, Plans, retiredRowsMark, Slot } from '../tables/plan.ts'

const usersPlans = new Plans()
const userCountPlans = new Plans()
const linkingPlans = new Plans()
const unlinkPlans = new Plans()

/** Maximum number of linking records that are read for each link. */
export const maxLinksRead = 100

/** Records that link here; for a link in a table row, the record that contains the row. */
export async function usersOf(
  engine: Engine,
  tx: Tx,
  model: Model,
  link: IncomingLink,
  id: string,
): Promise<{ entity: string; id: string }[]> {
  const inRow = link.model.kind === 'Table'
  const plan = usersPlans.of(engine, `${link.model.id}|${link.field.name}`, () => {
    const user = inRow ? sql`parent as id, parent_entity as entity` : sql`id, ${link.model.id} as entity`
    const table = sql.table(link.model.table.name)
    const limit = link.field.whenTargetDeleted === 'delete' ? sql`` : sql`limit ${sql.lit(maxLinksRead)}`
    return sql`select ${user} from ${table} where ${pointsHere(link)} ${limit}`
  })
  return tx.all<{ entity: string; id: string }>(plan.with([id, model.id]))
}

export async function countUsers(
  engine: Engine,
  tx: Tx,
  model: Model,
  link: IncomingLink,
  id: string,
): Promise<number> {
  const plan = userCountPlans.of(engine, `${link.model.id}|${link.field.name}`, () => {
    const table = sql.table(link.model.table.name)
    const user = link.model.kind === 'Table' ? sql`distinct parent` : sql`*`
    return sql`select count(${user}) as n from ${table} where ${pointsHere(link)}`
  })
  return Number((await tx.get<{ n: number }>(plan.with([id, model.id])))?.n ?? 0)
}

/** Ids of the rows that link here. */
export function linkingIds(
  engine: Engine,
  reader: Reader,
  model: Model,
  link: IncomingLink,
  id: string,
): Promise<{ id: string }[]> {
  const plan = linkingPlans.of(engine, `${link.model.id}|${link.field.name}`, () => {
    return sql`select id from ${sql.table(link.model.table.name)} where ${pointsHere(link)}`
  })
  return reader.all<{ id: string }>(plan.with([id, model.id]))
}

/**
 * True for a link that names its target for as long as that is in the trash: history and other logs tell of deleted
 * records, too.
 */
export const linksOn = ({ model, field }: IncomingLink): boolean =>
  field.whenTargetDeleted === 'keep' || (field.whenTargetDeleted === 'unlink' && model.definition.is_log === true)

/** Empties the links here. */
export async function unlink(engine: Engine, tx: Tx, model: Model, link: IncomingLink, id: string): Promise<void> {
  if (link.model.table.search.length > 0) return unlinkIndexed(engine, tx, model, link, id)
  const plan = unlinkPlans.of(engine, `${link.model.id}|${link.field.name}`, () => {
    const naming = targetField(link.model, link.field)
    const emptied = [link.field, ...(naming ? [naming] : [])].flatMap((field) =>
      [field.column, field.fold].filter(Boolean).map((name) => sql`${column(name)} = null`),
    )
    const table = sql.table(link.model.table.name)
    return sql`update ${table} set ${sql.join(emptied)} where ${pointsHere(link)}`
  })
  if ((await tx.run(plan.with([id, model.id]))) > 0) tx.afterCommit(() => engine.generations.bump(link.model.id))
}

/** As `unlink`, row by row, so that the search index drops the link, too. */
async function unlinkIndexed(engine: Engine, tx: Tx, model: Model, link: IncomingLink, id: string): Promise<void> {
  const naming = targetField(link.model, link.field)
  const emptied = [link.field, ...(naming ? [naming] : [])]
  const users = await linkingIds(engine, tx, model, link, id)
  const rows = engine.rows(link.model)
  for (const user of users) {
    const row = await rows.byId(tx, user.id)
    const blank = Object.fromEntries(emptied.map((field) => [field.name, null]))
    if (row) await rows.update(tx, row.rid, { ...row, ...blank }, emptied)
  }
  if (users.length > 0) tx.afterCommit(() => engine.generations.bump(link.model.id))
}

/** Slot 0 is the id, slot 1 the entity that a Dynamic Link must name. */
function pointsHere({ model, field, dynamic }: IncomingLink) {
  const points = sql`${column(field.column)} = ${new Slot(0)}`
  // The rows of a removed field hold nothing.
  const isLive = sql`parent_field not like ${`${retiredRowsMark}%`}`
  const it = model.kind === 'Table' ? and([points, isLive]) : points
  const naming = dynamic ? targetField(model, field) : undefined
  return naming ? and([it, sql`${column(naming.column)} = ${new Slot(1)}`]) : it
}
