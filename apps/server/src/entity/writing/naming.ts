import { alreadyExists, limits, type Message, Problem, type ProblemType } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { newRowId } from './ids.ts'
import { readPattern, type Series } from './series.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what an id may not hold
const forbidden = /[\u0000-\u001f\u007f<>/\\]/
/** Ids that would stand for something else in an address below the entity (reference: metadata, Ids and names). */
const reserved = new Set([
  ...['.', '..', 'meta', 'bulk-update'],
  ...['summary', 'values', 'bulk', 'import', 'export', 'import_template', 'query'],
])

/**
 * The checked and unused id of a new record by the entity's naming rule (reference: metadata, Naming rules).
 * @throws Problem 417 for an invalid or missing id, 409 when it is taken
 */
export async function newId(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  sent: unknown,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const own = await engine.behaviours.get(model.id)?.newId?.({ ...values, id: sent }, ctx, tx)
  const { naming_rule = 'Hash', naming_value } = model.definition
  const chosen = own ?? (naming_rule === 'Field' ? values[naming_value ?? ''] : sent)
  if (chosen !== undefined && chosen !== null && chosen !== '') {
    const id = checkedId(engine, model, chosen)
    const taken = await engine.rows(model).takenId(tx, id)
    if (taken !== undefined) throw alreadyExists(model.id, taken)
    return id
  }
  if (naming_rule === 'Series' && naming_value) return nextInSeries(engine, tx, model, naming_value)
  if (naming_rule === 'Hash' || naming_rule === 'Series') return newRowId()
  throw idRequired(askedField(model))
}

/** @throws Problem 417 */
export function checkedId(engine: Engine, model: Model, value: unknown): string {
  const id = typeof value === 'string' || typeof value === 'number' ? String(value).toWellFormed().trim() : ''
  const field = askedField(model)
  if (id === '') throw idRequired(field)
  if (id.length > limits.dataLength) {
    const args = [{ translate: 'ID' }, limits.dataLength]
    throw idProblem(field, 'CharacterLengthExceededError', { text: '{0} is too long (maximum {1} characters)', args })
  }
  const taken = reserved.has(id) || engine.behaviours.get(model.id)?.reservedIds?.includes(id)
  if (taken || forbidden.test(id)) throw invalidId(id, field)
  return id
}

/** The field in which users enter the id: a separate box, or the field that names the record. */
const askedField = ({ definition: { naming_rule, naming_value } }: Model): string =>
  naming_rule === 'Field' && naming_value ? naming_value : 'id'

export const idRequired = (fieldname?: string) => idProblem(fieldname, 'MandatoryError', { text: 'ID is required' })

/** A 417 shown at the field where the id was entered. */
export const invalidId = (id: string, fieldname?: string) =>
  idProblem(fieldname, 'ValidationError', { text: '{0} is not a valid ID', args: [id] })

function idProblem(fieldname: string | undefined, type: ProblemType, message: Message): Problem {
  const title = type === 'MandatoryError' ? 'Missing Value' : 'Invalid Value'
  return new Problem(417, type, title, message, { errors: [{ fieldname: fieldname ?? 'id', message }] })
}

/** Takes the next number of the series; skips numbers whose ids clients have already used. */
async function nextInSeries(engine: Engine, tx: Tx, model: Model, pattern: string): Promise<string> {
  const series = readPattern(pattern, engine.clock.nowWall())
  for (;;) {
    const row = await tx.get<{ last: number }>(engine.system.nextInSeries.with([`${model.id} ${series.prefix}`]))
    const id = idInSeries(series, row?.last ?? 1)
    if ((await engine.rows(model).takenId(tx, id)) === undefined) return checkedId(engine, model, id)
  }
}

/** The id that the next record of a series would get now, without taking it. */
export async function previewId(engine: Engine, model: Model, pattern: string): Promise<string> {
  const series = readPattern(pattern, engine.clock.nowWall())
  const row = await engine.store.get<{ last: number }>(
    engine.system.lastInSeries.with([`${model.id} ${series.prefix}`]),
  )
  for (let number = (row?.last ?? 0) + 1, tries = 1; ; number++, tries++) {
    const id = idInSeries(series, number)
    if (tries === maxPreviewTries || (await engine.rows(model).takenId(engine.store, id)) === undefined) return id
  }
}

/** Maximum number of used ids that a preview skips. */
const maxPreviewTries = 100

const idInSeries = ({ prefix, digits }: Series, number: number) => prefix + String(number).padStart(digits, '0')

/** The current prefix of an entity's series; undefined when its ids are not a series. */
export function seriesPrefix(engine: Engine, { definition }: Model): string | undefined {
  const { naming_rule, naming_value } = definition
  return naming_rule === 'Series' && naming_value ? readPattern(naming_value, engine.clock.nowWall()).prefix : undefined
}
