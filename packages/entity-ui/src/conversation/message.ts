import { type EntityRecord, textOf } from '@tavla/contract'

/** The ways by which people write to each other beside a record. */
export type Medium = 'Email' | 'WhatsApp'

export const mediumOf = (message: EntityRecord): Medium =>
  message.communication_medium === 'WhatsApp' ? 'WhatsApp' : 'Email'

export const isReceived = (message: EntityRecord): boolean => message.sent_or_received === 'Received'

/** When it was written, as wall-clock text. */
export const timeOf = (message: EntityRecord): string => textOf(message.communication_date) || textOf(message.creation)

/** Who wrote a message: of one of ours the person who answered. */
export function writerOf(message: EntityRecord): string {
  const own = isReceived(message) ? '' : (message._link_titles?.user ?? textOf(message.user))
  const named = own || textOf(message.sender_full_name) || textOf(message.sender)
  return named || textOf(message.phone_no) || textOf(message.whatsapp_contact_id)
}

/** The number on the other side of a WhatsApp message. */
export const contactOf = (message: EntityRecord): string =>
  textOf(message.whatsapp_contact_id) || textOf(message.phone_no)

/** Which way a subject runs: what mail programs put before it is in Latin letters, whatever it is about. */
export function directionOf(subject: string): 'ltr' | 'rtl' | 'auto' {
  const own = subject.replace(/^(\s*(re|fwd?|aw|sv)\s*:)+/i, '')
  if (own === subject) return 'auto'
  return /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/u.test(own) ? 'rtl' : 'ltr'
}

/** Where an answer to a mail goes. */
export const replyAddress = (message: EntityRecord): string => {
  if (!isReceived(message)) return textOf(message.recipients)
  return answerOf(message).to || textOf(message.sender)
}

/** Everybody else whom a received mail went to, without our own addresses; '' where there is nobody. */
export const othersOn = (message: EntityRecord): string => answerOf(message).cc

/** Whom the site says that an answer goes to. */
function answerOf({ _answer: answer }: EntityRecord): { to: string; cc: string } {
  const { to, cc } = (typeof answer === 'object' && answer !== null ? answer : {}) as { to?: unknown; cc?: unknown }
  return { to: textOf(to), cc: textOf(cc) }
}

/** The files that came with it. */
export const filesOf = (message: EntityRecord): EntityRecord[] =>
  Array.isArray(message.attachments) ? (message.attachments as EntityRecord[]) : []

/** A message as another one quotes it. */
export interface Quoted {
  /** Of the Communication. */
  id: string
  writer: string
  text: string
}

/** What of a message is shown where it is answered; the same object each time. */
export function quotedOf(message: EntityRecord): Quoted {
  const held = quotes.get(message)
  if (held) return held
  const said = mediumOf(message) === 'WhatsApp' ? textOf(message.text_content) : ''
  const text = (said || textOf(message.subject)).slice(0, quoteLength)
  const quoted = { id: message.id, writer: writerOf(message), text }
  quotes.set(message, quoted)
  return quoted
}

/** The one that a message answers, as far as itself knows it. */
export function unreadQuote(message: EntityRecord): Quoted {
  const held = unread.get(message)
  if (held) return held
  const quoted = { id: textOf(message.in_reply_to), writer: '', text: message._link_titles?.in_reply_to ?? '' }
  unread.set(message, quoted)
  return quoted
}

const quotes = new WeakMap<EntityRecord, Quoted>()
const unread = new WeakMap<EntityRecord, Quoted>()
const quoteLength = 140

/** The emoji of a message that is nothing but one to another message. */
export function reactionOf(message: EntityRecord): string {
  if (mediumOf(message) !== 'WhatsApp' || textOf(message.in_reply_to) === '') return ''
  const text = textOf(message.text_content).trim()
  return emoji.test(text) ? text : ''
}

const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v
