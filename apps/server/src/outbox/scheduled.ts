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
import { FinalRefusal } from './not-sent.ts'

/** A message waits for its time a year at most. */
const longestWait = 365

/**
 * When a message is to leave, as UTC text, from what a call says: an instant, UTC where it names no offset. Undefined: at once,
 * as without a time or with one that is over.
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

/** Says that a time is more than a year ahead. `due` is UTC text. */
export function tooFar(engine: Engine, due: string): Message | undefined {
  const latest = addMillis(engine.clock.nowUtc(), longestWait * 86_400_000)
  return due > latest ? { text: 'A message can wait for its time for a year at most.' } : undefined
}

/**
 * The sender of a scheduled message, once its time has come, as they are now.
 * @throws FinalRefusal when they may not send it any more
 */
export async function senderNow(
  engine: Engine,
  { user, reference_entity: entity, reference_id: id }: Readonly<Record<string, unknown>>,
  created: string,
): Promise<Context> {
  const actor = typeof user === 'string' ? await actorOf(engine, user) : undefined
  if (!actor) throw notAnyMore()
  const ctx = contextOf(actor, '')
  await orRefuse(async () => {
    requireRight(engine, ctx, created, 'create')
    if (typeof entity === 'string' && typeof id === 'string') await requireRecord(engine, ctx, entity, id, 'write')
  })
  return ctx
}

/**
 * The message that was taken back and is sent again in other words, by its id; undefined when none is named, or it is gone.
 * @throws Problem 403, or 409 when it is no draft
 */
export async function readDraft(engine: Engine, ctx: Context, id: unknown): Promise<string | undefined> {
  if (id === undefined || id === null || id === '') return undefined
  if (typeof id !== 'string') throw invalid('The value for {0} is not valid', [{ translate: 'Draft' }])
  // Thrown away by somebody in the meantime: its words are here all the same.
  const said = await requireRecord(engine, ctx, 'Communication', id, 'write').catch(unlessGone)
  if (!said) return undefined
  if (said.status !== 'Draft') throw notWhile(said.status)
  return said.id
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof Problem) || error.status !== 404) throw error
}

/**
 * Deletes a message that was taken back, in the transaction that puts another one in its place: the thread never shows both.
 * Does nothing for one that is gone by now. `ctx` asks nobody, as most people may delete no message.
 */
export async function dropDraft(engine: Engine, ctx: Context, tx: Tx, id: string): Promise<void> {
  const system = { ...ctx, system: true }
  const thread = engine.models.require('Communication')
  const said = await engine.rows(thread).byId(tx, id)
  if (!said) return
  const remove = (model: Model, gone: string) => removeRecord(engine, system, tx, model, gone, {}).catch(unlessGone)
  // A message names its place in the thread, and so goes first.
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

/** A scheduled message takes its place in the thread as it leaves. False for one that was not scheduled. */
export async function beginLeaving(engine: Engine, tx: Tx, said: Readonly<StoredRow>): Promise<boolean> {
  if (said.status !== 'Scheduled' && said.status !== 'Draft') return false
  const values = { status: 'Linked', communication_date: engine.clock.nowUtc() }
  await updateIn(engine, systemContext(engine), tx, 'Communication', String(said.id), values)
  return true
}

/** A message that was taken back is a draft: it stands where it was written, and goes nowhere. */
export async function takeBack(engine: Engine, tx: Tx, said: Readonly<StoredRow>): Promise<void> {
  const values = { status: 'Draft', delivery_status: null, error: null, communication_date: engine.clock.nowUtc() }
  await updateIn(engine, systemContext(engine), tx, 'Communication', String(said.id), values)
}

/** Turns a refusal of rights into one of the message; any other problem, a damaged file say, is told as it is. @throws FinalRefusal */
export async function orRefuse(check: () => Promise<unknown>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw [403, 404].includes(error.status) ? notAnyMore() : new FinalRefusal(error.detail)
  }
}

const notAnyMore = () => new FinalRefusal({ text: 'Its sender may not send it any more.' })

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
