import { compileExpression, type Expression, ExpressionFault, orderFormulas } from '@tavla/expressions'
import type { Engine } from '../engine.ts'
import type { ModelLookup } from '../expressions/known-names.ts'
import { type ExpressionKey, type ExpressionSource, orphanSources, sourcesOf } from '../expressions/sources.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { ExpressionFinding } from './expression-finding.ts'
import type { Fault } from './faults.ts'
import { fetchFaults } from './fetch-faults.ts'
import type { FieldChange } from './plan.ts'
import { othersRenamed } from './rename-in-expressions.ts'
import { namesOf } from './renamed-names.ts'
import { rollupFindings } from './rollup-faults.ts'

/** Most expressions of an entity, those of its child entities included. */
export const mostExpressions = 60

/** The faults of the expressions of a definition, and of others that look at it. */
export interface ExpressionFaults {
  expressions: Fault[]
  /** Fields that are gone though an expression names them. */
  usedBy: Fault[]
}

/**
 * Checks the expressions of a definition as it would be, and those of other definitions that name its fields
 * (reference: expressions, Checks). `before` is the definition as it stands; `changes` lead from it to the new one.
 */
export function expressionFaults(
  engine: Engine,
  model: Model,
  before: Model | undefined,
  changes: readonly FieldChange[],
): ExpressionFaults {
  const others = before ? othersRenamed(engine, before, namesOf(changes)) : undefined
  const lookup: ModelLookup = (entity) =>
    entity === model.id ? model : (others?.get(entity) ?? engine.models.get(entity))
  const removed = new Set(changes.flatMap(({ kind, fieldname }) => (kind === 'remove' ? [fieldname] : [])))
  const isGone = (name: string) => removed.has(name) && !model.byName.has(name)
  const found = new Map<string, ExpressionFinding>()
  for (const finding of [...findingsAround(engine, model, lookup), ...rollupFindings(engine, model, lookup)]) {
    // A child entity of several parents is looked at with each of them.
    found.set(
      JSON.stringify([finding.owner.id, finding.field.name, finding.property, finding.place, finding.part]),
      finding,
    )
  }
  const faults: ExpressionFaults = { expressions: [], usedBy: [] }
  for (const finding of found.values()) {
    const { unknown, owner, field, property } = finding
    const stood = owner !== model || wasThere(before, field, property)
    if (unknown !== undefined && stood && isGone(unknown)) faults.usedBy.push(usedBy(model, before, finding, unknown))
    else faults.expressions.push(faultOf(model, finding))
  }
  return faults
}

/** Whether the field had this very text before: then it names a field that goes, and not one that never was. */
function wasThere(before: Model | undefined, field: Field, property: string): boolean {
  const key = property as keyof Field['definition']
  const was = before?.fields.find(({ definition }) => definition.id === field.definition.id)
  return was !== undefined && JSON.stringify(was.definition[key]) === JSON.stringify(field.definition[key])
}

function faultOf(model: Model, finding: ExpressionFinding): Fault {
  const { owner, field, property, part, message, place, suggestion } = finding
  return {
    fieldname: field.name,
    property,
    ...(part !== undefined && { part }),
    ...place,
    message,
    ...(suggestion !== undefined && { suggestion }),
    ...(owner.id !== model.id && { entity: owner.id }),
  }
}

function usedBy(model: Model, before: Model | undefined, finding: ExpressionFinding, name: string): Fault {
  const { owner, field, property } = finding
  const user = { translate: field.rule.label }
  const gone = { translate: before?.byName.get(name)?.rule.label ?? name }
  return {
    fieldname: name,
    message: {
      text: '{0} is used by {1}.',
      args: [gone, owner.id === model.id ? user : [{ translate: owner.id }, user]],
    },
    used_by: field.name,
    property,
    entity: owner.id,
  }
}

/** The findings of every record type that the definition has a part in. */
function* findingsAround(engine: Engine, model: Model, lookup: ModelLookup): Generator<ExpressionFinding> {
  const parents = new Set(
    model.kind === 'Table' ? engine.models.parentsOf(model.id).map(({ model: parent }) => parent.id) : [model.id],
  )
  for (const id of parents) {
    const parent = lookup(id)
    if (!parent) continue
    yield* findingsOf(sourcesOf(parent, lookup))
    yield* fetchFaults(parent, lookup)
  }
  if (parents.size === 0) {
    // The names of its parent are checked when an entity gets rows of it.
    for (const finding of findingsOf(orphanSources(model, lookup))) if (!isOfParent(finding)) yield finding
    yield* fetchFaults(model, lookup)
  }
  for (const id of engine.models.ids()) {
    const other = id === model.id || parents.has(id) ? undefined : lookup(id)
    const points = ({ definition, rule }: Field) => definition.fetch_from !== undefined || rule.options === model.id
    if (!other?.fields.some(points)) continue
    for (const finding of fetchFaults(other, lookup)) if (finding.target === model.id) yield finding
  }
}

function isOfParent({ unknown, place, field, property }: ExpressionFinding): boolean {
  const text = field.definition[property as ExpressionKey]
  return unknown !== undefined && text !== undefined && /\bparent\s*\.\s*$/.test(text.slice(0, place.start))
}

function* findingsOf(sources: readonly ExpressionSource[]): Generator<ExpressionFinding> {
  const formulas: (ExpressionSource & { expression: Expression })[] = []
  for (const [index, source] of sources.entries()) {
    const { owner, field, key, text } = source
    const whole = { start: 0, end: text.length }
    if (index >= mostExpressions) {
      const message = { text: 'There are too many already (maximum {0}).', args: [mostExpressions] }
      yield { owner, field, property: key, message, place: whole }
      continue
    }
    try {
      if (!source.result || cannotBeWorkedOut(field)) {
        const message = { text: '{0} cannot be used here.', args: [text] }
        yield { owner, field, property: key, message, place: whole }
        continue
      }
      const expression = compileExpression(text, source.names, source.result)
      if (key === 'formula') formulas.push({ ...source, expression })
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error
      yield findingOf(source, error)
    }
  }
  for (const { formula, use } of orderFormulas(formulas).circles) {
    const { owner, field } = formula
    const message = { text: '{0} depends on itself.', args: [{ translate: field.rule.label }] }
    yield { owner, field, property: 'formula', message, place: { start: use.start, end: use.end } }
  }
}

/** A value comes from one place alone. */
const cannotBeWorkedOut = ({ definition }: Field): boolean =>
  Boolean(definition.formula?.trim()) && Boolean(definition.fetch_from?.trim())

function findingOf({ owner, field, key }: ExpressionSource, fault: ExpressionFault): ExpressionFinding {
  const { text, args, place, suggestion } = fault
  const unknown = text === 'Unknown name: {0}' ? args[0] : undefined
  return { owner, field, property: key, message: { text, args }, place, suggestion, unknown }
}
