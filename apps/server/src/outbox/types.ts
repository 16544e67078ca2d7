import type { Message } from '@tavla/contract'
import type { Logs } from '../ground/logs.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import type { AllowedRecipients } from './reach.ts'

export type OutboxState = 'Scheduled' | 'Queued' | 'Held' | 'Sending' | 'Sent' | 'Error' | 'Cancelled'

export interface OutboxNote {
  state: OutboxState
  attempts: number
  /** UTC text, while the message waits for its time or for another attempt. */
  nextAttempt: string | null
  /** A stored sentence: why the message was not sent, or a remark about a sent one. */
  error: string | null
}

/** Sends the messages of one kind. Its record mirrors the state of the row (reference: conversations, Outbox). */
export interface Sender {
  kind: string
  /** Maximum number of messages of one lane being sent at once; 1 keeps them in order. */
  atOnce: number
  /** Milliseconds before each retry; after the last retry the row is in Error. */
  retryAfter: readonly number[]
  /** Maximum number of repetitions when the answer did not come; 1 by default. After a crash of the server it is 1. */
  maxRepeats?: number
  /** Everybody whom the message with the id `ref` would reach: mail addresses, or phone numbers. */
  recipients(ref: string, reader: Reader): Promise<readonly string[]>
  /**
   * Sends the message with the id `ref`. `mayRepeat`: an earlier attempt may have sent it already. Resolves to a remark
   * for people about the sent message, if there is one.
   * @throws SendError with the reason; FinalRefusal when a retry cannot help
   */
  send(ref: string, attempt: { mayRepeat: boolean }): Promise<Message | undefined>
  /**
   * Called once when the time of a scheduled message has come, before it is queued.
   * @throws FinalRefusal when it may no longer be sent
   */
  release?(ref: string): Promise<void>
  /** Writes the row's new state to the record, in the transaction that changes the row. */
  mirror(tx: Tx, ref: string, note: OutboxNote): Promise<void>
}

export interface OutboxOptions {
  store: Store
  logs: Pick<Logs, 'worker'>
  /** UTC text; no two calls return the same. */
  nowUtc(): string
  /** False: no message is sent, and rows are held (reference: conversations, Outbox). */
  mayReachPeople(): boolean
  /** Set where the configuration lets nobody else be reached, whatever the settings say. */
  only?: AllowedRecipients | undefined
}

/** Result of an attempt. */
export interface Outcome {
  note: OutboxNote
  repeats: number
}

/** The columns of a row that its sending needs. */
export interface OutboxRow {
  rid: number
  kind: string
  ref: string
  lane: string
  state: OutboxState
  attempts: number
  /** Attempts after which it is unknown whether the message was sent. */
  repeats: number
}
