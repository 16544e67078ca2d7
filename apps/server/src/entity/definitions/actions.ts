import type { Model } from '../model.ts'
import { type Body, parseRows, unwrapBody, writableBody } from '../parse-body.ts'
import { rightsOf } from '../permissions.ts'
import { Problems } from '../problems.ts'
import { readTables } from '../read.ts'
import type { Action } from '../types.ts'
import { effectsOf } from './losses.ts'
import { normaliseDefinition } from './normalise.ts'
import { planFieldChanges } from './plan.ts'
import { definitionFaults } from './validate.ts'

/** `check_changes`: what a new list of fields would do to the data; changes nothing (contract 2.3). */
const checkChanges: Action = {
  entity: 'Entity',
  name: 'check_changes',
  needs: 'write',
  role: 'System Manager',
  async run(engine, ctx, record, data) {
    const definitions = engine.models.require('Entity')
    const field = definitions.byName.get('fields')
    const child = engine.models.require('Entity Field')
    if (!field) return { plan: [], losses: [], refused: [] }
    const sent = normaliseDefinition({ ...unwrapBody(data), id: record.id }, engine)
    const before = await readTables(engine, engine.store, definitions, record.id)
    const problems = new Problems()
    const rights = rightsOf(engine, ctx.actor, definitions)
    const writable = (model: Model, item: Body) => writableBody(ctx, model, rights, true, item)
    const { rows } = parseRows(engine, ctx, field, child, sent.fields, before.fields ?? [], problems, writable)
    problems.throwIfAny()
    const stored = await engine.rows(definitions).byId(engine.store, record.id)
    const changes = planFieldChanges(before.fields ?? [], rows)
    const effects = await effectsOf(engine, engine.store, engine.models.require(record.id), changes)
    const faults = definitionFaults(engine, stored ?? {}, { ...before, fields: rows })
    return {
      plan: changes.map((change) => ({
        change: change.kind,
        fieldname: change.fieldname,
        from: change.kind === 'rename' ? change.from : 'was' in change ? change.was.fieldtype : null,
        to: 'row' in change ? change.row.fieldtype : null,
      })),
      losses: effects.losses,
      refused: await Promise.all([...effects.refused, ...faults].map((message) => engine.say(message, ctx.language))),
    }
  },
}

export const entityActions: readonly Action[] = [checkChanges]
