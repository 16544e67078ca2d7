import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { canWriteField, rightsOf } from '../people/permissions.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { checkLinks } from './check-links.ts'
import { checkUnique } from './check-unique.ts'
import { checkTables, type ParsedTables } from './child-rows.ts'
import { recordNeeds } from './required.ts'
import type { RecordBefore } from './start-write.ts'
import type { WriteState } from './writing.ts'

/** Checks the whole record: its rows, links and unique values. @throws Problem with all faults */
export async function checkRecord(
  writing: WriteState,
  row: StoredRow,
  tables: ParsedTables,
  before?: RecordBefore,
): Promise<void> {
  const { engine, ctx, tx, model, values, vouched, problems } = writing
  await checkTables(writing, row, tables, before)
  const isSent = ({ name }: Field) => !vouched.has(name) && Object.hasOwn(values, name) && values[name] === row[name]
  await checkLinks({ engine, ctx, tx, problems }, { model, row, before: before?.row ?? null, isSent })
  await checkUnique(writing, row, before?.row ?? null)
  problems.throwIfAny()
}

/** Notes required fields that are blank and that this user could fill; `invalidFields` have a problem already. */
export function noteMissing(
  writing: WriteState,
  row: Readonly<StoredRow>,
  tables: Readonly<StoredTables>,
  invalidFields: readonly Field[],
  isNew: boolean,
): void {
  const { engine, ctx, model, own, problems } = writing
  const rights = rightsOf(engine, ctx.actor, model)
  const needs = recordNeeds(writing, { row, tables }, isNew)
  for (const field of model.fields) {
    if (!(needs.get(field.name) ?? field.meta.reqd) || field.kind === 'flag' || field.isDerived) continue
    if (invalidFields.includes(field)) continue
    if (!ctx.system && (field.readOnly || !canWriteField(rights, field, own))) continue
    const blank = field.kind === 'table' ? (tables[field.name] ?? []).length === 0 : row[field.name] == null
    if (blank) problems.missing(field)
  }
}

/** The blank field that determines the id. The user is told of the field, because no form shows the id. */
export function blankNamingField(model: Model, row: Readonly<StoredRow>): Field | undefined {
  const { naming_rule, naming_value } = model.definition
  const field = naming_rule === 'Field' ? model.stored.find((one) => one.name === naming_value) : undefined
  return field && row[field.name] == null ? field : undefined
}
