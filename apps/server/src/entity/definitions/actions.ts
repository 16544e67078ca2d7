import { textOrNull } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { findVisible, readTables } from '../reading/read.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Action } from '../types.ts'
import { mergeStale } from '../writing/merge.ts'
import { previewId } from '../writing/naming.ts'
import { type Body, parseRows, unwrapBody, writableBody } from '../writing/parse-body.ts'
import { Problems } from '../writing/problems.ts'
import type { RecordBefore } from '../writing/start-write.ts'
import { draftModel } from './draft-model.ts'
import { type ExpressionFaults, expressionFaults } from './expression-faults.ts'
import type { Fault } from './faults.ts'
import { withExamples } from './loss-examples.ts'
import { effectsOf } from './losses.ts'
import { normaliseDefinition } from './normalise.ts'
import { planFieldChanges } from './plan.ts'
import { countRecords, recalculatedBy } from './recalculation.ts'
import { restoreField } from './removed-fields.ts'
import { followRenames } from './rename-fields.ts'
import { renameInOwnExpressions } from './rename-in-expressions.ts'
import { renamedTransitions } from './rename-in-transitions.ts'
import { roleFaults } from './role-faults.ts'
import { transitionFaults, transitionWarnings } from './transition-faults.ts'
import { definitionFaults, namingFaults, typeChangeFaults } from './validate.ts'

/**
 * `check_changes`: the effect of a changed definition on the data, and the reasons to refuse it; changes nothing
 * (reference: metadata, Changing a definition).
 */
const checkChanges: Action = {
  entity: 'Entity',
  name: 'check_changes',
  needs: 'write',
  role: 'System Manager',
  changesNothing: true,
  async run(engine, ctx, record, data) {
    const definitions = engine.models.require('Entity')
    const stored = await findVisible(engine, ctx, definitions, record.id, engine.store)
    const before = await readTables(engine, engine.store, definitions, record.id)
    const problems = new Problems()
    const rights = rightsOf(engine, ctx.actor, definitions)
    const sent = await standingDefinition(engine, ctx, { row: stored, tables: before }, data)
    const rowsOf = (name: 'fields' | 'transitions' | 'permissions', childName: string): StoredRow[] => {
      const [field, old] = [definitions.byName.get(name), before[name] ?? []]
      if (!field || !(name in sent)) return old
      const child = engine.models.require(childName)
      const writable = (item: Body) => writableBody(ctx, child, rights, true, item)
      return parseRows({ engine, ctx, problems }, { field, child, sent: sent[name], before: old, writable }).rows
    }
    const rows = rowsOf('fields', 'Entity Field')
    const permissions = rowsOf('permissions', 'Entity Permission')
    const sentTransitions = rowsOf('transitions', 'Entity Transition')
    problems.throwIfAny()
    const entity = { ...stored, ...sentNames(sent) }
    const changes = planFieldChanges(before.fields ?? [], rows, engine.types)
    followRenames({ ...stored, fields: before.fields }, entity, rows, changes, engine.types)
    const model = engine.models.require(record.id)
    renameInOwnExpressions(engine, model, before.fields ?? [], rows, changes)
    const transitions = renamedTransitions(engine, model, before.transitions ?? [], sentTransitions, changes)
    const after = { ...before, fields: rows, permissions, transitions }
    const draft = draftModel(engine, entity, after)
    const { expressions, usedBy } = draft ? expressionFaults(engine, draft, model, changes) : noFaults
    const states = draft ? transitionFaults(engine, draft, model, changes) : noFaults
    const effects = await effectsOf(engine, engine.store, model, rows, changes)
    const faults = [
      ...effects.refused,
      ...definitionFaults(engine, entity, after, stored),
      ...states.expressions.filter((fault) => !isOfTransition(fault)),
      ...(await roleFaults(engine, engine.store, transitions)),
      ...(await typeChangeFaults(engine, engine.store, stored, entity)),
    ]
    return {
      plan: changes.map((change) => ({
        change: change.kind,
        fieldname: change.fieldname,
        from: change.kind === 'rename' ? change.from : 'was' in change ? change.was.fieldtype : null,
        to: 'row' in change ? change.row.fieldtype : null,
      })),
      losses: await withExamples(engine, ctx, model, effects.losses),
      records: effects.records,
      refused: await Promise.all(faults.map(({ message }) => engine.say(message, ctx.language))),
      faults: await said(engine, ctx, faults),
      expressions: await said(engine, ctx, [...expressions, ...states.expressions.filter(isOfTransition)]),
      used_by: await said(engine, ctx, [...usedBy, ...states.usedBy]),
      warnings: await said(engine, ctx, draft ? transitionWarnings(draft) : []),
      recalculate: await countRecords(
        engine,
        engine.store,
        draft ? recalculatedBy(engine, model, draft, changes).keys() : [],
      ),
    }
  },
}

const noFaults: ExpressionFaults = { expressions: [], usedBy: [] }

/** True for a fault of a condition, which lies in no field. */
const isOfTransition = ({ transition }: Fault): boolean => transition !== undefined

const said = (engine: Engine, ctx: Context, faults: readonly Fault[]) =>
  Promise.all(
    faults.map(async (fault) => ({
      ...fault,
      fieldname: isOfTransition(fault) ? null : fault.fieldname,
      message: await engine.say(fault.message, ctx.language),
    })),
  )

/** The definition as the save of this body would write it. @throws Problem 409 */
async function standingDefinition(engine: Engine, ctx: Context, before: RecordBefore, data: unknown): Promise<Body> {
  const model = engine.models.require('Entity')
  const body = normaliseDefinition({ ...unwrapBody(data), id: before.row.id }, engine)
  const sent = writableBody(ctx, model, rightsOf(engine, ctx.actor, model), true, body)
  const saving = { engine, ctx, model, sent }
  await mergeStale(saving, before, body)
  return saving.sent
}

/** Other parts of a definition that name its fields. They may be sent along, so that the answer matches the save. */
const naming = [
  'type',
  'title_field',
  'image_field',
  'sort_field',
  'search_fields',
  'naming_rule',
  'naming_value',
  'state_field',
]

const sentNames = (sent: Body): StoredRow =>
  Object.fromEntries(naming.filter((key) => key in sent).map((key) => [key, textOrNull(sent[key])]))

/**
 * `preview_id`: the id that the next record would get by this pattern, or the reason why the pattern is invalid; takes
 * no number.
 */
const previewNextId: Action = {
  entity: 'Entity',
  name: 'preview_id',
  needs: 'write',
  role: 'System Manager',
  changesNothing: true,
  async run(engine, ctx, { id }, data) {
    const pattern = textOrNull(unwrapBody(data).naming_value)?.trim() ?? ''
    if (pattern === '') return { id: null, refused: null }
    const [fault] = namingFaults({ naming_rule: 'Series', naming_value: pattern }, {})
    if (fault) return { id: null, refused: await engine.say(fault.message, ctx.language) }
    return { id: await previewId(engine, engine.models.require(id), pattern), refused: null }
  },
}

export const entityActions: readonly Action[] = [checkChanges, previewNextId, restoreField]
