import {
  areEqualValues,
  limits,
  type MergedOnto,
  type MergeField,
  mergeRecord,
  Problem,
  staleRecord,
} from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import { presentRecord, requireOwnership } from '../reading/read.ts'
import type { StoredRow } from '../tables/rows.ts'
import { asAnswered, type Body, isObject } from './parse-body.ts'
import type { RecordBefore } from './start-write.ts'
import type { WriteState } from './writing.ts'

/** Key of a body that holds the values, as read, which the sent fields had (reference: http-api, Changing). */
export const baseKey = '_base'

/** The part of a write that a merge needs. */
type MergingWrite = Pick<WriteState, 'engine' | 'ctx' | 'model' | 'sent'>

/**
 * Brings a save up to date with the record as it is stored (reference: http-api, Changing): one that began with an
 * older state is merged by its `_base`, and `writing.sent` becomes the result. Undefined when nothing was stale.
 * @throws Problem 409 when both sides changed the same value, or the caller may not compare
 */
export async function mergeStale(
  writing: MergingWrite,
  before: RecordBefore,
  body: Body,
): Promise<MergedOnto | undefined> {
  const { engine, ctx, model } = writing
  const { row: stored, tables } = before
  const { modified } = body
  const base = body[baseKey]
  const now = engine.clock.toWall(String(stored.modified))
  if (modified === undefined || modified === null || modified === now) return undefined
  const stale = (more?: Parameters<typeof staleRecord>[2]) => staleRecord(now, String(stored.modified_by), more)
  if (!mayCompare(engine, ctx, model, stored, body)) throw stale()
  const theirs = await presentRecord(engine, ctx, model, stored, tables)
  // A behaviour hides further fields from some readers.
  if (Object.keys(body).some((name) => model.byName.has(name) && !Object.hasOwn(theirs, name))) throw stale()
  if (!isObject(base)) throw stale({ theirs })
  const mine = answeredValues(writing)
  const { values, clashes } = mergeRecord({ fields: mergeFieldsOf(engine, model), base, theirs, mine })
  if (clashes.length > 0) throw stale({ theirs, clashes })
  for (const [name, value] of Object.entries(values)) {
    // A value that is mine goes on as it was sent, so that its own checks apply to it.
    if (Array.isArray(mine[name]) || !areEqualValues(value, mine[name]))
      writing.sent = { ...writing.sent, [name]: value }
  }
  return { modified: now, modified_by: String(stored.modified_by) }
}

/** True when the caller may read the record and every sent field, and so may learn what differs. */
function mayCompare(engine: Engine, ctx: Context, model: Model, stored: StoredRow, body: Body): boolean {
  if (ctx.system) return true
  const rights = rightsOf(engine, ctx.actor, model)
  const own = stored.owner === ctx.actor.user
  const isReadable = (field: Field | undefined) => !field || canReadField(rights, field, own)
  if (rights.read === 'none' || !Object.keys(body).every((name) => isReadable(model.byName.get(name)))) return false
  const readsRow = (child: Model | undefined, row: unknown) =>
    !child || !isObject(row) || Object.keys(row).every((name) => isReadable(child.byName.get(name)))
  for (const field of model.tables) {
    const rows = body[field.name]
    if (Array.isArray(rows) && !rows.every((row) => readsRow(rowsModel(engine, field), row))) return false
  }
  return isGranted(() => {
    requireOwnership(engine, ctx, model, 'read', stored)
    engine.behaviours.get(model.id)?.guard?.('read', ctx, stored)
  })
}

function isGranted(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const mergeFields = new WeakMap<Model, { engine: Engine; generation: number; fields: readonly MergeField[] }>()

/** The fields of an entity as a merge sees them. The rows' own entity can change without this one. */
function mergeFieldsOf(engine: Engine, model: Model): readonly MergeField[] {
  const { generation } = engine.models
  const known = mergeFields.get(model)
  if (known?.generation === generation && known.engine === engine) return known.fields
  const fields = model.fields.map((field) => mergeFieldOf(engine, field))
  mergeFields.set(model, { engine, generation, fields })
  return fields
}

function mergeFieldOf(engine: Engine, field: Field): MergeField {
  const fieldname = field.name
  if (field.kind !== 'table') return { fieldname, kind: field.kind === 'secret' ? 'secret' : 'value' }
  const columns = (rowsModel(engine, field)?.stored ?? []).filter(({ readOnly }) => !readOnly)
  return { fieldname, kind: 'table', columns: columns.map((column) => mergeFieldOf(engine, column)) }
}

/** The sent values in the form of an answer. Rows that no write accepts are left to the write's own checks. */
function answeredValues(writing: MergingWrite): Record<string, unknown> {
  const { engine, ctx, model, sent } = writing
  const values: Record<string, unknown> = {}
  for (const field of model.stored) {
    if (Object.hasOwn(sent, field.name)) values[field.name] = asAnswered(engine, ctx, field, sent[field.name])
  }
  for (const field of model.tables) {
    const rows = sent[field.name] ?? []
    const child = rowsModel(engine, field)
    if (!Object.hasOwn(sent, field.name) || !child || !isRows(rows)) continue
    values[field.name] = rows.map((row) => answeredRow(writing, child, row))
  }
  return values
}

function answeredRow({ engine, ctx }: MergingWrite, child: Model, row: Body): Body {
  const known = child.stored.filter((field) => Object.hasOwn(row, field.name))
  return {
    ...row,
    ...Object.fromEntries(known.map((field) => [field.name, asAnswered(engine, ctx, field, row[field.name])])),
  }
}

const rowsModel = (engine: Engine, field: Field): Model | undefined => engine.models.get(field.rule.options ?? '')

const isRows = (rows: unknown): rows is Body[] =>
  Array.isArray(rows) && rows.length <= limits.tableRows && rows.every(isObject)
