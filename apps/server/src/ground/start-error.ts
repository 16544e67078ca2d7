import type { Message } from '@tavla/contract'

/** A fault that the operator must fix before the site can start; the message is the one sentence that they read. */
export class StartError extends Error {
  override name = 'StartError'
}

const inUseMessage = { text: 'Another process uses this site.' }
const missingText =
  'The records of this site are missing: {0}. Put them back, or start with --new to begin with an empty site.'
const missing = /^The records of this site are missing: (.*)\. Put them back, or start with --new /

/** Another process uses the folder or the database; `who` is a sentence about it, if it is known. */
export const inUse = (who: string) => new StartError(`${inUseMessage.text} ${who}`.trim())

export const isInUse = (error: unknown): boolean =>
  error instanceof StartError && error.message.startsWith(inUseMessage.text)

/** The folder was used, but its records are missing; `what` names the missing part. */
export const recordsMissing = (what: string) => new StartError(missingText.replace('{0}', () => what))

/** The sentence of one of the errors above as a translatable message; undefined for any other sentence. */
export function startMessage(sentence: string): Message | undefined {
  if (sentence.startsWith(inUseMessage.text)) return inUseMessage
  const what = missing.exec(sentence)?.[1]
  return what === undefined ? undefined : { text: missingText, args: [what] }
}
