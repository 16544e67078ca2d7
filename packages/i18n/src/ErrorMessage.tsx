import type { I18n } from './store.ts'
import { Text } from './Text.tsx'

/**
 * The reason of a failed call: English source text when `isLocal`, else the server's sentence in the reader's language.
 */
export interface FailureMessage {
  message: string
  isLocal: boolean
}

/** The sentence of a failed call, on screen. */
export function ErrorMessage({ error }: { error: FailureMessage }) {
  return error.isLocal ? <Text source={error.message} /> : error.message
}

/** The sentence of a failed call where a plain string is needed, such as a field's error. */
export function errorMessage({ message, isLocal }: FailureMessage, t: I18n['t']): string {
  return isLocal ? t(message) : message
}
