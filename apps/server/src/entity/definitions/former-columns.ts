import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { FieldChange } from './plan.ts'
import type { DefinitionWrite } from './retire.ts'

/** The values that a field had before it got another type or target. */
export interface FormerColumn {
  column: string
  /** Column with what the change of the type made of them. */
  made: string
  /** UTC. */
  retiredAt: string
}

interface KeptType {
  column_name: string
  /** Definition of the field before the change, and after it, as JSON text. */
  field: string
  made_field: string
  retired_at: string
  made_column: string
}

/**
 * The kept columns of the fields that these changes give a former type back, by their new fieldnames (reference:
 * metadata, Changing a type). Only a restoring write asks for them.
 */
export async function formerColumns(
  engine: Engine,
  reader: Reader,
  model: Model,
  changes: readonly FieldChange[],
): Promise<Map<string, FormerColumn>> {
  const formers = new Map<string, FormerColumn>()
  const retyped = changes.filter((change) => change.kind === 'retype' || change.kind === 'retarget')
  if (retyped.length === 0) return formers
  const kept = await reader.all<KeptType>(engine.system.keptTypes.with([model.table.name]))
  for (const { fieldname, was, row } of retyped) {
    const found = kept.find(({ field, made_field }) => isSameType(field, row) && isSameType(made_field, was))
    if (found) {
      const { column_name: column, made_column: made, retired_at: retiredAt } = found
      formers.set(fieldname, { column, made, retiredAt })
    }
  }
  return formers
}

function isSameType(kept: string, row: StoredRow): boolean {
  const field = JSON.parse(kept) as StoredRow
  return field.id === row.id && field.fieldtype === row.fieldtype && (field.options ?? null) === (row.options ?? null)
}

/** Drops the column after its values were put back. */
export async function dropFormer({ engine, tx }: DefinitionWrite, model: Model, former: FormerColumn): Promise<void> {
  const { name } = model.table
  await engine.store.dialect.dropColumn(tx, name, former.column)
  await engine.store.dialect.dropColumn(tx, name, former.made)
  await tx.run(engine.system.setPurged.with([name, former.retiredAt]))
}
