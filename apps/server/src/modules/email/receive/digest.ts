import { limits, type Message } from '@tavla/contract'
import { type Clean, clean } from '../html/clean.ts'
import { paragraphsOf, plainTextOf } from '../html/text.ts'
import type { ParsedFile, ParsedMail } from './parse-mail.ts'

/** A received mail as it may be kept: cleaned, and none of it longer than anybody looks at. */
export interface IncomingMail extends Omit<ParsedMail, 'html' | 'attachments'> {
  /** Cleaned; pictures that came with it are there by `cid:`. */
  html: string
  attachments: IncomingFile[]
  /** How many files of it are not among them. */
  furtherFiles: number
  /** Not all of its text is there. */
  isCut: boolean
  /** What is to be said before it, such as what could not be taken of it. */
  notes?: readonly Message[]
}

export interface IncomingFile extends ParsedFile {
  content: Uint8Array<ArrayBuffer>
}

/** How much of a mail is kept apart; whoever wants more finds it in the whole mail. Characters of names as of a Data. */
const most = { text: 200_000, files: 100, addresses: 200, fileName: 500, address: limits.smallTextLength }

/** What is kept and shown of a mail. */
export function digest(mail: ParsedMail): IncomingMail {
  const written = mail.text.slice(0, most.text).trim()
  const { html, isCut } = mail.html === null ? ofText(mail.text) : clean(mail.html)
  const text = written || plainTextOf(html)
  return {
    ...mail,
    from: { name: mail.from.name.slice(0, limits.dataLength), address: mail.from.address.slice(0, most.address) },
    replyTo: mail.replyTo.slice(0, most.addresses),
    to: mail.to.slice(0, most.addresses),
    cc: mail.cc.slice(0, most.addresses),
    subject: (mail.subject || (text.split('\n', 1)[0] ?? '')).slice(0, limits.dataLength),
    html,
    text,
    attachments: mail.attachments.slice(0, most.files).map(ownFile),
    furtherFiles: Math.max(0, mail.attachments.length - most.files),
    isCut,
  }
}

function ofText(text: string): Clean {
  const { html, isCut } = clean(paragraphsOf(text.slice(0, most.text).trim()))
  return { html, isCut: isCut || text.length > most.text }
}

/** With bytes that are nobody else's, so that another thread may have them. */
function ownFile({ fileName, content, contentId }: ParsedFile): IncomingFile {
  const isOwn = content.buffer instanceof ArrayBuffer && content.byteLength === content.buffer.byteLength
  return {
    fileName: fileName.slice(0, most.fileName),
    content: isOwn ? (content as Uint8Array<ArrayBuffer>) : new Uint8Array(content),
    contentId,
  }
}
