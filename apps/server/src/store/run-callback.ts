import { asError } from './errors.ts'

/** Runs what waited for a commit. An error in it belongs to nobody: the rows are saved, and the writes behind must go on. */
export function runCallback(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    process.emitWarning(asError(error))
  }
}
