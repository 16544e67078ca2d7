import { asError } from './errors.ts'

/**
 * Runs a callback that waited for a commit. Its error has no caller to go to: the rows are saved and later writes must
 * go on, so it becomes a warning.
 */
export function runCallback(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    process.emitWarning(asError(error))
  }
}
