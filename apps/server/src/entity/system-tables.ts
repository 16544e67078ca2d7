import { sql } from 'kysely'
import type { Dialect } from '../store/dialect.ts'
import { Plan, Slot } from './plan.ts'

const a = new Slot(0)
const b = new Slot(1)
const c = new Slot(2)

/** The engine's own statements on tables that are no entity. */
export class SystemTables {
  readonly getSite: Plan
  readonly setSite: Plan
  readonly getDefinition: Plan
  readonly setDefinition: Plan
  readonly addTable: Plan
  readonly renameTable: Plan
  readonly dropTable: Plan
  /** Takes the next number of a series; a number is taken once, whatever happens at the same time. */
  readonly nextInSeries: Plan
  readonly addRetired: Plan

  constructor(dialect: Dialect) {
    const plan = (statement: ConstructorParameters<typeof Plan>[1]) => new Plan(dialect, statement)
    this.getSite = plan(sql`select value from site where key = ${a}`)
    this.setSite = plan(
      sql`insert into site (key, value) values (${a}, ${b}) on conflict (key) do update set value = excluded.value`,
    )
    this.getDefinition = plan(sql`select json from definition where entity = ${a}`)
    this.setDefinition = plan(
      sql`insert into definition (entity, hash, json) values (${a}, ${b}, ${c})
        on conflict (entity) do update set hash = excluded.hash, json = excluded.json`,
    )
    this.addTable = plan(sql`insert into entity_table (entity, table_name) values (${a}, ${b})`)
    this.renameTable = plan(sql`update entity_table set entity = ${b} where entity = ${a}`)
    this.dropTable = plan(sql`delete from entity_table where entity = ${a}`)
    this.nextInSeries = plan(
      sql`insert into series (name, last) values (${a}, 1)
        on conflict (name) do update set last = series.last + 1 returning last`,
    )
    this.addRetired = plan(
      sql`insert into retired_column (table_name, column_name, fieldname, retired_at) values (${a}, ${b}, ${c}, ${new Slot(3)})`,
    )
  }
}
