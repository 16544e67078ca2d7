import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { column, columnOf } from './plan.ts'

// For the few statements that run with every page: they are printed once for each shape, with slots for their values.
export { Plans, Slot } from './plan.ts'

/** SQL names of an entity's table and its columns. */
export interface EntitySql {
  table: Sql
  /** The column of a field; `of` names the table, when two tables of the statement have such a column. */
  field(name: string, of?: string | Sql): Sql
}

/**
 * The only way for a module to run its own SQL on an entity's table. It is for queries that `find`, `findOne`, `exists`
 * and `countOf` can't express (a join, a group, an expression over columns, an order by several rules), for a
 * behaviour's condition on visible rows, and for erasing rows of a log, which has no listeners. It neither checks
 * permissions nor opens secrets. Every other change of a record must use the write functions or `setSilently`.
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
