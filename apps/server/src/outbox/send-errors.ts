import { type Message, Problem } from '@tavla/contract'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'

/** A message was not sent, and may be tried again. `sentence` is the reason, translated for each reader. */
export class SendError extends Error {
  override name = 'SendError'
  readonly sentence: Message

  constructor(sentence: Message, cause?: unknown) {
    super(plainSentence(encodeSentence(sentence)), cause === undefined ? undefined : { cause })
    this.sentence = sentence
  }
}

/** The receiver refused the message permanently. */
export class FinalRefusal extends SendError {
  override name = 'FinalRefusal'
}

/** The host of the whole lane does not work: until it does, only one message at a time is tried. */
export class LaneFault extends SendError {
  override name = 'LaneFault'
}

/** The whole message was handed over, but no answer came: it may have arrived. */
export class UncertainDelivery extends LaneFault {
  override name = 'UncertainDelivery'
}

/** The reason why a message was not sent, as it is stored; errors meant for developers become a general sentence. */
export function reasonOf(error: unknown): Message {
  if (error instanceof SendError) return error.sentence
  if (error instanceof Problem) return error.detail
  return { text: 'It could not be sent because of a fault of this server.' }
}
