import { limits, type Message } from '@tavla/contract'
import { type CleanedHtml, clean } from '../html/clean.ts'
import { paragraphsOf, plainTextOf } from '../html/text.ts'
import type { ParsedFile, ParsedMail } from './parse-mail.ts'

/** A received mail ready for storage: cleaned and cut to the limits. */
export interface IncomingMail extends Omit<ParsedMail, 'html' | 'attachments'> {
  /** Cleaned; embedded pictures are referenced by `cid:`. */
  html: string
  attachments: IncomingFile[]
  /** Number of files that `attachments` leaves out. */
  furtherFiles: number
  /** Part of its text is missing. */
  isCut: boolean
  /** Notes to show above it, for example about files that were not kept. */
  notes?: readonly Message[]
}

export interface IncomingFile extends ParsedFile {
  content: Uint8Array<ArrayBuffer>
}

/** Limits of the stored parts; the whole mail holds the rest. Lengths of names are those of a Data field. */
const max = { text: 200_000, files: 100, addresses: 200, fileName: 500, address: limits.smallTextLength }

/** Cuts and cleans a parsed mail for storage and display. */
export function digest(mail: ParsedMail): IncomingMail {
  const written = mail.text.slice(0, max.text).trim()
  const { html, isCut } = mail.html === null ? ofText(mail.text) : clean(mail.html)
  const text = written || plainTextOf(html)
  return {
    ...mail,
    from: { name: mail.from.name.slice(0, limits.dataLength), address: mail.from.address.slice(0, max.address) },
    replyTo: mail.replyTo.slice(0, max.addresses),
    to: mail.to.slice(0, max.addresses),
    cc: mail.cc.slice(0, max.addresses),
    subject: (mail.subject || (text.split('\n', 1)[0] ?? '')).slice(0, limits.dataLength),
    html,
    text,
    attachments: mail.attachments.slice(0, max.files).map(ownFile),
    furtherFiles: Math.max(0, mail.attachments.length - max.files),
    isCut,
  }
}

function ofText(text: string): CleanedHtml {
  const { html, isCut } = clean(paragraphsOf(text.slice(0, max.text).trim()))
  return { html, isCut: isCut || text.length > max.text }
}

/** Copies the bytes into a buffer of their own, so that they can be transferred to another thread. */
function ownFile({ fileName, content, contentId }: ParsedFile): IncomingFile {
  const isOwn = content.buffer instanceof ArrayBuffer && content.byteLength === content.buffer.byteLength
  return {
    fileName: fileName.slice(0, max.fileName),
    content: isOwn ? (content as Uint8Array<ArrayBuffer>) : new Uint8Array(content),
    contentId,
  }
}
