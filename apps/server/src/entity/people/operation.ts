import { randomUUIDv7 } from 'node:crypto'
import type { OperationDoor, OperationKind, OperationReason } from '@tavla/contract'

/**
 * The writes of one call, one inbound mail or message, or one import, under one id (reference: metadata, Operations).
 * Transactions add to it as they commit; its row in Operation Log belongs to the first of them.
 */
export class Operation {
  /** The user who answers for it; null for the server and for messages from outside. */
  readonly user: string | null
  door: OperationDoor
  kind: OperationKind | undefined
  /** The reason why it can't be undone; undefined when it can. */
  reason: OperationReason | undefined
  /** False for the server's own work, and for marks of what was read: they have versions, but no row. */
  isLogged = true
  /** The operation that this one undoes. */
  undoOf: string | null = null
  /** Fingerprint of a call that its sender may repeat; undefined without the header Operation-Id. */
  call: string | undefined
  /** The answer for a repeated call, or the part of it that the records don't give, as JSON text. */
  answer: string | null = null
  /** True when the answer holds a secret, which is not kept. */
  isSecret = false
  /** True when several transactions do the work, so that a repeat after a crash goes on. */
  isInParts = false
  /** How its caller confirmed it, and why; stands in its versions. */
  confirmed: { confirm: string; reason: string } | undefined
  /** True once a row in Operation Log is committed. */
  hasRow = false
  #id: string | undefined
  #records: Set<string> | undefined

  constructor(user: string | null, door: OperationDoor = 'API') {
    this.user = user === 'Guest' ? null : user
    this.door = door
  }

  /** Made on first use, because most calls only read. */
  get id(): string {
    this.#id ??= randomUUIDv7()
    return this.#id
  }

  /** Takes the id that the sender chose. */
  useId(id: string): void {
    this.#id = id
  }

  /** Ids of records that committed transactions of this process wrote, as `entity id`. */
  hasWritten(record: string): boolean {
    return this.#records?.has(record) ?? false
  }

  noteWritten(records: Iterable<string>): void {
    this.#records ??= new Set()
    for (const record of records) this.#records.add(record)
    this.hasRow = true
  }
}

/** Marks the operation as one that sends a message to people, which can't be taken back. */
export function sends({ operation }: { operation: Operation }): void {
  operation.kind ??= 'Send'
  operation.reason ??= 'sent'
}

/** The server's own work: retries, delivery states, sweeps. It stands in the history, and has no row. */
export function ownWork(): Operation {
  const operation = new Operation(null, 'System')
  operation.isLogged = false
  return operation
}

/** An operation of the server that people read about: a message from outside, or a sweep that deletes for ever. */
export function loggedWork(door: OperationDoor, kind: OperationKind): Operation {
  const operation = new Operation(null, door)
  operation.kind = kind
  return operation
}
