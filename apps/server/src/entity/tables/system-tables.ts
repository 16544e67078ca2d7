import { type Sql, sql } from '../../store/sql.ts'
import { Plan, Slot } from './plan.ts'

const a = new Slot(0)
const b = new Slot(1)
const c = new Slot(2)

/** The columns of a note about a field that was renamed, removed or given another type. */
export const fieldNoteColumns = [
  ...(['table_name', 'column_name', 'fieldname', 'retired_at', 'reason', 'renamed_to', 'field'] as const),
  ...(['retired_by', 'operation_id', 'row_table', 'row_field'] as const),
]

/** The engine's own statements on tables that are not entities. */
export class SystemTables {
  readonly getSite: Plan
  readonly setSite: Plan
  readonly getDefinition: Plan
  readonly setDefinition: Plan
  readonly addTable: Plan
  readonly renameTable: Plan
  readonly dropTable: Plan
  /** Takes the next number of a series; concurrent calls never get the same number. */
  readonly nextInSeries: Plan
  readonly lastInSeries: Plan
  /** Its slots are the columns of `fieldNoteColumns`. */
  readonly addFieldNote: Plan
  readonly formerFields: Plan
  /** Removed fields of a table whose values are still kept, the newest first. */
  readonly keptFields: Plan
  /** Columns of fields that got another type, with the columns of what became of their values; the newest first. */
  readonly keptTypes: Plan
  /** Notes that keep values of links, or of the rows of Table fields. */
  readonly keptLinks: Plan
  readonly setNotedField: Plan
  readonly dueRetired: Plan
  readonly setPurged: Plan
  /** A removed field came back, perhaps under another name, which its history follows. */
  readonly noteReturn: Plan
  readonly forgetRetired: Plan
  readonly renameSeries: Plan

  constructor() {
    const plan = (statement: Sql) => new Plan(statement)
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
    this.lastInSeries = plan(sql`select last from series where name = ${a}`)
    const slots = sql.join(fieldNoteColumns.map((_, index) => sql`${new Slot(index)}`))
    this.addFieldNote = plan(
      sql`insert into retired_column (${sql.join(fieldNoteColumns.map((name) => sql.id(name)))}) values (${slots})`,
    )
    this.formerFields = plan(
      sql`select fieldname, retired_at, reason, renamed_to, field, returned_at from retired_column
        where table_name = ${a} and reason is distinct from 'made' order by retired_at`,
    )
    const isKept = sql`(column_name <> '' or row_field is not null)`
    this.keptFields = plan(
      sql`select fieldname, column_name, retired_at, field, retired_by, row_table, row_field from retired_column
        where table_name = ${a} and reason = 'removed' and field is not null and ${isKept} order by retired_at desc`,
    )
    this.keptTypes = plan(
      sql`select was.column_name, was.field, was.retired_at, made.column_name as made_column, made.field as made_field
        from retired_column was join retired_column made
          on made.table_name = was.table_name and made.retired_at = was.retired_at and made.reason = 'made'
        where was.table_name = ${a} and was.reason = 'retyped' and was.column_name <> ''
        order by was.retired_at desc`,
    )
    this.keptLinks = plan(
      sql`select table_name, column_name, retired_at, reason, field from retired_column
        where field is not null and ${isKept}`,
    )
    this.setNotedField = plan(
      sql`update retired_column set field = ${c} where table_name = ${a} and retired_at = ${b} and reason = ${new Slot(3)}`,
    )
    this.dueRetired = plan(
      sql`select table_name, column_name, retired_at, row_table, row_field from retired_column
        where ${isKept} and retired_at < ${a}`,
    )
    this.setPurged = plan(
      sql`update retired_column set column_name = '', row_field = null where table_name = ${a} and retired_at = ${b}`,
    )
    this.noteReturn = plan(
      sql`update retired_column set reason = 'returned', renamed_to = ${c}, returned_at = ${new Slot(3)},
        column_name = '', row_table = null, row_field = null where table_name = ${a} and retired_at = ${b}`,
    )
    this.forgetRetired = plan(sql`delete from retired_column where table_name = ${a}`)
    this.renameSeries = plan(sql`update series set name = ${b} where name = ${a}`)
  }
}
