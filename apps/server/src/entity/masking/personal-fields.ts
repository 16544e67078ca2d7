import { canBeMasked } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'

/** A field whose values are masked. */
export interface PersonalField {
  model: Model
  field: Field
  /** Its values are names of people. */
  isName: boolean
}

/** The personal fields, and those that take their values from one; fields with names come first. */
export function personalFields({ models }: Engine): PersonalField[] {
  const found = new Map<Field, PersonalField>()
  const all = models.all().flatMap((model) => model.stored.map((field) => ({ model, field })))
  for (const { model, field } of all) {
    if (field.definition.personal !== 1 || !canBeMasked(field.rule.fieldtype)) continue
    found.set(field, { model, field, isName: isTitle(model, field) })
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const { model, field } of all) {
      const source = sourceOf({ models }, model, field)
      const personal = source && found.get(source)
      if (personal && !found.has(field) && canBeMasked(field.rule.fieldtype)) {
        found.set(field, { model, field, isName: personal.isName })
      }
    }
  }
  return [...found.values()].sort((a, b) => Number(b.isName) - Number(a.isName))
}

const isTitle = (model: Model, field: Field) => model.titleField === field && field.rule.options === null

/** The field of the linked entity from which the values of this one are taken. */
function sourceOf({ models }: Pick<Engine, 'models'>, model: Model, { definition }: Field): Field | undefined {
  const [link, source] = (definition.fetch_from ?? '').split('.')
  const target = models.get(model.byName.get(link ?? '')?.rule.options ?? '')
  return target?.byName.get(source ?? '')
}
