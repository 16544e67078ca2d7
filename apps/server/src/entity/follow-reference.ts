import { sql } from '../store/sql.ts'
import type { Behaviour } from './types.ts'
import { referenceIsReadable } from './visibility.ts'

/**
 * Rows that reference a record are seen by whoever may read that record; rows that reference none by whoever may read
 * the entity (contract 5, further conditions). The two fieldnames hold the entity's name and the record's id.
 */
export function seenWithReference(entityField: string, idField: string): NonNullable<Behaviour['visible']> {
  return (engine, ctx, model) => {
    const entity = model.byName.get(entityField)
    const id = model.byName.get(idField)
    return entity && id ? referenceIsReadable(engine, ctx, { entity, id }, sql`1 = 1`) : undefined
  }
}
