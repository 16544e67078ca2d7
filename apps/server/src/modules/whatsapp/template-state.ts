import { encodeSentence, joinSentences, translateSentence } from '../../ground/sentences.ts'
import type { Site } from '../../site.ts'
import { scalarText } from './inbox/items.ts'

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

/** Our state for the provider's; undefined for an event that says nothing about sending. */
export const templateStatus = (word: unknown): string | undefined => statuses[scalarText(word)?.toUpperCase() ?? '']

/** Meanings of the provider's codes for the author of a template; other texts are shown unchanged. */
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

/** Explanations of states that ours don't distinguish. */
const details: Readonly<Record<string, string>> = {
  IN_APPEAL: 'WhatsApp looks at the rejection again, as was asked for.',
  LIMIT_EXCEEDED: 'A limit of WhatsApp has been reached.',
  FLAGGED: 'People report this template. WhatsApp may disable it soon.',
  ARCHIVED: 'The template was archived at WhatsApp.',
  DELETED: 'The template was deleted at WhatsApp.',
  PENDING_DELETION: 'The template is being deleted at WhatsApp.',
}

/** Explanations when the provider gives none. */
const fallbacks: Readonly<Record<string, string>> = {
  REJECTED: 'WhatsApp gave no reason.',
  PAUSED: 'People have reported this template or did not read it.',
  LOCKED: 'People have reported this template or did not read it.',
  DISABLED: 'People have reported this template several times, or it breaks the rules of WhatsApp.',
}

/**
 * The reason for a template's state as a stored sentence: of the state itself, then of the codes and texts with it.
 * Null without one.
 */
export function reasonOf(state: unknown, codes: readonly unknown[]): string | null {
  const word = scalarText(state)?.toUpperCase() ?? ''
  if (templateStatus(word) === 'Approved') return null
  const meaningsGiven = codes.flatMap((text) => {
    const code = scalarText(text)?.replace(/\s+/g, ' ').trim() ?? ''
    const meaning = code in meanings ? meanings[code] : code
    // A code that equals the state adds nothing.
    return meaning && code !== word ? [meaning] : []
  })
  const first = details[word] ?? (meaningsGiven.length === 0 ? fallbacks[word] : undefined)
  const sentences = [...(first === undefined ? [] : [first]), ...meaningsGiven]
  return joinSentences(sentences.map((text) => encodeSentence({ text }))) || null
}

/**
 * The reason in the reader's language, each sentence on its own line, because the provider's texts run the other way in
 * Hebrew.
 */
export function tellReason(site: Site, stored: unknown, language: string): string | null {
  if (typeof stored !== 'string') return null
  return stored
    .split('\n')
    .map((sentence) => translateSentence(site, sentence, language))
    .join('\n')
}
