import type { Message } from '@tavla/contract'
import { saidBy } from '../graph.ts'

type Json = Record<string, unknown>

/** One event of a webhook call. */
export type Item =
  | { kind: 'message'; message: Json; profileName: string | null; displayNumber: string | null }
  | { kind: 'status'; status: Json }
  | { kind: 'template'; update: Json }
  | { kind: 'ignored'; why: Message }

/** All events of a call, in order: every change of every entry (reference: conversations, Receiving WhatsApp). */
export function itemsOf(payload: unknown, phoneNumberId: string | null): Item[] {
  const { object, entry } = asObject(payload)
  if (object !== undefined && object !== 'whatsapp_business_account') {
    return [
      {
        kind: 'ignored',
        why: { text: 'It is about something else: {0}', args: [scalarText(object) ?? typeof object] },
      },
    ]
  }
  const changes = asList(entry).flatMap((one) => asList(asObject(one).changes))
  const items = changes.flatMap((change) => itemsOfChange(asObject(change), phoneNumberId))
  return items.length > 0 ? items : [{ kind: 'ignored', why: { text: 'There is nothing in it.' } }]
}

function itemsOfChange({ field, value: data }: Json, phoneNumberId: string | null): Item[] {
  const value = asObject(data)
  if (field === 'message_template_status_update') return [{ kind: 'template', update: value }]
  if (field !== 'messages')
    return [{ kind: 'ignored', why: { text: 'It is about something else: {0}', args: [scalarText(field) ?? '?'] } }]
  const metadata = asObject(value.metadata)
  const number = scalarText(metadata.phone_number_id)
  if (phoneNumberId !== null && number !== phoneNumberId) {
    return [{ kind: 'ignored', why: { text: 'It is for another phone number: {0}', args: [number ?? '?'] } }]
  }
  const names = new Map(
    asList(value.contacts).map((one) => {
      const { wa_id, profile } = asObject(one)
      return [scalarText(wa_id), scalarText(asObject(profile).name)]
    }),
  )
  const displayNumber = scalarText(metadata.display_phone_number)
  const messages = asList(value.messages).map((one): Item => {
    const message = asObject(one)
    return { kind: 'message', message, profileName: names.get(scalarText(message.from)) ?? null, displayNumber }
  })
  const statuses = asList(value.statuses).map((one): Item => ({ kind: 'status', status: asObject(one) }))
  const errors = asList(value.errors).map((one): Item => ({ kind: 'ignored', why: errorText(one) }))
  return [...messages, ...statuses, ...errors]
}

/** The title of a provider's error, and its details if they add something. */
export function errorText(data: unknown): Message {
  const error = asObject(data)
  const title = scalarText(error.title)
  const details = scalarText(asObject(error.error_data).details) ?? scalarText(error.message) ?? title
  if (details === null) return { text: 'WhatsApp gave no reason.' }
  const words = saidBy(details)
  if (title === null || bare(title) === bare(details)) return words
  // Translate each part by itself, because the dictionary has them separately.
  return { text: '{0}: {1}', args: [{ translate: saidBy(title).text }, { translate: words.text }] }
}

const bare = (text: string) => text.trim().replace(/\.$/, '').toLowerCase()

export const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const scalarText = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
