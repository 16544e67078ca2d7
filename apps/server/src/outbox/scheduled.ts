import { invalid, type Message, notPossibleNow, Problem } from '@tavla/contract'
import {
  actorOf,
  type Context,
  contextOf,
  type Engine,
  type Model,
  removeRecord,
  requireRecord,
  requireRight,
  type StoredRow,
  systemContext,
  updateIn,
} from '../entity/index.ts'
import { addMillis, utcTextOf } from '../ground/utc-text.ts'
import type { Tx } from '../store/store.ts'
import { FinalRefusal } from './send-errors.ts'

/** Maximum delay of a scheduled message. Days. */
const maxDelayDays = 365

/**
 * The time at which a message is to be sent, as UTC text, from a call's value: an instant, in UTC unless it has an
 * offset. Undefined means at once, for a missing or past time.
 * @throws Problem 417
 */
export function readSendAt(engine: Engine, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const due = typeof value === 'string' ? instantOf(value.trim()) : undefined
  if (due === undefined) throw invalid('The value for {0} is not valid', [{ translate: 'Send At' }])
  const problem = tooFar(engine, due)
  if (problem) throw invalid(problem.text)
  return due > engine.clock.nowUtc() ? due : undefined
}

/** The error for a time more than a year ahead. `due` is UTC text. */
export function tooFar(engine: Engine, due: string): Message | undefined {
  const latest = addMillis(engine.clock.nowUtc(), maxDelayDays * 86_400_000)
  return due > latest ? { text: 'A message can wait for its time for a year at most.' } : undefined
}

/** The current context of a scheduled message's sender. @throws FinalRefusal when they may no longer send it */
export async function currentSender(
  engine: Engine,
  { user, reference_entity: entity, reference_id: id }: Readonly<Record<string, unknown>>,
  created: string,
): Promise<Context> {
  const actor = typeof user === 'string' ? await actorOf(engine, user) : undefined
  if (!actor) throw mayNotSend()
  const ctx = contextOf(actor, '')
  await convertRefusal(async () => {
    requireRight(engine, ctx, created, 'create')
    if (typeof entity === 'string' && typeof id === 'string') await requireRecord(engine, ctx, entity, id, 'write')
  })
  return ctx
}

/**
 * The id of the draft that a new message replaces; undefined when none is named, or it is gone.
 * @throws Problem 403, or 409 when it is not a draft
 */
export async function readDraft(engine: Engine, ctx: Context, id: unknown): Promise<string | undefined> {
  if (id === undefined || id === null || id === '') return undefined
  if (typeof id !== 'string') throw invalid('The value for {0} is not valid', [{ translate: 'Draft' }])
  // Another user deleted it in the meantime; the call itself contains the text.
  const said = await requireRecord(engine, ctx, 'Communication', id, 'write').catch(ignoreNotFound)
  if (!said) return undefined
  if (said.status !== 'Draft') throw notWhile(said.status)
  return said.id
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof Problem) || error.status !== 404) throw error
}

/**
 * Deletes a draft in the transaction that stores its replacement, so that the thread never shows both. Does nothing
 * when the draft is gone. `ctx` skips permission checks, because most users may not delete messages.
 */
export async function dropDraft(engine: Engine, ctx: Context, tx: Tx, id: string): Promise<void> {
  const system = { ...ctx, system: true }
  const thread = engine.models.require('Communication')
  const said = await engine.rows(thread).byId(tx, id)
  if (!said) return
  const remove = (model: Model, gone: string) =>
    removeRecord(engine, system, tx, model, gone, { isFinal: true }).catch(ignoreNotFound)
  // The message refers to its entry in the thread, so it is deleted first.
  if (typeof said.whatsapp_message === 'string') {
    await remove(engine.models.require('Whatsapp Message'), said.whatsapp_message)
  }
  await remove(thread, id)
}

export const notWhile = (status: unknown) =>
  notPossibleNow({
    text: 'This is not possible while the message is {0}.',
    args: [{ translate: String(status), context: 'status' }],
  })

/** Moves a scheduled message to its place in the thread when it is sent. False when it was not scheduled. */
export async function moveToThread(engine: Engine, tx: Tx, said: Readonly<StoredRow>): Promise<boolean> {
  if (said.status !== 'Scheduled' && said.status !== 'Draft') return false
  const values = { status: 'Linked', communication_date: engine.clock.nowUtc() }
  await updateIn(engine, systemContext(engine), tx, 'Communication', String(said.id), values)
  return true
}

/** Makes a message that was taken back a draft: it stays in the thread and is not sent. */
export async function takeBack(engine: Engine, tx: Tx, said: Readonly<StoredRow>): Promise<void> {
  const values = { status: 'Draft', delivery_status: null, error: null, communication_date: engine.clock.nowUtc() }
  await updateIn(engine, systemContext(engine), tx, 'Communication', String(said.id), values)
}

/**
 * Turns a refused permission into a refusal of the message; any other problem, such as a damaged file, keeps its
 * message.
 * @throws FinalRefusal
 */
export async function convertRefusal(check: () => Promise<unknown>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw [403, 404].includes(error.status) ? mayNotSend() : new FinalRefusal(error.detail)
  }
}

const mayNotSend = () => new FinalRefusal({ text: 'Its sender may not send it any more.' })

/** `YYYY-MM-DD HH:mm[:ss[.ffffff]]`, with `T` or a space, and with or without an offset. */
function instantOf(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?$/i.test(text)) return undefined
  try {
    const instant = Temporal.Instant.from(/(Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`)
    const utc = utcTextOf(instant.toString({ fractionalSecondDigits: 6 }))
    return /^\d{4}-/.test(utc) ? utc : undefined
  } catch {
    return undefined
  }
}
