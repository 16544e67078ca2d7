import type { Message } from '@tavla/contract'
import { encodeSentence } from '../ground/sentences.ts'

/** Why a row of a staging project waits (reference: conversations, Outbox). */
export const heldByStaging: Message = { text: 'Held: this is a staging project.' }

/** Why a row that comes out of a backup waits; it may have left since. */
export const heldByRestore: Message = { text: 'Restored from a backup: check before sending.' }

/** Rows held with one of these sentences wait until somebody retries or cancels them; others leave by themselves. */
export const keptHolds: readonly string[] = [heldByStaging, heldByRestore].map(encodeSentence)

/** The recipients that a site of reach `nobody` may write to: mail addresses and phone numbers. */
export class AllowedRecipients {
  readonly #allowed: ReadonlySet<string>

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map(plain).filter((recipient) => recipient !== ''))
  }

  /** True when each recipient is allowed; a message without any goes to somebody unknown. */
  include(recipients: readonly string[]): boolean {
    return recipients.length > 0 && recipients.every((recipient) => this.#allowed.has(plain(recipient)))
  }
}

/** Addresses are the same in any case, and numbers by their digits alone. */
const plain = (recipient: string) =>
  recipient.includes('@') ? recipient.trim().toLowerCase() : recipient.replaceAll(/\D/g, '')
