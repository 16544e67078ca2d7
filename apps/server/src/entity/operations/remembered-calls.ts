import { limits } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { addMillis } from '../../ground/utc-text.ts'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Operation } from '../people/operation.ts'
import { Plans, Slot } from '../tables/plan.ts'
import { unfinished } from '../writing/operation-row.ts'

/** An operation that a call with the same id has already written. */
export interface RememberedCall {
  /** True when the same user sent the same call less than a day ago. */
  isSame: boolean
  /** False when it ended in an error, or was cut off between its transactions: a repeat is tried again. */
  isDone: boolean
  /** Its answer as JSON text; null when it was too long, or held a secret. */
  answer: string | null
}

const readPlans = new Plans()
const writePlans = new Plans()

interface CallRow {
  user: string | null
  at: string
  hash: string | null
  answer: string | null
}

/** Looks up the operation with this id (reference: http-api, Repeated calls); undefined when it is new. */
export async function rememberedCall(engine: Engine, operation: Operation): Promise<RememberedCall | undefined> {
  const log = engine.models.require('Operation Log')
  const plan = readPlans.of(
    engine,
    '',
    () => sql`select owner as ${sql.id('user')}, c_at as at, call_hash as hash, call_answer as answer
      from ${sql.table(log.table.name)} where id_fold = ${new Slot(0)}`,
  )
  const row = await engine.store.get<CallRow>(plan.with([fold(operation.id)]))
  if (!row) return undefined
  const call = operation.call as string
  const isOpen = row.hash === unfinished(call)
  const isYoung = row.at > addMillis(engine.clock.nowUtc(), -limits.rememberedCallHours * 3_600_000)
  const isSame = row.user === operation.user && isYoung && (isOpen || row.hash === call)
  return { isSame, isDone: !isOpen, answer: row.answer }
}

/** Keeps the answer of a call that has ended; one that is too long is not kept. */
export async function rememberAnswer(engine: Engine, operation: Operation, answer: string | null): Promise<void> {
  const isShort = answer !== null && Buffer.byteLength(answer) <= limits.rememberedAnswer
  await setCall(engine, operation, operation.call as string, isShort ? answer : null)
}

/** Notes that a call failed after it had written something, so that its repeat is tried again. */
export async function forgetCall(engine: Engine, operation: Operation): Promise<void> {
  await setCall(engine, operation, unfinished(operation.call as string), null)
}

async function setCall(engine: Engine, operation: Operation, hash: string, answer: string | null): Promise<void> {
  const log = engine.models.require('Operation Log')
  const plan = writePlans.of(
    engine,
    '',
    () => sql`update ${sql.table(log.table.name)} set call_hash = ${new Slot(1)}, call_answer = ${new Slot(2)}
      where id_fold = ${new Slot(0)}`,
  )
  await engine.store.write((tx) => tx.run(plan.with([fold(operation.id), hash, answer])))
}
