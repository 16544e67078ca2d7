import type { TextMessage } from '@tavla/i18n'
import type { I18n } from '@tavla/i18n/react'

/** A message with its prefix in the reader's language. */
export function formatMessage(t: I18n['t'], { text, args, prefix }: TextMessage): string {
  const sentence = t(text, args)
  return prefix ? `${formatMessage(t, prefix)} ${sentence}` : sentence
}
