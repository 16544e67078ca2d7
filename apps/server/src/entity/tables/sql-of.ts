import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { column, columnOf } from './plan.ts'

// For the few of these statements that run with every page: printed once for each shape, with slots for their values.
export { Plans, Slot } from './plan.ts'

/** What a statement calls an entity's table and its columns. */
export interface EntitySql {
  table: Sql
  /** The column of a field; `of` is what the statement calls the table, when two of them have such a column. */
  field(name: string, of?: string | Sql): Sql
}

/**
 * The one escape from the engine's verbs: SQL of a module's own on an entity's table. It is for what `find`, `findOne`, `exists`
 * and `countOf` can't say (a join, a group, an expression over columns, an order by several rules), for the condition on
 * visible rows that a behaviour adds, and for erasing rows of a log, which nothing listens to. It asks no rights and opens no
 * secrets. Any other change of a record goes the way of a write, or through `setSilently`.
 * @throws Problem 404 for an unknown entity, Error for an unknown field
 */
export function sqlOf(engine: Engine, entity: string): EntitySql {
  const model = engine.models.require(entity)
  const table = sql.table(model.table.name)
  const fieldOf = (name: string) => {
    const field = model.byName.get(name)
    if (field) return field
    throw new Error(`${entity} stores no field ${name}`)
  }
  return {
    table,
    field: (name, of) => {
      const stored = fieldOf(name).column
      if (of === undefined) return column(stored)
      return typeof of === 'string' ? columnOf(of, stored) : sql`${of}.${column(stored)}`
    },
  }
}
