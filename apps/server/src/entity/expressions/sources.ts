import type { Names, ValueKind } from '@tavla/expressions'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { KnownNames, type ModelLookup } from './known-names.ts'

/** Keys of a field that hold an expression. */
export const conditionKeys = ['depends_on', 'mandatory_depends_on', 'read_only_depends_on'] as const

export type ExpressionKey = (typeof conditionKeys)[number] | 'formula'

/** The text of one expression, and what it may be about. */
export interface ExpressionSource {
  /** The entity in whose definition it stands. */
  owner: Model
  /** The Table field to whose rows it belongs; undefined for an expression about the record itself. */
  table: Field | undefined
  field: Field
  key: ExpressionKey
  text: string
  names: Names
  /** The kind of its result; undefined for a formula of a type that has none. */
  result: ValueKind | undefined
}

/** Every expression about records of an entity and their rows. */
export function sourcesOf(model: Model, lookup: ModelLookup): ExpressionSource[] {
  const known = new KnownNames(lookup)
  const ofRows = model.tables.flatMap((table) => {
    const child = lookup(table.rule.options ?? '')
    return child ? fieldSources(child, known, table, model) : []
  })
  return [...fieldSources(model, known), ...ofRows]
}

/** The expressions of a child entity that no entity has rows of yet. */
export const orphanSources = (child: Model, lookup: ModelLookup): ExpressionSource[] =>
  fieldSources(child, new KnownNames(lookup), undefined, null)

function fieldSources(owner: Model, known: KnownNames, table?: Field, parent?: Model | null): ExpressionSource[] {
  return owner.fields.flatMap((field) => {
    const source = (key: ExpressionKey, result: ValueKind | undefined): ExpressionSource[] => {
      const text = field.definition[key]
      if (text === undefined || text === null || text.trim() === '') return []
      const names = known.of(owner, field.permlevel, key !== 'formula', parent)
      return [{ owner, table, field, key, text, names, result }]
    }
    return [...conditionKeys.flatMap((key) => source(key, 'bool')), ...source('formula', field.type.formula)]
  })
}
