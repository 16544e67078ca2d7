import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { Plan, retiredRowsMark, Slot } from '../tables/plan.ts'

/**
 * The name under which rows of Table fields and logs know an entity while it is in the trash and another one may have its
 * name: no entity is called so.
 */
export const nameAside = (table: string): string => `${retiredRowsMark}${table}`

/** Begins the `parent_field` of these rows. Rows of a field that was removed before have a single mark. */
const asideMark = `${retiredRowsMark}${retiredRowsMark}`

const childrenOf = (engine: Engine) => engine.models.all().filter(({ kind }) => kind === 'Table')

/** Hides the table rows of an entity's records, which stay in the tables of their own entities. */
export async function setRowsAside(engine: Engine, tx: Tx, model: Model): Promise<void> {
  for (const { table } of childrenOf(engine)) {
    const isRetired = sql`parent_field like ${`${retiredRowsMark}%`}`
    const hide = sql`update ${sql.table(table.name)} set parent_entity = ${new Slot(1)},
        parent_field = case when ${isRetired} then parent_field else ${asideMark} || parent_field end
      where parent_entity = ${new Slot(0)}`
    await tx.run(new Plan(hide).with([model.id, nameAside(model.table.name)]))
  }
}

/** Gives the rows back to an entity that returns from the trash. */
export async function takeRowsBack(engine: Engine, tx: Tx, model: Model): Promise<void> {
  for (const { table } of childrenOf(engine)) {
    const isAside = sql`parent_field like ${`${asideMark}%`}`
    const show = sql`update ${sql.table(table.name)} set parent_entity = ${new Slot(1)},
        parent_field = case when ${isAside} then substr(parent_field, 3) else parent_field end
      where parent_entity = ${new Slot(0)}`
    await tx.run(new Plan(show).with([nameAside(model.table.name), model.id]))
  }
}

/** Erases the rows of an entity that goes for ever. */
export async function dropRowsAside(engine: Engine, tx: Tx, table: string): Promise<void> {
  for (const child of childrenOf(engine)) {
    await tx.run(sql`delete from ${sql.table(child.table.name)} where parent_entity = ${nameAside(table)}`)
  }
}

/** Erases the rows of entities that went for ever while this entity, whose table holds them, was in the trash. */
export async function dropRowsOfPurged(tx: Tx, table: string): Promise<void> {
  const kept = sql`select table_name from trash_content where kind = 'table'`
  await tx.run(sql`delete from ${sql.table(table)} where parent_entity like ${`${retiredRowsMark}%`}
    and substr(parent_entity, 2) not in (${kept})`)
}
