import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { column, columnOf } from './plan.ts'

export interface EntitySql {
  table: Sql
  /** The column of a field; `of` is what the statement calls the table, when two of them have such a column. */
  field(name: string, of?: string): Sql
}

/**
 * The names of an entity's table and columns, for the few statements that `find` can't say: joins, endings of texts, orders by
 * several rules. The one way to them outside the engine.
 * @throws Problem 404 for an unknown entity, Error for an unknown field
 */
export function sqlOf(engine: Engine, entity: string): EntitySql {
  const model = engine.models.require(entity)
  const fieldOf = (name: string) => {
    const field = model.byName.get(name)
    if (field) return field
    throw new Error(`${entity} stores no field ${name}`)
  }
  return {
    table: sql.table(model.table.name),
    field: (name, of) => (of ? columnOf(of, fieldOf(name).column) : column(fieldOf(name).column)),
  }
}
