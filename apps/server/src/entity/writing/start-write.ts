import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { Change } from '../types.ts'
import { type Body, writableBody } from './parse-body.ts'
import { Problems } from './problems.ts'
import type { WriteState } from './writing.ts'

/** The record before the write. */
export interface RecordBefore {
  row: StoredRow & { rid: number }
  tables: StoredTables
}

const noFindings = () => ({
  values: {},
  vouched: new Set<string>(),
  problems: new Problems(),
  locked: new Set<string>(),
})

/** Keeps of the body what this user may write; `own` tells whether the record is theirs. */
export function startWriting(engine: Engine, ctx: Context, tx: Tx, model: Model, own: boolean, body: Body): WriteState {
  const { incoming } = engine.behaviours.get(model.id) ?? {}
  const named = incoming ? incoming({ ...body }, ctx, engine) : body
  const sent = writableBody(ctx, model, rightsOf(engine, ctx.actor, model), own, named)
  const rules = rulesOf(engine, model)
  return { ...{ engine, ctx, tx, model, sent, own, rules }, ...noFindings() }
}

/** The write as the behaviour of its entity sees it. */
export function startChange(writing: WriteState, row: StoredRow, tables: StoredTables, before?: RecordBefore): Change {
  const { engine, ctx, tx, model, sent, vouched, problems } = writing
  return {
    engine,
    model,
    ctx,
    action: before ? 'update' : 'create',
    tx,
    id: String(row.id),
    before: before ? { ...before.row, ...before.tables } : null,
    after: row,
    tables,
    sent,
    isRefused: () => !problems.isEmpty,
    reject: (fieldname, message, type) => problems.note(fieldname, message, type),
    require: (fieldname) => problems.missing(model.byName.get(fieldname) as Field),
    vouchFor: (fieldname) => vouched.add(fieldname),
    afterCommit: (run) => tx.afterCommit(run),
  }
}
