import type { Message } from '@tavla/contract'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { addMillis } from '../ground/utc-text.ts'
import type { Lanes } from './lanes.ts'
import { leaseMillis, type OutboxRows } from './rows.ts'
import { FinalRefusal, LaneFault, reasonOf, UncertainDelivery } from './send-errors.ts'
import type { OutboxNote, OutboxOptions, OutboxRow, Outcome, Sender } from './types.ts'

/** A leased row on its way to its sender. */
export interface Attempt {
  sender: Sender
  row: OutboxRow
  lanes: Lanes
  rows: OutboxRows
  options: OutboxOptions
}

/** Sends the message of a row once and renews the lease meanwhile; resolves to the row's next state, whatever happens. */
export async function attemptToSend(attempt: Attempt): Promise<Outcome> {
  const { sender, row, lanes, rows } = attempt
  const attempts = row.attempts + 1
  const repeats = row.repeats + (row.state === 'Sending' ? 1 : 0)
  const renewal = setInterval(() => void rows.renew(row), leaseMillis / 2)
  try {
    if (repeats > (row.state === 'Sending' ? 1 : maxRepeatsOf(sender))) throw mayHaveArrived(crashedTwice)
    const remark = await sender.send(row.ref, { mayRepeat: repeats > 0 })
    const error = remark ? encodeSentence(remark) : null
    lanes.note(row.lane, true)
    return { note: { state: 'Sent', attempts, nextAttempt: null, error }, repeats }
  } catch (error) {
    lanes.note(row.lane, !(error instanceof LaneFault))
    return failedOutcome(attempt, { attempts, repeats }, error)
  } finally {
    clearInterval(renewal)
  }
}

function failedOutcome(
  { sender, row, options }: Attempt,
  { attempts, repeats: before }: { attempts: number; repeats: number },
  thrown: unknown,
): Outcome {
  const repeats = before + (thrown instanceof UncertainDelivery ? 1 : 0)
  const isLast = repeats > maxRepeatsOf(sender) && thrown instanceof UncertainDelivery
  const fault = isLast ? mayHaveArrived(thrown.sentence) : thrown
  const error = encodeSentence(reasonOf(fault))
  const wait = fault instanceof FinalRefusal ? undefined : sender.retryAfter[row.attempts]
  const { kind, ref } = row
  options.logs.worker.warn({ kind, ref, attempts, error: plainSentence(error), err: thrown }, 'not sent')
  const note: OutboxNote =
    wait === undefined
      ? { state: 'Error', attempts, nextAttempt: null, error }
      : { state: 'Queued', attempts, nextAttempt: addMillis(options.nowUtc(), wait), error }
  return { note, repeats }
}

const crashedTwice: Message = { text: 'The server ended twice while it was on its way.' }

const maxRepeatsOf = ({ maxRepeats = 1 }: Sender) => maxRepeats

/** After this many uncertain attempts, a further one would flood the receiver. */
const mayHaveArrived = (prefix: Message) => new FinalRefusal({ prefix, text: 'It may have arrived already.' })
