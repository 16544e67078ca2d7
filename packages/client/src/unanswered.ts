import { ApiError } from './api-error.ts'

/** True if a failed call may have met no server, or one that could not answer. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.code)

/** The error of a write that cannot wait for a server. */
export const needOfConnection = (cause: unknown): ApiError =>
  new ApiError(0, null, { message: 'This needs a connection.', cause })
