import { sql } from '../../store/sql.ts'
import { referenceIsReadable } from '../people/visibility.ts'
import { isReadable } from '../reading/read.ts'
import type { Behaviour, Change } from '../types.ts'
import { couldNotFind } from './check-links.ts'

/**
 * Makes rows that reference a record visible to users who may read that record; rows without a reference are visible to
 * users who may read the entity (reference: metadata, Visible records). The two fieldnames hold the entity's name and
 * the record's id.
 */
export function seenWithReference(entityField: string, idField: string): NonNullable<Behaviour['visible']> {
  return (engine, ctx, model) => {
    const entity = model.byName.get(entityField)
    const id = model.byName.get(idField)
    return entity && id ? referenceIsReadable(engine, ctx, { entity, id }, sql`1 = 1`) : undefined
  }
}

/**
 * Requires that the user may read the referenced record; a record that they may not read counts as missing. For
 * `beforeSave`.
 */
export async function requireReference(change: Change, entityField: string, idField: string): Promise<void> {
  const { engine, ctx, tx, model, before, after } = change
  const [entity, id] = [after[entityField] ?? null, after[idField] ?? null]
  const isSame = before && entity === (before[entityField] ?? null) && id === (before[idField] ?? null)
  if (isSame || (entity === null && id === null)) return
  if (entity === null || id === null) return change.require(entity === null ? entityField : idField)
  if (ctx.system || (await isReadable(engine, ctx, tx, String(entity), String(id)))) return
  const label = model.byName.get(idField)?.rule.label ?? idField
  change.reject(idField, couldNotFind(label, String(id)), 'LinkValidationError')
}
