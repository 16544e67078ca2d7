import { ApiError } from './api-error.ts'

/** True if a failed call may have met no server, or one that could not answer. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.code)
