import { ApiError } from './api-error.ts'

/** The error of a write that cannot wait for a server. */
export const needOfConnection = (cause: unknown): ApiError =>
  new ApiError(0, null, { message: 'This needs a connection.', cause })
