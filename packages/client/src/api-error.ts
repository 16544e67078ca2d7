import { textOf } from '@tavla/contract'

/**
 * The error of one field in an error payload; `index` and `id` name the item of a bulk update, `row` (from 1) and
 * `row_fieldname` the place in a Table field.
 */
export interface FieldError {
  fieldname: string
  message: string
  index?: number
  id?: string
  row?: number
  row_fieldname?: string
}

/**
 * A failed call (reference: http-api, Errors). `code` is the HTTP status, 0 when there was no answer;
 * `message` and `title` come from the server in the reader's language, except when `isLocal` marks them as
 * English source text to be translated.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  readonly title: string
  /** `exc_type` of the payload, e.g. `TimestampMismatchError`; '' when there is none. */
  readonly type: string
  readonly errors: readonly FieldError[]
  readonly isLocal: boolean
  readonly body: unknown

  constructor(code: number, body: unknown, own?: { message: string; cause?: unknown }) {
    const payload = isObject(body) ? body : {}
    const first = firstServerMessage(payload._server_messages)
    const message = own?.message ?? messageOf(payload, first)
    super(message || speechless(code), own?.cause === undefined ? undefined : { cause: own.cause })
    this.code = code
    this.title = textOf(first?.title) || 'Error'
    this.type = textOf(payload.exc_type)
    this.errors = Array.isArray(payload.errors) ? payload.errors.filter(isFieldError) : []
    this.isLocal = own !== undefined || message === ''
    this.body = body
  }
}

/** The message for an answer without one: a proxy answers with a page, or with nothing. */
const speechless = (code: number) =>
  code >= 500 ? 'The server cannot answer now. Try again in a moment.' : 'Something went wrong'

/** The error of a successful answer whose body is no JSON. */
export const unreadable = (code: number) =>
  new ApiError(code, null, { message: 'The answer of the server could not be read.' })

/** The error of a call that got no answer: code 0 (reference: http-api, Errors). */
export const unreachable = (cause: unknown) =>
  new ApiError(0, null, {
    message: 'The server cannot be reached. Check your connection and try again.',
    cause,
  })

/** Any thrown value as an ApiError; other errors become code 0 and stay as its cause. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, null, { message: 'Something went wrong', cause: error })

/**
 * First available of `_server_messages`, `_error_message` and `message`, else every field as `key: value`
 * (reference: screens, Error window).
 */
function messageOf(payload: Record<string, unknown>, first: Record<string, unknown> | undefined): string {
  return (
    textOf(first?.message) ||
    textOf(payload._error_message) ||
    textOf(payload.message) ||
    Object.entries(payload)
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n')
  )
}

/** The list may be JSON text or a list, and its items JSON text themselves: the public framework sends both. */
function firstServerMessage(list: unknown): Record<string, unknown> | undefined {
  const items = parsed(list)
  const item = parsed(Array.isArray(items) ? items[0] : undefined)
  if (isObject(item)) return item
  return typeof item === 'string' ? { message: item } : undefined
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value.fieldname === 'string' && typeof value.message === 'string'
