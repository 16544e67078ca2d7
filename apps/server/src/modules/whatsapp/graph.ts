import { type Message, Problem } from '@tavla/contract'
import { FinalRefusal, SendError } from '../../outbox/send-errors.ts'
import { callOut, type OutwardCall, OutwardFault } from '../../outward/call-out.ts'
import type { Site } from '../../site.ts'
import type { Connection } from './connection.ts'

/** A refusal of the provider, or no answer: a sentence, its code, and whether a retry can help. */
export class GraphError extends SendError {
  override name = 'GraphError'
  readonly code: number
  readonly canRetry: boolean
  /** The connection itself is at fault: no message will leave through it until a user repairs it. */
  readonly isAboutConnection: boolean
  /** The whole call was sent and no answer came, so its effect is unknown. */
  readonly isCutOff: boolean

  constructor(
    sentence: Message,
    more: {
      code?: number
      canRetry?: boolean
      isAboutConnection?: boolean
      isCutOff?: boolean
      cause?: unknown
    } = {},
  ) {
    super(sentence, more.cause)
    this.code = more.code ?? 0
    this.canRetry = more.canRetry ?? false
    this.isAboutConnection = more.isAboutConnection ?? false
    this.isCutOff = more.isCutOff ?? false
  }

  /** The error for the outbox, final if a retry can't help. */
  forOutbox(): SendError {
    return this.canRetry ? this : new FinalRefusal(this.sentence, this)
  }

  /** The answer to the user who made the call. */
  asProblem(): Problem {
    return new Problem(502, 'UpstreamError', 'Service Unavailable', this.sentence, { cause: this })
  }
}

export interface GraphCall extends Omit<OutwardCall, 'body'> {
  /** Sent as JSON. */
  json?: unknown
  body?: OutwardCall['body']
  /** Sent with the path, without undefined values. */
  query?: Readonly<Record<string, string | undefined>>
}

/**
 * Calls the Cloud API under the connection's token; `path` follows its version, e.g. `123/messages`.
 * @throws GraphError
 */
export async function callGraph(
  site: Site,
  connection: Connection,
  path: string,
  call: GraphCall = {},
): Promise<Record<string, unknown>> {
  const { json, query = {}, headers = {}, ...rest } = call
  const url = new URL(`${connection.baseUrl}/${connection.apiVersion}/${path}`)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  const answer = await callOut(site.config, url.href, {
    ...rest,
    headers: {
      authorization: `Bearer ${connection.accessToken ?? ''}`,
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? rest.body : JSON.stringify(json),
  }).catch((error: unknown) => {
    throw faultOf(error)
  })
  const body = parse(answer.body)
  if (answer.status < 200 || answer.status >= 300 || !body || body.error !== undefined) {
    throw refusalOf(answer.status, body)
  }
  return body
}

/** Codes of temporary faults (reference: conversations, Sending WhatsApp). */
const temporaryCodes = new Set([4, 80_007, 130_429, 131_056, 131_000])
/** Codes of faults of the token, its permissions or the account. */
const connectionCodes = new Set([0, 3, 10, 190, 368, 131_005, 131_031, 133_010])

function refusalOf(status: number, body: Record<string, unknown> | undefined): GraphError {
  const error = (typeof body?.error === 'object' && body.error !== null ? body.error : {}) as Record<string, unknown>
  const code = typeof error.code === 'number' ? error.code : -1
  const data = (typeof error.error_data === 'object' && error.error_data !== null ? error.error_data : {}) as {
    details?: unknown
  }
  const words = [data.details, error.error_user_msg, error.message].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return new GraphError(typeof words === 'string' ? saidBy(words) : errorWith(status), {
    code: Math.max(code, 0),
    canRetry: status >= 500 || status === 429 || temporaryCodes.has(code),
    isAboutConnection: status === 401 || connectionCodes.has(code) || (code >= 200 && code < 300),
  })
}

/** The provider's own text, on one line, translated where the dictionary has it. */
export const saidBy = (text: string): Message => ({ text: text.replace(/\s+/g, ' ').slice(0, 900) })

export const errorWith = (status: number | undefined): Message => ({
  text: 'WhatsApp answered with an error ({0}).',
  args: [String(status ?? '')],
})

function faultOf(error: unknown): GraphError {
  const { kind, wasSent } = error instanceof OutwardFault ? error : new OutwardFault('reach', error)
  return new GraphError(
    { text: sentences[kind] },
    {
      canRetry: kind !== 'address',
      isAboutConnection: kind === 'address',
      isCutOff: wasSent,
      cause: error,
    },
  )
}

const sentences = {
  address: 'The Base URL of the connection may not be called.',
  time: 'WhatsApp did not answer in time.',
  reach: 'WhatsApp cannot be reached.',
  size: 'WhatsApp answered with more than can be read.',
} as const

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
