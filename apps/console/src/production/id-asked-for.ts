import type { I18n } from '@tavla/i18n/react'

/** The text to type, read from the sentence of a refusal; undefined if that is another sentence than the known one. */
export function idAskedFor(message: string, t: I18n['t']): string | undefined {
  const [before = '', after = ''] = t('Type {0} and give a reason.', ['\n']).replace(marks, '').split('\n')
  const said = message.replace(marks, '')
  if (!said.startsWith(before) || !said.endsWith(after)) return undefined
  return said.slice(before.length, said.length - after.length) || undefined
}

/** Characters that isolate a value from the direction of the sentence around it. */
const marks = /[\u2066-\u2069\u200e\u200f]/g
