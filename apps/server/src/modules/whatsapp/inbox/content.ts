import { utcText } from '../../../ground/utc-text.ts'
import { asList, asObject, scalarText } from './items.ts'

type Json = Record<string, unknown>

/** The content of a received message in our own terms. */
export interface Content {
  contentType: string
  text: string | null
  /** A file to fetch afterwards. */
  media?: { id: string; mime: string | null; name: string | null }
  /** The provider's id of the message that it answers or reacts to. */
  replyTo: string | null
}

const mediaTypes = new Set(['image', 'document', 'video', 'audio', 'sticker'])

/** Reads a message of any type; an unknown type is kept as unsupported, with any text that it has. */
export function contentOf(message: Json): Content {
  const type = scalarText(message.type) ?? 'unsupported'
  const body = asObject(message[type])
  const replyTo = scalarText(asObject(message.context).id)
  if (mediaTypes.has(type)) {
    const id = scalarText(body.id)
    const file = id === null ? {} : { media: { id, mime: scalarText(body.mime_type), name: scalarText(body.filename) } }
    return { contentType: type, text: scalarText(body.caption), replyTo, ...file }
  }
  if (type === 'reaction')
    return { contentType: type, text: scalarText(body.emoji), replyTo: scalarText(body.message_id) }
  const read = texts[type]
  if (read) return { contentType: type, text: read(body, message), replyTo }
  const words = scalarText(body.body) ?? scalarText(body.text)
  const faults = asList(message.errors).map(
    (error) => scalarText(asObject(error).title) ?? scalarText(asObject(error).message),
  )
  return { contentType: 'unsupported', text: words ?? faults.find((fault) => fault !== null) ?? null, replyTo }
}

const texts: Readonly<Record<string, (body: Json, message: Json) => string | null>> = {
  text: ({ body }) => scalarText(body),
  button: ({ text, payload }) => scalarText(text) ?? scalarText(payload),
  interactive: ({ button_reply, list_reply, nfm_reply }) => {
    const reply = { ...asObject(button_reply), ...asObject(list_reply) }
    const words = [scalarText(reply.title), scalarText(reply.description)].filter((text) => text !== null)
    if (words.length > 0) return words.join('\n')
    const form = asObject(nfm_reply)
    return scalarText(form.body) ?? scalarText(form.response_json)
  },
  location: ({ latitude, longitude, name, address, url }) => {
    const place = [scalarText(name), scalarText(address)].filter((text) => text !== null)
    const point = `${scalarText(latitude) ?? '?'},${scalarText(longitude) ?? '?'}`
    return [...place, scalarText(url) ?? `https://maps.google.com/?q=${point}`].join('\n')
  },
  contacts: (_body, message) => asList(message.contacts).map(contactText).join('\n\n') || null,
}

function contactText(contact: unknown): string {
  const { name, org, phones, emails } = asObject(contact)
  const numbers = asList(phones).map((one) => scalarText(asObject(one).phone) ?? scalarText(asObject(one).wa_id))
  const addresses = asList(emails).map((one) => scalarText(asObject(one).email))
  const lines = [scalarText(asObject(name).formatted_name), scalarText(asObject(org).company), ...numbers, ...addresses]
  return lines.filter((line) => line !== null).join('\n')
}

/** UTC text of a time that the provider gives in seconds; `now` when it is missing, invalid or in the future. */
export function timeOf(timestamp: unknown, now: string): string {
  const seconds = Number(scalarText(timestamp) ?? Number.NaN)
  if (!Number.isInteger(seconds) || seconds < 1_000_000_000 || seconds > 9_999_999_999) return now
  const time = utcText(seconds * 1000)
  return time > now ? now : time
}
