import type { CopyAnswer, EntityRecord } from '@tavla/contract'
import { type Action, canWriteField, type Engine, type Field, requireRight, rightsOf } from '../../entity/index.ts'

/**
 * `get_copy`: the values with which a copy of the record begins, of the fields that the caller may write (reference:
 * http-api, Actions). Nothing is written.
 */
export const copyAction: Action = {
  entity: ({ kind, readOnly }) => kind === 'Document' && !readOnly,
  name: 'get_copy',
  needs: 'read',
  async run(engine, ctx, record): Promise<CopyAnswer> {
    const model = requireRight(engine, ctx, String(record._entity), 'create')
    const rights = rightsOf(engine, ctx.actor, model)
    const { naming_rule, naming_value } = model.definition
    // The id is made of it, so that no second record may have it.
    const isNaming = (field: Field) => naming_rule === 'Field' && field.name === naming_value
    const values: CopyAnswer['values'] = {}
    const left = ['ID']
    for (const field of model.fields) {
      const value = record[field.name]
      // A copy begins in the first state, as every new record.
      if (field === model.stateField) continue
      // The caller will own the copy.
      if (field.system || field.isDerived || isNothing(value) || !canWriteField(rights, field, true)) continue
      if (isCopied(field) && !isNaming(field))
        values[field.name] = field.kind === 'table' ? copyRows(engine, field, value) : value
      else left.push(field.rule.label)
    }
    return { values, left_out: left }
  },
}

/** True for a field whose value a second record may have. */
const isCopied = ({ readOnly, kind, meta }: Field): boolean =>
  !readOnly && kind !== 'secret' && kind !== 'file' && meta.unique !== 1 && meta.no_copy !== 1

const isNothing = (value: unknown): boolean =>
  value == null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)

/** The rows of a table as new ones: in their order, without ids. */
function copyRows(engine: Engine, table: Field, rows: EntityRecord[string]): Record<string, unknown>[] {
  const copied = engine.models.require(table.rule.options ?? '').fields.filter(isCopied)
  return (rows as Record<string, unknown>[]).map((row) =>
    Object.fromEntries(copied.filter(({ name }) => name in row).map(({ name }) => [name, row[name]])),
  )
}
