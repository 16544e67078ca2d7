import { ApiError } from '../api-error.ts'
import { isAway, noteAnswer } from '../reach.ts'
import type { Answer, Exchange, SentCall } from '../request.ts'
import { placeOf } from './copied-calls.ts'

/** Milliseconds that a read waits for an answer before a copy stands in, and while the server is known to be away. */
const patience = 10_000
const patienceAway = 3000

/** The answers of a proxy whose server is gone. */
const gone = new Set([502, 503, 504])

export interface ExchangeOptions {
  /** The body of a kept answer; undefined without one. */
  find(call: SentCall): Promise<unknown>
  /** Called with each answer of the server. */
  onAnswer(call: SentCall, answer: Answer): void
}

/** Reads that get no answer are answered from copies (reference: screens, Without a network). */
export function createCopiedExchange({ find, onAnswer }: ExchangeOptions): Exchange {
  const copyOf = async (call: SentCall): Promise<Answer | undefined> => {
    const body = await find(call).catch(() => undefined)
    return body === undefined ? undefined : { response: new Response(), body, isReadable: true }
  }

  return async (call, ask) => {
    const asked = ask().then((answer) => {
      onAnswer(call, answer)
      return answer
    })
    const { kind } = placeOf(call) ?? {}
    // Only a start asks its copies for the session: elsewhere, the question is whether it lives.
    if (kind === undefined || kind === 'session') return asked
    const failed = asked.then(isGone, () => true)
    const isLate = rest(isAway(call.host) ? patienceAway : patience).then(() => 'late' as const)
    const outcome = await Promise.race([failed, isLate])
    if (outcome === false || call.signal?.aborted) return asked
    const copy = await copyOf(call)
    if (copy && outcome === 'late') noteAnswer(call.host, false)
    if (copy || outcome === 'late') return copy ?? asked
    return asked.catch((error: unknown) => {
      throw call.signal?.aborted ? error : needsConnection(error)
    })
  }
}

const isGone = ({ response }: Answer) => gone.has(response.status)

const needsConnection = (cause: unknown) => new ApiError(0, null, { message: 'This needs a connection.', cause })

const rest = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))
