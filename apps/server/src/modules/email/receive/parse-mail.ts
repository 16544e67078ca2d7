import PostalMime, { type Email } from 'postal-mime'
import { bareAddress } from '../addresses.ts'
import { readBounce } from './bounce.ts'
import { idWithout, storedId } from './mail-ids.ts'

/** A parsed mail. */
export interface ParsedMail {
  messageId: string
  /** Message-IDs that it refers to, the nearest last. */
  references: string[]
  from: { name: string; address: string }
  /** Reply-to addresses, if there are any. */
  replyTo: string[]
  to: string[]
  cc: string[]
  subject: string
  /** ISO text; null when the mail has no valid date. */
  date: string | null
  /** Uncleaned: must not be shown. */
  html: string | null
  text: string
  attachments: ParsedFile[]
  /** Sent by a program, so it gets no automatic answer. */
  isAutomatic: boolean
  /** A report that a mail of ours did not arrive. */
  bounce: { messageIds: string[]; reason: string } | null
}

export interface ParsedFile {
  fileName: string
  content: Uint8Array
  /** Content-ID by which the HTML refers to it, without angle brackets. */
  contentId: string | null
}

/** Charsets to try for a mail with a wrong one; Hebrew mail of old programs first. */
const otherCharsets = ['windows-1255', 'windows-1252']

/** Parses any mail. If the text is broken in its declared charset, tries likely ones. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  let mail = await PostalMime.parse(raw)
  if (hasBrokenLetters(mail)) {
    for (const charset of otherCharsets) {
      const other = await PostalMime.parse(withCharset(raw, charset))
      if (hasBrokenLetters(other)) continue
      mail = other
      break
    }
  }
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const source = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const bounce = readBounce(header('content-type'), source)
  return {
    messageId: mail.messageId ? storedId(mail.messageId) : idWithout(raw),
    references: [...idsIn(mail.references), ...idsIn(mail.inReplyTo)].map(storedId),
    from: { name: mail.from?.name ?? '', address: bareAddress(addressIn(mail.from)).toLowerCase() },
    replyTo: addressesIn(mail.replyTo),
    to: addressesIn(mail.to),
    cc: addressesIn(mail.cc),
    subject: (mail.subject ?? '').replace(/\s+/g, ' ').trim(),
    date: readDate(mail.date),
    html: mail.html ?? null,
    text: mail.text ?? '',
    attachments: mail.attachments.map((part, at) => ({
      fileName: part.filename || nameFor(part.mimeType, at),
      content: bytesOf(part.content),
      contentId: part.contentId ? part.contentId.replace(/^<|>$/g, '') : null,
    })),
    isAutomatic: isAutomatic(header) || bounce !== null,
    bounce,
  }
}

const idsIn = (text: string | undefined) => (text ?? '').match(/<[^<>\s]+>/g)?.slice(-50) ?? []

function hasBrokenLetters({ subject, text, html }: Email): boolean {
  return [subject, text, html].some((part) => part?.includes('\ufffd'))
}

/** The same bytes with another declared charset. */
function withCharset(raw: Uint8Array, charset: string): Uint8Array {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  const named = text
    .replace(/(charset\s*=\s*)("[^"\r\n]*"|[^\s;"]+)/gi, `$1"${charset}"`)
    .replace(/^(content-type:\s*text\/(?:plain|html))[ \t]*$/gim, `$1; charset="${charset}"`)
  const hasType = /^content-type:/im.test(named.slice(0, named.search(/\r?\n\r?\n/) + 1))
  const whole = hasType ? named : `Content-Type: text/plain; charset="${charset}"\r\n${named}`
  return Buffer.from(whole, 'latin1')
}

function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').trim().toLowerCase()
  if (submitted !== '' && submitted !== 'no') return true
  return (
    /^(bulk|list|junk)/i.test(header('precedence')) ||
    header('list-id') !== '' ||
    header('x-auto-response-suppress') !== ''
  )
}

type Addresses = Email['to']

const addressIn = (address: Email['from']) => (address && 'address' in address ? (address.address ?? '') : '')

function addressesIn(list: Addresses): string[] {
  return (list ?? [])
    .flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address ?? '']))
    .filter((address) => address !== '')
}

function readDate(text: string | undefined): string | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  // Ignore dates in the future or before email existed; the time of arrival replaces them.
  return time > 0 && time < Date.now() + 86_400_000 ? new Date(time).toISOString() : null
}

function bytesOf(content: string | ArrayBuffer | Uint8Array): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

function nameFor(mimeType: string, at: number): string {
  if (mimeType === 'message/rfc822') return `mail-${at + 1}.eml`
  const extension = /^[a-z]+\/([a-z0-9]{2,5})$/.exec(mimeType)?.[1]
  return `attachment-${at + 1}${extension ? `.${extension}` : ''}`
}
