import { encodeSentence, joinSentences, translateSentence } from '../../ground/sentences.ts'
import type { Site } from '../../site.ts'
import { textOf } from './inbox/items.ts'

const statuses: Readonly<Record<string, string>> = {
  APPROVED: 'Approved',
  REINSTATED: 'Approved',
  UNPAUSED: 'Approved',
  PENDING: 'Pending',
  IN_APPEAL: 'Pending',
  REJECTED: 'Rejected',
  PAUSED: 'Paused',
  LOCKED: 'Paused',
  LIMIT_EXCEEDED: 'Paused',
  DISABLED: 'Disabled',
  ARCHIVED: 'Disabled',
  DELETED: 'Disabled',
  PENDING_DELETION: 'Disabled',
}

/** The provider's word for the state of a template, in ours; undefined for one that says nothing about sending. */
export const templateStatus = (word: unknown): string | undefined => statuses[textOf(word)?.toUpperCase() ?? '']

/** What the provider's codes mean to whoever wrote the template; words of its own are told as they came. */
const meanings: Readonly<Record<string, string | null>> = {
  NONE: null,
  UNPAUSE: null,
  ABUSIVE_CONTENT: 'The text may be taken as abusive or threatening.',
  CATEGORY_NOT_AVAILABLE: 'This category is not available to the account.',
  INCORRECT_CATEGORY: 'The text does not match the category of the template.',
  INVALID_FORMAT: 'The format is not valid: check placeholders, spelling, links and buttons.',
  PROMOTIONAL: 'The text advertises in a way that the rules of WhatsApp do not allow.',
  SCAM: 'The text may be taken as a fraud.',
  TAG_CONTENT_MISMATCH: 'The text does not match the category or the language of the template.',
  FIRST_PAUSE: 'The template is paused for the first time, for three hours.',
  SECOND_PAUSE: 'The template is paused for the second time, for six hours. The next time it is disabled.',
  RATE_LIMITING_PAUSE: 'The template is paused because it was sent too often in a short time.',
}

/** States that are more than our word for them. */
const details: Readonly<Record<string, string>> = {
  IN_APPEAL: 'WhatsApp looks at the rejection again, as was asked for.',
  LIMIT_EXCEEDED: 'A limit of WhatsApp has been reached.',
  FLAGGED: 'People report this template. WhatsApp may disable it soon.',
  ARCHIVED: 'The template was archived at WhatsApp.',
  DELETED: 'The template was deleted at WhatsApp.',
  PENDING_DELETION: 'The template is being deleted at WhatsApp.',
}

/** Told where nothing more exact is said. */
const fallbacks: Readonly<Record<string, string>> = {
  REJECTED: 'WhatsApp gave no reason.',
  PAUSED: 'People have reported this template or did not read it.',
  LOCKED: 'People have reported this template or did not read it.',
  DISABLED: 'People have reported this template several times, or it breaks the rules of WhatsApp.',
}

/**
 * Why a template is where it is, as a kept sentence: what the state itself says, then the codes and words that came with it.
 * Null where there is nothing to explain.
 */
export function reasonOf(state: unknown, said: readonly unknown[]): string | null {
  const word = textOf(state)?.toUpperCase() ?? ''
  if (templateStatus(word) === 'Approved') return null
  const told = said.flatMap((text) => {
    const code = textOf(text)?.replace(/\s+/g, ' ').trim() ?? ''
    const meaning = code in meanings ? meanings[code] : code
    // Told of the state itself, it says nothing new.
    return meaning && code !== word ? [meaning] : []
  })
  const first = details[word] ?? (told.length === 0 ? fallbacks[word] : undefined)
  const sentences = [...(first === undefined ? [] : [first]), ...told]
  return joinSentences(sentences.map((text) => encodeSentence({ text }))) || null
}

/** The same in the reader's language, each sentence on a line: words of the provider run the other way in Hebrew. */
export function tellReason(site: Site, kept: unknown, language: string): string | null {
  if (typeof kept !== 'string') return null
  return kept
    .split('\n')
    .map((sentence) => translateSentence(site, sentence, language))
    .join('\n')
}
