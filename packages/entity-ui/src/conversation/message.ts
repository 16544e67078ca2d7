import { type EntityRecord, textOf } from '@tavla/contract'

/** The media that leave the site. */
export type SentMedium = 'Email' | 'WhatsApp'

/** All in which people write beside a record; a note stays inside. */
export type Medium = SentMedium | 'Note'

export const mediumOf = (message: EntityRecord): SentMedium =>
  message.communication_medium === 'WhatsApp' ? 'WhatsApp' : 'Email'

export const isReceived = (message: EntityRecord): boolean => message.sent_or_received === 'Received'

/** The time of writing, as wall-clock text. */
export const timeOf = (message: EntityRecord): string => textOf(message.communication_date) || textOf(message.creation)

/** The writer of a message; for an outgoing one the person who answered. */
export function writerOf(message: EntityRecord): string {
  const own = isReceived(message) ? '' : (message._link_titles?.user ?? textOf(message.user))
  const named = own || textOf(message.sender_full_name) || textOf(message.sender)
  return named || textOf(message.phone_no) || textOf(message.whatsapp_contact_id)
}

/** The other party's number in a WhatsApp message. */
export const contactOf = (message: EntityRecord): string =>
  textOf(message.whatsapp_contact_id) || textOf(message.phone_no)

/** The direction of a subject without the Latin prefixes that mail programs add. */
export function directionOf(subject: string): 'ltr' | 'rtl' | 'auto' {
  const own = subject.replace(/^(\s*(re|fwd?|aw|sv)\s*:)+/i, '')
  if (own === subject) return 'auto'
  return /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/u.test(own) ? 'rtl' : 'ltr'
}

/** The address for an answer to a mail. */
export const replyAddress = (message: EntityRecord): string => {
  if (!isReceived(message)) return textOf(message.recipients)
  return answerOf(message).to || textOf(message.sender)
}

/** All other recipients of a received mail, without our own addresses; '' if there are none. */
export const othersOn = (message: EntityRecord): string => answerOf(message).cc

/** Recipients of an answer, from the server. */
function answerOf({ _answer: answer }: EntityRecord): { to: string; cc: string } {
  const { to, cc } = (typeof answer === 'object' && answer !== null ? answer : {}) as { to?: unknown; cc?: unknown }
  return { to: textOf(to), cc: textOf(cc) }
}

/** The message's files. */
export const filesOf = (message: EntityRecord): EntityRecord[] =>
  Array.isArray(message.attachments) ? (message.attachments as EntityRecord[]) : []

/** The summary of a message that another one quotes. */
export interface Quotation {
  /** Id of the Communication. */
  id: string
  writer: string
  text: string
}

/** The summary of a message for its answers; the same object each time. */
export function quotedOf(message: EntityRecord): Quotation {
  const held = quotes.get(message)
  if (held) return held
  const said = mediumOf(message) === 'WhatsApp' ? textOf(message.text_content) : ''
  const text = (said || textOf(message.subject)).slice(0, quoteLength)
  const quoted = { id: message.id, writer: writerOf(message), text }
  quotes.set(message, quoted)
  return quoted
}

/** A quote of a message that is not in the thread, from the data in its answer. */
export function unreadQuote(message: EntityRecord): Quotation {
  const held = unread.get(message)
  if (held) return held
  const quoted = { id: textOf(message.in_reply_to), writer: '', text: message._link_titles?.in_reply_to ?? '' }
  unread.set(message, quoted)
  return quoted
}

const quotes = new WeakMap<EntityRecord, Quotation>()
const unread = new WeakMap<EntityRecord, Quotation>()
const quoteLength = 140

/** The emoji of a message that only reacts to another one. */
export function reactionOf(message: EntityRecord): string {
  if (mediumOf(message) !== 'WhatsApp' || textOf(message.in_reply_to) === '') return ''
  const text = textOf(message.text_content).trim()
  return emoji.test(text) ? text : ''
}

const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v
