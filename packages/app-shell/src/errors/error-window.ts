import { type ApiError, toApiError } from '@tavla/client'

let shown: ApiError | null = null
const listeners = new Set<() => void>()

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

export function watchError(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function set(error: ApiError | null): void {
  shown = error
  for (const listener of listeners) listener()
}
