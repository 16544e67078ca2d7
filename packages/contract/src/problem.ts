import type { Clash } from './merge/clash.ts'
import type { EntityRecord } from './records.ts'

/**
 * A sentence that is translated where the reader's language is known: the English text is the key, and `args` fills
 * `{0}`, `{1}` … and named placeholders.
 */
export interface Message {
  text: string
  args?: readonly MessageArg[] | Readonly<Record<string, MessageArg>>
  /** Precedes the sentence, e.g. `Row {n}: `. */
  prefix?: Message
}

/**
 * A text as it is, a number in the reader's locale, something to translate first, or a list of these joined with
 * commas.
 */
export type MessageArg = string | number | { translate: string; context?: string } | readonly MessageArg[]

export interface FieldProblem {
  fieldname: string
  message: Message
  /** Further keys of the wire form, such as `index` and `id` in a bulk update or `records` in a data loss. */
  [key: string]: unknown
}

export type ProblemType =
  | 'BadRequest'
  | 'AuthenticationError'
  | 'PermissionError'
  | 'DoesNotExistError'
  | 'MethodNotAllowed'
  | 'UnsupportedMediaType'
  | 'TimestampMismatchError'
  | 'DuplicateEntryError'
  | 'LinkExistsError'
  | 'InvalidStateError'
  | 'PayloadTooLarge'
  | 'ValidationError'
  | 'MandatoryError'
  | 'LinkValidationError'
  | 'CharacterLengthExceededError'
  | 'InvalidFilterError'
  | 'DataLossError'
  | 'ConfirmationError'
  | 'RateLimitExceededError'
  | 'ServerError'
  | 'UpstreamError'
  | 'Unavailable'

/**
 * The error of every call: any part of the server throws it, and one handler writes it as its payload (reference:
 * http-api, Errors).
 */
export class Problem extends Error {
  readonly status: number
  readonly type: ProblemType
  readonly title: string
  readonly detail: Message
  readonly errors: readonly FieldProblem[] | undefined
  /** Further keys of the payload (`modified`, `links`, `max_bytes`, `retry_after`). */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    type: ProblemType,
    title: string,
    detail: Message,
    more: {
      errors?: readonly FieldProblem[] | undefined
      extra?: Readonly<Record<string, unknown>> | undefined
      cause?: unknown
    } = {},
  ) {
    super(detail.text, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = type
    this.status = status
    this.type = type
    this.title = title
    this.detail = detail
    this.errors = more.errors
    this.extra = more.extra ?? {}
  }
}

const entity = (name: string): MessageArg => ({ translate: name })

export const badRequest = (cause?: unknown) =>
  new Problem(400, 'BadRequest', 'Bad Request', { text: 'The request could not be read.' }, { cause })

export const notSignedIn = () =>
  new Problem(401, 'AuthenticationError', 'Not Signed In', { text: 'You need to sign in to continue.' })

export const loginFailed = () =>
  new Problem(401, 'AuthenticationError', 'Login Failed', { text: 'Invalid login credentials' })

export type Right = 'read' | 'write' | 'create' | 'delete'

const refusals = {
  read: 'You do not have permission to view {0}.',
  write: 'You do not have permission to change {0}.',
  create: 'You do not have permission to create {0}.',
  delete: 'You do not have permission to delete {0}.',
} as const satisfies Record<Right, string>

/** 403 that names the entity, never the record. */
export const notPermitted = (right: Right, entityName: string) =>
  new Problem(403, 'PermissionError', 'Not Permitted', { text: refusals[right], args: [entity(entityName)] })

/** 403 with its own sentence; without one, the general refusal. */
export const refused = (detail: Message = { text: 'You do not have permission to do this.' }) =>
  new Problem(403, 'PermissionError', 'Not Permitted', detail)

export const recordNotFound = (entityName: string, id: string) =>
  new Problem(404, 'DoesNotExistError', 'Not Found', { text: '{0} {1} was not found.', args: [entity(entityName), id] })

/** 404 for an entity type: it reads `Entity Foo was not found.` */
export const entityNotFound = (name: string) => recordNotFound('Entity', name)

export const notFound = (detail: Message) => new Problem(404, 'DoesNotExistError', 'Not Found', detail)

/** `theirs` is the record as the caller may read it, `clashes` the values that both sides changed. */
export const staleRecord = (
  modified: string,
  modifiedBy: string,
  more: { theirs?: EntityRecord; clashes?: readonly Clash[] } = {},
) =>
  new Problem(
    409,
    'TimestampMismatchError',
    'Record Changed',
    { text: 'This record was changed after you opened it. Reload it and try again.' },
    { extra: { modified, modified_by: modifiedBy, ...more } },
  )

export const alreadyExists = (entityName: string, id: string) =>
  new Problem(409, 'DuplicateEntryError', 'Already Exists', {
    text: '{0} {1} already exists.',
    args: [entity(entityName), id],
  })

export const notUnique = (fieldname: string, label: string, value: string) => {
  const message: Message = { text: '{0} must be unique: {1} is already used', args: [{ translate: label }, value] }
  return new Problem(409, 'DuplicateEntryError', 'Already Exists', message, { errors: [{ fieldname, message }] })
}

export const notPossibleNow = (detail: Message, errors?: readonly FieldProblem[]) =>
  new Problem(409, 'InvalidStateError', 'Not Possible Now', detail, { errors })

/** 409 until the call says what it changes, and why: `expected` is what its `confirm` must hold. */
export const needsConfirmation = (expected: string) =>
  new Problem(
    409,
    'ConfirmationError',
    'Confirmation Needed',
    { text: 'Type {0} and give a reason.', args: [expected] },
    { extra: { needs: ['confirm', 'reason'] } },
  )

/** 417 that names no field. */
export const invalid = (
  text: string,
  args?: Message['args'],
  type: Extract<ProblemType, 'ValidationError' | 'InvalidFilterError' | 'LinkValidationError'> = 'ValidationError',
) => new Problem(417, type, 'Invalid Value', args === undefined ? { text } : { text, args })

export const tooLarge = (maxBytes: number) =>
  new Problem(
    413,
    'PayloadTooLarge',
    'File Too Large',
    { text: 'The file is larger than {0} MB.', args: [Math.round(maxBytes / 1_048_576)] },
    { extra: { max_bytes: maxBytes } },
  )

export const tooManyAttempts = (seconds: number) =>
  new Problem(
    429,
    'RateLimitExceededError',
    'Slow Down',
    { text: 'Too many attempts. Try again in {0} seconds.', args: [seconds] },
    { extra: { retry_after: seconds } },
  )

/** 503: the server cannot write until the disk has room again. */
export const diskFull = (cause?: unknown) =>
  new Problem(
    503,
    'Unavailable',
    'Service Unavailable',
    { text: 'The disk is full.' },
    { cause, extra: { retry_after: 10 } },
  )

/** 500: the bytes of a stored file differ from the bytes that were uploaded. */
export const fileDamaged = (fileName: string) =>
  new Problem(500, 'ServerError', 'Server Error', { text: 'This file is damaged.' }, { extra: { file_name: fileName } })

/** The error payload on the wire (reference: http-api, Errors). */
export interface ProblemPayload {
  status: number
  exc_type: string
  _server_messages: string
  _error_message: string
  message: string
  errors?: { fieldname: string | null; message: string; [key: string]: unknown }[]
  request_id: string
  [key: string]: unknown
}
