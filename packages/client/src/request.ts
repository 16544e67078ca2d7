import { ApiError, unreachable, unreadable } from './api-error.ts'
import { queryString } from './query-string.ts'
import { noteAnswer } from './reach.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Called with every answer that is not OK and its parsed body (reference: screens, Error window); a missing answer is a
 * response of status 0.
 */
export type ErrorCallback = (response: Response, body: unknown, call: FailedCall) => void

/** The failed call: a screen shows the failure of a read in its place, that of a write perhaps nowhere. */
export interface FailedCall {
  method: Method
  path: string
}

export interface RequestOptions {
  /** Origin of the backend; '' is the page's own. */
  host?: string
  /** Query of the call: objects are sent as JSON, empty values left out. */
  params?: Readonly<Record<string, unknown>>
  /** JSON body of a call that is not a GET; `{}` when absent. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Time for the whole answer, in milliseconds; 30 s for a read, 2 minutes for anything else. */
  timeout?: number
  /** Replaces the common error callback for this call. */
  onError?: ErrorCallback
}

let errorCallback: ErrorCallback = (response, body) => console.error(`${response.status} ${response.url}`, body)

/** Replaces the common error callback, which only logs, and returns the former one. */
export function setErrorCallback(callback: ErrorCallback): ErrorCallback {
  const former = errorCallback
  errorCallback = callback
  return former
}

/** Asks the person to sign in again at `host`; true when the refused call is worth repeating. */
export type SignInAgain = (call: FailedCall) => Promise<boolean>

const signInAgain = new Map<string, SignInAgain>()

/** Sets what happens with a call to `host` whose session has ended, before its failure is told (reference: screens, Session end). */
export function onSessionEnd(host: string, handle: SignInAgain): void {
  signInAgain.set(host, handle)
}

/** Resolves to another body for a call that was refused with 409 and may be repeated so, else to undefined. */
export type MendCall = (call: FailedCall & { host: string; body: unknown }, refusal: unknown) => Promise<unknown>

let mendCall: MendCall | undefined

/** Sets what happens with a call that conflicts with something, before its failure is told. */
export function onConflict(mend: MendCall): void {
  mendCall = mend
}

/** Gives writes their operation ids, and hears of the operations that they made. */
export interface OperationHooks {
  idFor(path: string): string | undefined
  onWritten(host: string, path: string, id: string): void
}

let operationHooks: OperationHooks | undefined

/** Sets the hooks; the screens before sign-in do without them. */
export function setOperationHooks(hooks: OperationHooks): void {
  operationHooks = hooks
}

/** An answer of the server, or a kept copy of one. */
export interface Answer {
  response: Response
  body: unknown
  isReadable: boolean
}

/** A call on its way out. */
export interface SentCall {
  host: string
  method: Method
  path: string
  params: Readonly<Record<string, unknown>>
  signal: AbortSignal | undefined
}

/** Stands between calls and the server; `ask` rejects when no answer comes. */
export type Exchange = (call: SentCall, ask: () => Promise<Answer>) => Promise<Answer>

let exchange: Exchange | undefined

/** Lets all calls pass through `given` from now on. */
export function setExchange(given: Exchange | undefined): void {
  exchange = given
}

/**
 * One call to the backend (reference: http-api, Transport): sends credentials and reads JSON. An answer that is not OK
 * goes to the error callback, and its body is still returned (reference: screens, Error window). Throws an ApiError of
 * code 0 when no answer comes in time, and the reason of an aborted signal.
 */
export async function request<T = unknown>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const { response, body } = await send(method, path, options)
  if (isFailure(response)) tell(options, response, body, { method, path })
  return body as T
}

/** The same call for the query layer: throws an ApiError for an answer that is not OK, after calling the error callback. */
export async function query<T = unknown>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const { body } = await queryResponse<T>(method, path, options)
  return body
}

