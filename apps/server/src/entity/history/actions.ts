import type { EntityRecord, RestoreAnswer, StateAnswer } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { rolledUpFields } from '../expressions/rolled-up-fields.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { presentRecord } from '../reading/read.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { Action } from '../types.ts'
import { planRestore } from './restore-plan.ts'
import { saveRestored } from './save-restored.ts'
import { type Moment, type PastState, stateOf } from './state.ts'
import { momentOf, wantedOf } from './wanted.ts'

/**
 * `get_state`: the record as it stood right after a version, or at a time, as far as the caller may read it (reference:
 * metadata, Versions).
 */
const getState: Action = {
  entity: (model) => model.trackChanges,
  name: 'get_state',
  needs: 'read',
  async run(engine, ctx, record, data): Promise<StateAnswer> {
    const moment = momentOf(engine, data)
    const { model, state } = await stateNow(engine, record, moment)
    const at = 'at' in moment ? moment.at : (state.version?.at ?? '')
    return {
      entity: await presentState(engine, ctx, model, state),
      version: state.version?.id ?? null,
      at: engine.clock.toWall(at),
      complete: state.since === undefined ? 1 : 0,
      ...(state.since !== undefined && { since: engine.clock.toWall(state.since) }),
    }
  },
}

/**
 * `restore`: brings fields, rows or the whole record back to what they were at a version, by an ordinary update
 * (reference: metadata, Versions).
 */
const restore: Action = {
  entity: (model) => model.trackChanges,
  name: 'restore',
  needs: 'write',
  kind: 'Restore',
  async run(engine, ctx, record, data): Promise<RestoreAnswer> {
    const moment = momentOf(engine, { ...data, at: undefined })
    const wanted = wantedOf(data)
    const { model, state } = await stateNow(engine, record, moment)
    const plan = planRestore(engine, ctx, model, state, wanted)
    const entity = await saveRestored(engine, ctx, model, state, plan, {
      ...(typeof data.modified === 'string' && { modified: data.modified }),
      ...(data.confirm_data_loss === 1 && { confirm_data_loss: 1 }),
    })
    const not_restored = plan.kept.map(async ({ message, ...kept }) => ({
      ...kept,
      message: await engine.say(message, ctx.language, model.id),
    }))
    return { entity, not_restored: await Promise.all(not_restored) }
  },
}

export const historyActions: readonly Action[] = [getState, restore]

async function stateNow(
  engine: Engine,
  record: EntityRecord,
  moment: Moment,
): Promise<{ model: Model; state: PastState }> {
  return readRecords(engine, async () => {
    const model = engine.models.require(String(record._entity))
    return { model, state: await stateOf(engine, engine.store, model, record.id, moment) }
  })
}

/** Secrets and roll-ups have no past: they are left out. */
function presentState(engine: Engine, ctx: Context, model: Model, state: PastState): Promise<EntityRecord> {
  const unknown = rolledUpFields(engine, model)
  const tables = Object.entries(state.tables).map(([name, rows]) => {
    const child = engine.models.get(model.byName.get(name)?.rule.options ?? '')
    const isKnown = (column: string) => !unknown.has(`${name}.${column}`)
    return [name, child ? rows.map((row) => known(child, row, isKnown)) : rows]
  })
  const row = known(model, state.row, (name) => !unknown.has(name))
  return presentRecord(engine, ctx, model, row, Object.fromEntries(tables) as StoredTables)
}

function known(model: Model, row: StoredRow, isKnown: (name: string) => boolean): StoredRow {
  const secrets = new Set(model.stored.flatMap(({ kind, name }) => (kind === 'secret' ? [name] : [])))
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secrets.has(name) && isKnown(name)))
}
