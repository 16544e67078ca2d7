import { badRequest, invalid } from '@tavla/contract'
import { idWithout } from './mail-ids.ts'
import { type ParsedFile, type ParsedMail, parseMail } from './parse-mail.ts'

const maxAttachments = 100

/**
 * Parses a mail that a program delivers as JSON (reference: conversations, Receiving mail), by composing it and parsing
 * the result.
 * @throws Problem 400, 417
 */
export async function parseJsonMail(raw: Uint8Array): Promise<ParsedMail> {
  const body = readBody(raw)
  const attachments = attachmentsOf(body.attachments)
  return { ...(await parseMail(await compose(body, idWithout(raw)))), attachments }
}

function readBody(raw: Uint8Array): Readonly<Record<string, unknown>> {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder().decode(raw))
  } catch (error) {
    throw badRequest(error)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
  return body as Record<string, unknown>
}

/** Composes the mail without its files, which need no parsing. */
async function compose(body: Readonly<Record<string, unknown>>, otherwiseId: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const text = (name: string) => requireText(body[name], name)
  const html = text('html')
  const date = new Date(text('date') || Number.NaN)
  const composer = new MailComposer({
    from: text('from'),
    to: list(body.to, 'to'),
    cc: list(body.cc, 'cc'),
    subject: text('subject'),
    text: text('text'),
    ...(html ? { html } : {}),
    messageId: text('message_id') || otherwiseId,
    ...(text('in_reply_to') ? { inReplyTo: text('in_reply_to') } : {}),
    references: list(body.references, 'references').join(' '),
    ...(Number.isNaN(date.getTime()) ? {} : { date }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function requireText(value: unknown, name: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw invalid('The value for {0} is not valid', [name])
  return value
}

function list(value: unknown, name: string): string[] {
  return Array.isArray(value) ? value.map((one) => requireText(one, name)) : [requireText(value, name)].filter(Boolean)
}

function attachmentsOf(value: unknown): ParsedFile[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > maxAttachments) {
    throw invalid('The value for {0} is not valid', ['attachments'])
  }
  return value.map((one: Record<string, unknown> | null) => ({
    fileName: requireText(one?.filename, 'filename') || 'attachment',
    content: Buffer.from(requireText(one?.content_base64, 'content_base64'), 'base64'),
    contentId: null,
  }))
}
