import { isDeepStrictEqual } from 'node:util'
import { badRequest, defaultWords, invalid, limits } from '@tavla/contract'
import type { ParseContext } from '@tavla/fields/server'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canWriteField, type Rights } from '../people/permissions.ts'
import { presentValue } from '../reading/present.ts'
import { secretMask } from '../secrets/vault.ts'
import type { StoredRow } from '../tables/rows.ts'
import { newRowId } from './ids.ts'
import type { Place, Problems } from './problems.ts'

export type Body = Readonly<Record<string, unknown>>

/** The fields of a body; an envelope `{entity: {…}}` is removed. @throws Problem 400 */
export function unwrapBody(body: unknown): Body {
  if (body === undefined || body === null) return {}
  if (!isObject(body)) throw badRequest()
  const keys = Object.keys(body)
  return keys.length === 1 && keys[0] === 'entity' && isObject(body.entity) ? body.entity : body
}

/**
 * Silently drops fields that the caller may not write, because forms send whole records back (reference: http-api,
 * Changing).
 */
export function writableBody(ctx: Context, model: Model, rights: Rights, own: boolean, body: Body): Body {
  if (ctx.system) return body
  const refused = (name: string) => {
    const field = name === 'id' ? undefined : model.byName.get(name)
    return field !== undefined && (field.readOnly || !canWriteField(rights, field, own))
  }
  if (!Object.keys(body).some(refused)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !refused(name)))
}

/** A body being parsed: its sender, and the collector of its faults. */
interface ParseState {
  engine: Engine
  ctx: Context
  problems: Problems
}

/**
 * Stored values of the fields in `body` that differ from `before`. A value that was sent back unchanged is not checked,
 * so that a record with an old invalid value can still be saved.
 */
export function parseValues(
  { engine, ctx, problems }: ParseState,
  model: Model,
  body: Body,
  before: Readonly<StoredRow> | null,
  at: Place = {},
): StoredRow {
  const values: StoredRow = {}
  for (const field of model.stored) {
    if (!Object.hasOwn(body, field.name)) continue
    const sent = body[field.name]
    if (before && isUnchanged(engine, field, before[field.name], sent)) continue
    const parsed = parseOne(engine, ctx, field, sent)
    if ('problem' in parsed) problems.note(field.name, parsed.problem, parsed.type, at)
    else
      values[field.name] =
        field.kind === 'secret' && parsed.value !== null ? engine.vault.hold(String(parsed.value)) : parsed.value
  }
  return values
}

/**
 * Sets defaults for absent keys: literals, `Today`, `Now`, `__user` (reference: http-api, Creating); 0 for flags and
 * numbers.
 */
export function applyDefaults(engine: Engine, ctx: Context, model: Model, values: StoredRow): void {
  for (const field of model.stored) {
    if (Object.hasOwn(values, field.name)) continue
    values[field.name] = defaultOf(engine, ctx, field)
  }
}

/** The rows of one Table field, as sent and as stored. */
interface SentRows {
  field: Field
  child: Model
  sent: unknown
  before: readonly StoredRow[]
  /** Keeps only the keys of a row that its writer may set. */
  writable: (item: Body) => Body
  /** Told of each row: the values that it sets, and what was sent. */
  note?: (row: StoredRow, values: Readonly<StoredRow>, sent: Body, isNew: boolean) => void
}

/**
 * The rows of one Table field after the write: rows with oldRows ids updated, others created, in the order sent
 * (reference: metadata, Table rows).
 */
export function parseRows(parsing: ParseState, sending: SentRows): ParsedRows {
  const { field, child, sent, before, writable, note } = sending
  if (sent === null || sent === undefined || sent === '') return { rows: [], claimed: [] }
  if (!Array.isArray(sent)) throw badRequest()
  if (sent.length > limits.tableRows) {
    throw invalid('{0} can hold at most {1} rows', [{ translate: field.rule.label }, limits.tableRows])
  }
  const oldRows = new Map(before.map((row) => [row.id, row]))
  const claimed: string[] = []
  const rows = sent.map((item: unknown, index) => {
    if (!isObject(item)) throw badRequest()
    const old = typeof item.id === 'string' ? oldRows.get(item.id) : undefined
    if (old) oldRows.delete(old.id as string)
    const at = { table: field.name, row: index + 1 }
    const values = parseValues(parsing, child, writable(item), old ?? null, at)
    const row: StoredRow = { id: newRowId(), ...old, idx: index + 1, ...values }
    if (!old) applyDefaults(parsing.engine, parsing.ctx, child, row)
    note?.(row, values, item, !old)
    if (!old && typeof item.id === 'string') {
      claimed.push(item.id)
      if (parsing.ctx.restores) row.id = item.id
    }
    return row
  })
  return { rows, claimed }
}

export interface ParsedRows {
  rows: StoredRow[]
  /** Sent ids that are not rows of this record: they must not belong to another record. */
  claimed: string[]
}

function parseOne(engine: Engine, ctx: Context, field: Field, sent: unknown): ReturnType<Field['type']['parse']> {
  const context: ParseContext = { toWallClock: (instant) => engine.clock.instantToWall(instant) }
  const parsed = field.type.parse(sent, field.rule, context)
  // The server's own writes pass system times in UTC.
  if (!field.clock || ctx.system || 'problem' in parsed || parsed.value === null) return parsed
  return { value: engine.clock.toUtc(String(parsed.value)) }
}

/** A sent value in the form in which answers show it; one that its field refuses stays as it is. */
export function asAnswered(engine: Engine, ctx: Context, field: Field, sent: unknown): unknown {
  if (field.kind === 'secret') return sent
  const parsed = parseOne(engine, ctx, field, sent)
  return 'problem' in parsed ? sent : presentValue(engine, field, parsed.value)
}

function isUnchanged(engine: Engine, field: Field, stored: unknown, sent: unknown): boolean {
  if (field.kind === 'secret') return sent === secretMask || (stored == null && (sent === null || sent === ''))
  if (sent === stored) return true
  return isDeepStrictEqual(presentValue(engine, field, stored), sent)
}

function defaultOf(engine: Engine, ctx: Context, field: Field): StoredRow[string] {
  const text = field.definition.default
  const blank = field.kind === 'flag' || field.kind === 'integer' || field.kind === 'decimal' ? 0 : null
  // Nothing links to a new record.
  if (text === undefined || text === null || text === '' || field.definition.rollup) return blank
  if (text === defaultWords.user) return ctx.actor.user
  const now = () => (field.clock && ctx.system ? engine.clock.nowUtc() : engine.clock.nowWall())
  const moment =
    text === defaultWords.today ? engine.clock.nowWall().slice(0, 10) : text === defaultWords.now ? now() : text
  const parsed = parseOne(engine, ctx, field, moment)
  return 'problem' in parsed ? blank : parsed.value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
