import type { EntityRecord } from '@tavla/contract'
import { contactOf, isReceived, mediumOf, timeOf } from './message.ts'

/** How long a customer's message may be answered in free words (contract 9.5). */
const windowLength = 24 * 3_600_000

/** Until when free words may be sent, as wall-clock text; undefined where that is over or nobody has written. */
export function freeUntil(received: readonly EntityRecord[], now: string): string | undefined {
  if (received.length === 0) return undefined
  const end = Math.max(...received.map((message) => instantOf(timeOf(message)))) + windowLength
  return end > instantOf(now) ? new Date(end).toISOString().slice(0, 23).replace('T', ' ') : undefined
}

/** What came by WhatsApp from whoever has this number; a message without one is of the record's own person. */
export function receivedFrom(messages: readonly EntityRecord[], number: string): EntityRecord[] {
  return messages.filter((message) => {
    if (mediumOf(message) !== 'WhatsApp' || !isReceived(message)) return false
    const from = contactOf(message)
    return from === '' || isSameNumber(from, number)
  })
}

/** A number as the site keeps it, when it is known from somebody's messages or record; else its digits. */
export function contactIdOf(number: string, known: readonly string[]): string {
  return known.find((one) => one !== '' && isSameNumber(one, number)) ?? digitsOf(number)
}

/** Telephones are told apart by their last digits, whatever stands before them (contract 3.12). */
const tail = 9
const digitsOf = (number: string): string => number.replaceAll(/\D/g, '')
const isSameNumber = (one: string, other: string): boolean =>
  digitsOf(one).slice(-tail) === digitsOf(other).slice(-tail)

/** Wall-clock text counted as if its wall hung at Greenwich. */
const instantOf = (text: string): number => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)

/** The kind of message that carries a file of this type. */
export function kindOfFile(mime: string): string {
  const [group = ''] = mime.split('/')
  return ['image', 'video', 'audio'].includes(group) ? group : 'document'
}

/** The numbers of the placeholders in a template's texts, each once. */
export const placeholdersIn = (text: string): number =>
  new Set([...text.matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number]) => number)).size

/** A template's text with its placeholders filled; one without a value stays as it is. */
export const fillTemplate = (body: string, parameters: readonly string[]): string =>
  body.replaceAll(/\{\{\s*(\d+)\s*\}\}/g, (all, number: string) => parameters[Number(number) - 1]?.trim() || all)
