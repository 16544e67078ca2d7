import type { EntityRecord } from '@tavla/contract'
import { isReceived, mediumOf, timeOf } from './message.ts'

/** How long a customer's message may be answered in free words (contract 9.5). */
const windowLength = 24 * 3_600_000

/** Until when free words may be sent, as wall-clock text; undefined where that is over or nobody has written. */
export function freeUntil(messages: readonly EntityRecord[], now: string): string | undefined {
  const received = messages.filter((message) => mediumOf(message) === 'WhatsApp' && isReceived(message))
  if (received.length === 0) return undefined
  const end = Math.max(...received.map((message) => instantOf(timeOf(message)))) + windowLength
  return end > instantOf(now) ? new Date(end).toISOString().slice(0, 23).replace('T', ' ') : undefined
}

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
