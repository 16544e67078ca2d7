import { type Message, type MessageArg, Problem } from '@tavla/contract'
import { nearestOf } from '@tavla/expressions'
import type { Engine } from '../engine.ts'
import type { ModelLookup } from '../expressions/known-names.ts'
import { rolledUpFields } from '../expressions/rolled-up-fields.ts'
import { isRefused, partsOf, type RollupParts, type RollupRefusal } from '../expressions/rollup-parts.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { rollupFilters } from '../writing/rollups/rollup-filters.ts'
import type { ExpressionFinding } from './expression-finding.ts'
import { RollupCircles } from './rollup-circles.ts'

/** Most roll-ups of an entity. */
const mostRollups = 10

/** A roll-up has no place in a text. */
const whole = { start: 0, end: 0 }

/**
 * The faults of the roll-ups of an entity, and of others that look at its records or rows (reference: expressions,
 * Roll-ups).
 */
export function* rollupFindings(engine: Engine, model: Model, lookup: ModelLookup): Generator<ExpressionFinding> {
  const owners = engine.models.ids().flatMap((id) => (id === model.id ? [] : (lookup(id) ?? [])))
  const circles = new RollupCircles(lookup)
  yield* misused(engine, model)
  for (const owner of [model, ...owners]) {
    const fields = owner.fields.filter(({ definition }) => definition.rollup !== undefined)
    for (const [index, field] of fields.entries()) {
      const finding = owner === model ? tooMany(owner, field, index) : undefined
      if (finding) yield finding
      else if (owner === model || looksAt(field, model, lookup)) yield* findingsOf(engine, owner, field, lookup)
    }
    for (const field of fields) {
      const message = circles.faultOf(owner, field, model)
      if (message) yield { owner, field, property: 'rollup', message, place: whole }
    }
  }
}

/** Values that change without a write of their record can neither be unique nor be its id. */
function* misused(engine: Engine, owner: Model): Generator<ExpressionFinding> {
  const rolledUp = rolledUpFields(engine, owner)
  const { naming_rule, naming_value } = owner.definition
  for (const field of owner.stored.filter(({ name }) => rolledUp.has(name))) {
    const cannot = (property: string, word: string): ExpressionFinding => {
      return {
        owner,
        field,
        property,
        place: whole,
        message: { text: '{0} cannot be used here.', args: [{ translate: word }] },
      }
    }
    if (field.meta.unique === 1 && !field.definition.rollup) yield cannot('unique', 'Unique')
    if (naming_rule === 'Field' && naming_value === field.name) yield cannot('naming_value', field.rule.label)
  }
}

/** Whether a roll-up goes through records or rows of this entity. */
function looksAt({ definition }: Field, model: Model, lookup: ModelLookup): boolean {
  const entity = definition.rollup?.entity ?? ''
  if (entity === model.id) return true
  return model.kind === 'Table' && (lookup(entity)?.tables ?? []).some(({ rule }) => rule.options === model.id)
}

function tooMany(owner: Model, field: Field, index: number): ExpressionFinding | undefined {
  if (index < mostRollups) return undefined
  const message = { text: 'There are too many already (maximum {0}).', args: [mostRollups] }
  return { owner, field, property: 'rollup', message, place: whole }
}

function* findingsOf(engine: Engine, owner: Model, field: Field, lookup: ModelLookup): Generator<ExpressionFinding> {
  const parts = partsOf(owner, field, lookup)
  const refused = isRefused(parts) ? findingOf(owner, field, parts) : filtersFinding(engine, parts, lookup)
  if (refused) yield refused
}

function findingOf(owner: Model, field: Field, { part, name, known }: RollupRefusal): ExpressionFinding {
  const ofField = { owner, field, property: 'rollup', place: whole, part }
  if (known) {
    const message = { text: 'Unknown name: {0}', args: [name] }
    return { ...ofField, message, unknown: name, suggestion: nearestOf(name, known) }
  }
  const isWord = part === 'fieldtype' || part === 'unique' || name === 'Rollup'
  const word: MessageArg = isWord ? { translate: name } : name
  return { ...ofField, message: { text: '{0} cannot be used here.', args: [word] } }
}

/** The filters speak with the sentences of a list, but for a name that they do not find. */
function filtersFinding(engine: Engine, parts: RollupParts, lookup: ModelLookup): ExpressionFinding | undefined {
  const { owner, field } = parts
  try {
    rollupFilters(engine, parts, lookup)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const of = { owner, field, property: 'rollup', place: whole, part: 'filters' as const }
    const { text, args } = error.detail
    if (text !== 'Unknown field: {0}' || !Array.isArray(args)) return { ...of, message: error.detail }
    const name = String(args[0])
    const message: Message = { text: 'Unknown name: {0}', args: [name] }
    const known = [...parts.source.byName.keys()]
    return { ...of, message, unknown: name.split('.').at(-1), suggestion: nearestOf(name, known) }
  }
}
