import { badRequest, invalid, limits, type OperationRecordAnswer, recordNotFound } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { findOne } from '../reading/lookup.ts'
import type { Action } from '../types.ts'
import { readersOf } from './readable.ts'
import { titlesNowOrInTrash } from './trashed.ts'
import { undoOperation } from './undo.ts'
import { type OperationRecord, recordsOf } from './versions-of.ts'

type Data = Readonly<Record<string, unknown>>

/** Lists the records of an operation that the caller may read, and counts the others (reference: http-api, Undo). */
const getRecords: Action = {
  entity: 'Operation Log',
  name: 'get_records',
  needs: 'read',
  async run(engine, ctx, { id }, { limit_start, limit_page_length }) {
    const records = (await recordsOf(engine, engine.store, id)).filter((record) => !record.isPart)
    const isReadable = await readersOf(engine, ctx, records)
    const shown = records.filter(isReadable)
    const start = wholeNumber(limit_start, 0, Number.MAX_SAFE_INTEGER, 0)
    const page = shown.slice(start, start + wholeNumber(limit_page_length, 1, limits.pageCap, 50))
    return {
      records: await presentRecords(engine, ctx, page),
      count: records.length,
      hidden: records.length - shown.length,
    }
  },
}

/** Takes back an operation, or some of its records (reference: http-api, Undo). */
const undo: Action = {
  entity: 'Operation Log',
  name: 'undo',
  kind: 'Undo',
  needs: 'read',
  run: (engine, ctx, { id }, data) =>
    undoOperation(engine, ctx, id, { only: namedRecords(data.only), ...modeOf(data) }),
}

/** Takes back one version of a record (reference: http-api, Undo). */
const undoVersion: Action = {
  entity: (model) => model.trackChanges,
  name: 'undo_version',
  kind: 'Undo',
  needs: 'write',
  async run(engine, ctx, record, data) {
    const [entity, id] = [String(record._entity), record.id]
    const version = typeof data.version === 'string' ? data.version : ''
    const where = { id: version, ref_entity: entity, ref_id: id }
    const found = await findOne(engine, 'Version', { where, fields: ['operation_id', 'at'] })
    const row = await engine.rows(engine.models.require(entity)).byId(engine.store, id)
    // The versions of a former record with the same id are those of another record.
    const isOwn = found && String(found.at) >= String(row?.creation ?? '')
    const operation = isOwn && (await findOne(engine, 'Operation Log', { where: { id: String(found.operation_id) } }))
    if (!found || !operation) throw recordNotFound('Version', version.slice(0, limits.dataLength))
    return undoOperation(engine, ctx, operation.id, { only: [{ entity, id }], version, ...modeOf(data) })
  },
}

export const operationActions: readonly Action[] = [getRecords, undo, undoVersion]

async function presentRecords(
  engine: Engine,
  ctx: Context,
  records: readonly OperationRecord[],
): Promise<OperationRecordAnswer[]> {
  const titles = new Map<string, ReadonlyMap<string, string>>()
  for (const [entity, named] of Map.groupBy(records, (record) => record.entity)) {
    titles.set(entity, await titlesNowOrInTrash(engine, ctx, entity, new Set(named.map(({ id }) => id))))
  }
  return records.map(({ entity, id, versions }) => {
    const [last] = versions
    return {
      entity,
      id,
      title: titles.get(entity)?.get(id) ?? null,
      action: last?.action ?? '',
      version: last?.id ?? '',
    }
  })
}

const modeOf = ({ dry_run, confirm_data_loss }: Data) => ({
  isDryRun: isSet(dry_run),
  isLossConfirmed: isSet(confirm_data_loss),
})

const isSet = (flag: unknown) => flag === 1 || flag === true

/** @throws Problem 400, or 417 for too many */
function namedRecords(only: unknown): { entity: string; id: string }[] | undefined {
  if (only === undefined || only === null) return undefined
  if (!Array.isArray(only)) throw badRequest()
  const most = limits.bulkItems
  if (only.length === 0 || only.length > most) throw invalid('{0} must be a list of 1 to {1} items', ['only', most])
  const named = new Map<string, { entity: string; id: string }>()
  for (const item of only) {
    const { entity, id } = (item ?? {}) as Data
    if (typeof entity !== 'string' || typeof id !== 'string') throw badRequest()
    named.set(JSON.stringify([entity, id]), { entity, id })
  }
  return [...named.values()]
}

function wholeNumber(value: unknown, min: number, max: number, otherwise: number): number {
  const number = Number(value)
  return value != null && Number.isInteger(number) && number >= min && number <= max ? number : otherwise
}
