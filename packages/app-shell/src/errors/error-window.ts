import { type ApiError, createListeners, toApiError } from '@tavla/client'

let shown: ApiError | null = null
const changes = createListeners()

/** Shows a failed call in the error window (reference: screens, Error window). */
export function showError(error: unknown): void {
  console.error(error)
  set(toApiError(error))
}

/** Ok clears the error. */
export function clearError(): void {
  set(null)
}

export const shownError = (): ApiError | null => shown

export const watchError = changes.listen

function set(error: ApiError | null): void {
  shown = error
  changes.tell()
}
