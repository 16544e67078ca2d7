import { utcText } from '../../../ground/utc-text.ts'
import { asList, asObject, textOf } from './items.ts'

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
  const type = textOf(message.type) ?? 'unsupported'
  const body = asObject(message[type])
  const replyTo = textOf(asObject(message.context).id)
  if (mediaTypes.has(type)) {
    const id = textOf(body.id)
    const file = id === null ? {} : { media: { id, mime: textOf(body.mime_type), name: textOf(body.filename) } }
    return { contentType: type, text: textOf(body.caption), replyTo, ...file }
  }
  if (type === 'reaction') return { contentType: type, text: textOf(body.emoji), replyTo: textOf(body.message_id) }
  const read = texts[type]
  if (read) return { contentType: type, text: read(body, message), replyTo }
  const said = textOf(body.body) ?? textOf(body.text)
  const faults = asList(message.errors).map((error) => textOf(asObject(error).title) ?? textOf(asObject(error).message))
  return { contentType: 'unsupported', text: said ?? faults.find((fault) => fault !== null) ?? null, replyTo }
}

const texts: Readonly<Record<string, (body: Json, message: Json) => string | null>> = {
  text: ({ body }) => textOf(body),
  button: ({ text, payload }) => textOf(text) ?? textOf(payload),
  interactive: ({ button_reply, list_reply, nfm_reply }) => {
    const reply = { ...asObject(button_reply), ...asObject(list_reply) }
    const said = [textOf(reply.title), textOf(reply.description)].filter((text) => text !== null)
    if (said.length > 0) return said.join('\n')
    const form = asObject(nfm_reply)
    return textOf(form.body) ?? textOf(form.response_json)
  },
  location: ({ latitude, longitude, name, address, url }) => {
    const place = [textOf(name), textOf(address)].filter((text) => text !== null)
    const point = `${textOf(latitude) ?? '?'},${textOf(longitude) ?? '?'}`
    return [...place, textOf(url) ?? `https://maps.google.com/?q=${point}`].join('\n')
  },
  contacts: (_body, message) => asList(message.contacts).map(contactText).join('\n\n') || null,
}

function contactText(contact: unknown): string {
  const { name, org, phones, emails } = asObject(contact)
  const numbers = asList(phones).map((one) => textOf(asObject(one).phone) ?? textOf(asObject(one).wa_id))
  const addresses = asList(emails).map((one) => textOf(asObject(one).email))
  const lines = [textOf(asObject(name).formatted_name), textOf(asObject(org).company), ...numbers, ...addresses]
  return lines.filter((line) => line !== null).join('\n')
}

/** UTC text of a time that the provider gives in seconds; `now` when it is missing, invalid or in the future. */
export function timeOf(timestamp: unknown, now: string): string {
  const seconds = Number(textOf(timestamp) ?? Number.NaN)
  if (!Number.isInteger(seconds) || seconds < 1_000_000_000 || seconds > 9_999_999_999) return now
  const time = utcText(seconds * 1000)
  return time > now ? now : time
}
