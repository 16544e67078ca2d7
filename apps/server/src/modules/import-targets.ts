import {
  type Context,
  canWriteField,
  type Engine,
  type Field,
  type Model,
  reasonField,
  rightsOf,
} from '../entity/index.ts'

/** A field that a column can fill: of the record itself, or of the rows of a Table field. */
export interface Target {
  /** `phone`, `lines.product` for a field of table rows, or `_reason` for the reason of a transition. */
  name: string
  field: Field
  /** The Table field whose rows it belongs to. */
  inRows: Field | undefined
}

/**
 * The fields of an entity that an import by this person can fill, by name. Passwords are none of them: what a file holds
 * is kept until the import is done.
 */
export function importTargets(engine: Engine, ctx: Context, model: Model): Map<string, Target> {
  const rights = rightsOf(engine, ctx.actor, model)
  // A right on one's own records is enough to fill the field of a new one.
  const isOpen = (field: Field) =>
    !field.readOnly && field.kind !== 'secret' && field.kind !== 'table' && canWriteField(rights, field, true)
  const targets: Target[] = []
  const id = model.byName.get('id')
  if (id) targets.push({ name: 'id', field: id, inRows: undefined })
  for (const field of model.fields) {
    if (isOpen(field)) targets.push({ name: field.name, field, inRows: undefined })
    if (field.kind !== 'table' || field.readOnly || !canWriteField(rights, field, true)) continue
    const child = engine.models.get(field.rule.options ?? '')
    for (const part of child?.stored ?? []) {
      if (isOpen(part)) targets.push({ name: `${field.name}.${part.name}`, field: part, inRows: field })
    }
  }
  if (model.stateField && (model.definition.transitions ?? []).length > 0) {
    const field = reasonField(engine)
    targets.push({ name: field.name, field, inRows: undefined })
  }
  return new Map(targets.map((target) => [target.name, target]))
}

/** True for a field without which no row can be written; with conditions it depends on the row. */
export const isAlwaysNeeded = ({ meta }: Field): boolean =>
  meta.reqd === 1 && !meta.depends_on && !meta.mandatory_depends_on
