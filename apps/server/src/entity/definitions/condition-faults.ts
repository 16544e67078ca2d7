import { compileExpression, ExpressionFault } from '@tavla/expressions'
import type { Engine } from '../engine.ts'
import type { ModelLookup } from '../expressions/known-names.ts'
import { sourcesOf } from '../expressions/sources.ts'
import { conditionNames } from '../expressions/transitions.ts'
import type { Model } from '../model/model.ts'
import { mostExpressions } from './expression-faults.ts'
import { type Fault, faultOf } from './faults.ts'
import type { FieldChange } from './plan.ts'
import { renamedCondition } from './rename-in-transitions.ts'
import { type Names, namesOf } from './renamed-names.ts'

export interface ConditionFaults {
  expressions: Fault[]
  /** Fields that are gone though a condition names them. */
  usedBy: Fault[]
}

/**
 * The faults of the conditions of transitions: those of the definition as it would be, and those of records whose rows it
 * describes.
 */
export function conditionFaults(
  engine: Engine,
  model: Model,
  changes: readonly FieldChange[],
  isGone: (name: string) => boolean,
): ConditionFaults {
  const lookup: ModelLookup = (entity) => (entity === model.id ? model : engine.models.get(entity))
  const parents = model.kind === 'Table' ? engine.models.parentsOf(model.id).map((one) => one.model) : []
  const faults: ConditionFaults = { expressions: [], usedBy: [] }
  for (const owner of model.kind === 'Table' ? new Set(parents) : [model]) {
    const names = owner === model ? undefined : namesOf(changes)
    for (const fault of faultsOf(engine, owner, model, lookup, names)) {
      const { unknown, ...shown } = fault
      if (typeof unknown === 'string' && isGone(unknown)) faults.usedBy.push(usedBy(owner, model, unknown, fault))
      else faults.expressions.push(shown)
    }
  }
  return faults
}

function usedBy(owner: Model, model: Model, gone: string, { transition }: Fault): Fault {
  const title = { translate: String(transition), context: owner.id }
  const by = owner.id === model.id ? title : [{ translate: owner.id }, title]
  return {
    ...faultOf(gone, { text: '{0} is used by {1}.', args: [gone, by] }),
    ...{ used_by: transition, property: 'condition', entity: owner.id },
  }
}

/** `names` are new names in the entity whose definition changes, which the conditions of another one do not have yet. */
function* faultsOf(
  engine: Engine,
  owner: Model,
  model: Model,
  lookup: ModelLookup,
  renames: Names | undefined,
): Generator<Fault> {
  const rows = (owner.definition.transitions ?? []).filter(({ condition }) => condition?.trim())
  if (rows.length === 0) return
  const names = conditionNames(owner, lookup)
  let count = sourcesOf(owner, lookup).length
  for (const { title, condition = '' } of rows) {
    const text = renames ? renamedCondition(engine, owner, condition, model, renames) : condition
    // No field has this fault; the title tells where it lies.
    const at = { ...faultOf('', { text: '' }), transition: title, property: 'condition', start: 0, end: text.length }
    const where = owner.id === model.id ? at : { ...at, entity: owner.id }
    count += 1
    if (count > mostExpressions) {
      yield { ...where, message: { text: 'There are too many already (maximum {0}).', args: [mostExpressions] } }
      continue
    }
    const fault = faultIn(text, names)
    if (!fault) continue
    const { text: said, args, place, suggestion } = fault
    yield {
      ...{ ...where, ...place, message: { text: said, args } },
      ...(suggestion !== undefined && { suggestion }),
      ...(said === 'Unknown name: {0}' && { unknown: args[0] }),
    }
  }
}

function faultIn(text: string, names: Parameters<typeof compileExpression>[1]): ExpressionFault | undefined {
  try {
    compileExpression(text, names, 'bool')
    return undefined
  } catch (error) {
    if (error instanceof ExpressionFault) return error
    throw error
  }
}