/** As `query`, but returns the response with its headers; 304 is not a failure. */
export async function queryResponse<T = unknown>(method: Method, path: string, options: RequestOptions = {}) {
  const { response, body, isReadable } = await send(method, path, options)
  if (isFailure(response)) {
    tell(options, response, body, { method, path })
    throw new ApiError(response.status, body)
  }
  if (!isReadable) throw unreadable(response.status)
  return { response, body: body as T }
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Answer> {
  const { host = '', params = {}, signal } = options
  const ask = () => fetchAnswer(method, path, options)
  try {
    return await (exchange ? exchange({ host, method, path, params, signal }, ask) : ask())
  } catch (error) {
    if (signal?.aborted) throw error
    const problem = error instanceof ApiError ? error : unreachable(error)
    tell(options, Response.error(), { status: 0, message: problem.message }, { method, path })
    throw problem
  }
}

/** Rejects when no answer comes. */
async function fetchAnswer(method: Method, path: string, options: RequestOptions): Promise<Answer> {
  const { host = '', params, signal } = options
  const hasBody = method !== 'GET'
  const id = hasBody ? operationHooks?.idFor(path) : undefined
  // A repeat of the call, such as after signing in again, keeps its id.
  const headers = { ...(id !== undefined && { 'Operation-Id': id }), ...options.headers }
  const end = AbortSignal.timeout(options.timeout ?? (hasBody ? 120_000 : 30_000))
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: { Accept: 'application/json', ...(hasBody && { 'Content-Type': 'application/json' }), ...headers },
    ...(hasBody && { body: JSON.stringify(options.body ?? {}) }),
    signal: signal ? AbortSignal.any([signal, end]) : end,
  }
  try {
    const response = await fetchPatiently(host + path + queryString(params), init)
    // Sign-in calls say by 401 that a password is wrong.
    const isEnded = response.status === 401 && !path.startsWith('/api/auth/')
    if (isEnded && (await signInAgain.get(host)?.({ method, path })))
      return fetchAnswer(method, path, { ...options, headers })
    const written = hasBody ? response.headers.get('operation-id') : null
    if (written !== null) operationHooks?.onWritten(host, path, written)
    const read = await readBody(response)
    const body = response.status === 409 && (await mendCall?.({ host, method, path, body: options.body }, read.body))
    // Another body is another call, with an id of its own: the refused one may have used its id.
    if (body) return fetchAnswer(method, path, { ...options, body })
    // A proxy answers 502 or 504 for a server that is gone.
    noteAnswer(host, response.status !== 502 && response.status !== 504)
    return { response, ...read }
  } catch (error) {
    if (!signal?.aborted) noteAnswer(host, false)
    throw error
  }
}

/** Maximum number of retries of a read that a busy server refused. */
const maxRetries = 3
/** Longest `Retry-After` of a busy server, in seconds; a longer one means more than a short overload. */
const busyFor = 1

/** Retries a read that a busy server refused, after the time that the server asks for plus up to as much again. */
async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const response = await fetch(url, init)
    const after = response.headers.get('retry-after')
    const isBusy = response.status === 503 && after !== null && Number(after) <= busyFor
    if (!isBusy || init.method !== 'GET' || retries === maxRetries) return response
    await response.body?.cancel()
    await rest(Number(after) * 1000 * (1 + Math.random()), init.signal)
  }
}

/** @throws the signal's reason when it is aborted while waiting */
function rest(millis: number, signal: AbortSignal | null | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => reject(signal?.reason)
  const timer = setTimeout(resolve, millis)
  signal?.addEventListener('abort', stop, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
}

/** Reads anything that is not JSON, such as a proxy's page, as an empty object. */
async function readBody(response: Response): Promise<{ body: unknown; isReadable: boolean }> {
  const text = await response.text()
  try {
    return { body: JSON.parse(text), isReadable: true }
  } catch {
    return { body: {}, isReadable: text.trim() === '' }
  }
}

const tell = ({ onError }: RequestOptions, ...told: Parameters<ErrorCallback>) => (onError ?? errorCallback)(...told)

const isFailure = (response: Response) => !response.ok && response.status !== 304
