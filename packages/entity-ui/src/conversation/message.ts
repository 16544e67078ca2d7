import type { EntityRecord } from '@tavla/contract'

/** The ways by which people write to each other beside a record. */
export type Medium = 'Email' | 'WhatsApp'

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

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

/** Where an answer to it goes: an address, or the digits of a number. */
export const replyAddress = (message: EntityRecord): string =>
  isReceived(message) ? textOf(message.sender) : textOf(message.recipients)

/** The files that came with it. */
export const filesOf = (message: EntityRecord): EntityRecord[] =>
  Array.isArray(message.attachments) ? (message.attachments as EntityRecord[]) : []
