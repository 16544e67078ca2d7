import { type Message, Problem } from '@tavla/contract'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'

/** A message did not leave, and may be tried again. `sentence` says why, to be told to each reader in their language. */
export class NotSent extends Error {
  override name = 'NotSent'
  readonly sentence: Message

  constructor(sentence: Message, cause?: unknown) {
    super(plainSentence(encodeSentence(sentence)), cause === undefined ? undefined : { cause })
    this.sentence = sentence
  }
}

/** The receiving side said no for good. */
export class FinalRefusal extends NotSent {
  override name = 'FinalRefusal'
}

/** The host of the whole lane cannot be used: until it can, one message at a time finds out. */
export class LaneFault extends NotSent {
  override name = 'LaneFault'
}

/** All of the message was handed over, and then the answer did not come: it may have arrived. */
export class MayHaveLeft extends LaneFault {
  override name = 'MayHaveLeft'
}

/** Why something was not sent, as it is kept; what only a developer understands is not told. */
export function reasonOf(error: unknown): Message {
  if (error instanceof NotSent) return error.sentence
  if (error instanceof Problem) return error.detail
  return { text: 'It could not be sent because of a fault of this server.' }
}
