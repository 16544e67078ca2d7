import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BulkPlan, BulkSample, EntityRecord } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { titlesNowOrInTrash } from '../operations/trashed.ts'
import type { Context } from '../people/actor.ts'
import { contextOf } from '../people/actors.ts'
import { presentRecord, readTables } from '../reading/read.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { type BlockOutcome, rehearseBlock } from './block.ts'
import { presentRefusals, refusalOf } from './refusals.ts'
import { openForMany, type RowWrite } from './row-write.ts'

/** Of more records, every n-th is tried. */
const maxTried = 5_000
/** Records that one transaction tries: others write in between. */
const blockSize = 500
const maxSamples = 20
const maxRefusals = 100

/** A plan before it has an id and an end. */
export type PlanNumbers = Omit<BulkPlan, 'plan_id' | 'expires'>

interface RecordState {
  row: StoredRow
  tables: StoredTables
}

/** A record of the sample, as stored. */
interface Sampled {
  id: string
  before: RecordState
  after?: RecordState | undefined
}

/**
 * Tells what the write would do to the records: it is done and rolled back, so that every rule has its say. Nothing is
 * sent, and nobody is told (reference: http-api, Bulk on a filter).
 * @throws Problem 403, 404, 417
 */
export async function planBulk(
  engine: Engine,
  ctx: Context,
  entity: string,
  ids: readonly string[],
  write: RowWrite,
): Promise<PlanNumbers> {
  openForMany(engine, ctx, entity, write)
  const tried = everyNth(ids)
  const states = new Map<string, RecordState>()
  const sampled: Sampled[] = []
  const refused: BlockOutcome['refused'] = []
  let changed = 0
  const note = ({ written, ...outcome }: BlockOutcome) => {
    for (const { id, isChanged, after } of written) {
      if (!isChanged) continue
      changed += 1
      const before = states.get(id)
      if (before && sampled.length < maxSamples) sampled.push({ id, before, after })
    }
    refused.push(...outcome.refused)
  }
  const before = async (tx: Tx, model: Model, id: string) => {
    if (sampled.length >= maxSamples) return
    const row = await engine.rows(model).byId(tx, id)
    if (row) states.set(id, { row: { ...row }, tables: await readTables(engine, tx, model, id) })
  }
  // The writes that are rolled back belong to no operation of the call.
  const rehearsal = { ...ctx, operation: contextOf(ctx.actor, ctx.requestId).operation }
  for (let at = 0; at < tried.length; at += blockSize) {
    const block = { entity, write, ids: tried.slice(at, at + blockSize) }
    note(await rehearseBlock(engine, rehearsal, block, { before }))
    states.clear()
    await nextTurn()
  }
  const refusals = await presentRefusals(engine, ctx, entity, refused.slice(0, maxRefusals).map(refusalOf))
  return {
    ...estimate(ids.length, tried.length, { changed, refused: refused.length }),
    refused: refusals,
    sample: await presentSamples(engine, ctx, entity, write, sampled),
  }
}

/** Every n-th, so that the whole of the records is represented. */
export function everyNth<T>(all: readonly T[]): readonly T[] {
  const step = Math.ceil(all.length / maxTried)
  return step <= 1 ? all : all.filter((_, index) => index % step === 0)
}

/** Numbers for all records from those of the tried ones; they add up to `count`. */
export function estimate(count: number, checked: number, found: { changed: number; refused: number }) {
  if (checked === count) {
    const { changed, refused } = found
    return { count, changed, unchanged: count - changed - refused, refused_count: refused }
  }
  const changed = Math.round((found.changed * count) / checked)
  const refused_count = Math.min(count - changed, Math.round((found.refused * count) / checked))
  return { count, checked, changed, unchanged: count - changed - refused_count, refused_count }
}

async function presentSamples(
  engine: Engine,
  ctx: Context,
  entity: string,
  write: RowWrite,
  sampled: readonly Sampled[],
): Promise<BulkSample[]> {
  const model = engine.models.require(entity)
  const titles = await titlesNowOrInTrash(engine, ctx, entity, new Set(sampled.map(({ id }) => id)))
  const present = ({ row, tables }: RecordState) => presentRecord(engine, ctx, model, { ...row }, tables)
  const shown: BulkSample[] = []
  for (const { id, before, after } of sampled) {
    const title = write.do === 'restore' ? String(before.row.title ?? id) : (titles.get(id) ?? id)
    const sides = after ? differing(model, await present(before), await present(after)) : { before: {}, after: {} }
    shown.push({ id, title, ...sides })
  }
  return shown
}

/** The fields that differ, with the titles of what they link to. */
function differing(model: Model, before: EntityRecord, after: EntityRecord): Pick<BulkSample, 'before' | 'after'> {
  const names = model.fields
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(before, name) && !isDeepStrictEqual(before[name], after[name]))
  const only = (record: EntityRecord) => {
    const titles = Object.entries(record._link_titles ?? {}).filter(([name]) => names.includes(name))
    return {
      ...Object.fromEntries(names.map((name) => [name, record[name]])),
      ...(titles.length > 0 && { _link_titles: Object.fromEntries(titles) }),
    }
  }
  return { before: only(before), after: only(after) }
}
