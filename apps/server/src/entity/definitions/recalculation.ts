import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'

/**
 * The entities whose stored records a changed definition gives other values (reference: expressions, Formulas): its own,
 * or those that have rows of it.
 */
export function recalculatedBy(engine: Engine, before: Model | undefined, after: Model): string[] {
  const old = new Map((before?.fields ?? []).map((field) => [field.definition.id, field]))
  const isOther = (field: Field) => {
    const was = old.get(field.definition.id)
    return !was || valueKeys.some((key) => (field.definition[key] ?? null) !== (was.definition[key] ?? null))
  }
  const hasOther = after.fields.some((field) => Boolean(field.definition.formula?.trim()) && isOther(field))
  if (!hasOther || !before) return []
  if (after.kind !== 'Table') return [after.id]
  return [...new Set(engine.models.parentsOf(after.id).map(({ model }) => model.id))]
}

/** Parts of a field on which the value of its formula depends. */
const valueKeys = ['formula', 'fieldtype', 'options'] as const

/** How many records these are. */
export async function countRecords(engine: Engine, reader: Reader, entities: readonly string[]): Promise<number> {
  let count = 0
  for (const id of entities) {
    const table = sql.table(engine.models.require(id).table.name)
    count += Number((await reader.get<{ n: number }>(sql`select count(*) as n from ${table}`))?.n ?? 0)
  }
  return count
}
