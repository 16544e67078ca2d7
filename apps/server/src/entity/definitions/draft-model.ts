import type { Engine } from '../engine.ts'
import { compileModel, type Model } from '../model/model.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { toDefinition } from './load.ts'

/**
 * The entity as changed rows of its definition would make it; undefined while one of its fields has no known type, for
 * which the definition is refused anyway.
 */
export function draftModel(engine: Engine, entity: StoredRow, tables: StoredTables): Model | undefined {
  const { fields = [] } = tables
  if (!fields.every(({ fieldtype }) => engine.types.has(String(fieldtype)))) return undefined
  const id = String(entity.id)
  const definition = toDefinition(entity, tables, engine.builtIns.get(id))
  const table = engine.models.definition(id)?.table ?? ''
  return compileModel(definition, table, Number(entity.schema_version) || 1, engine.types)
}
