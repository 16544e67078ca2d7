import { invalid } from '@tavla/contract'

const mostAttachments = 100

/** A mail in JSON, as a program that has read it already hands it over (contract 3.12), made into one that we read ourselves. */
export async function composeJsonMail(body: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const text = (name: string) => textOf(body[name], name)
  const html = text('html')
  const date = new Date(text('date') || Number.NaN)
  const composer = new MailComposer({
    from: text('from'),
    to: list(body.to, 'to'),
    cc: list(body.cc, 'cc'),
    subject: text('subject'),
    text: text('text'),
    ...(html ? { html } : {}),
    ...(text('message_id') ? { messageId: text('message_id') } : {}),
    ...(text('in_reply_to') ? { inReplyTo: text('in_reply_to') } : {}),
    references: list(body.references, 'references').join(' '),
    ...(Number.isNaN(date.getTime()) ? {} : { date }),
    attachments: attachmentsOf(body.attachments),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function textOf(value: unknown, name: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw invalid('The value for {0} is not valid', [name])
  return value
}

function list(value: unknown, name: string): string[] {
  return Array.isArray(value) ? value.map((one) => textOf(one, name)) : [textOf(value, name)].filter(Boolean)
}

function attachmentsOf(value: unknown) {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > mostAttachments) {
    throw invalid('The value for {0} is not valid', ['attachments'])
  }
  return value.map((one: Record<string, unknown> | null) => ({
    filename: textOf(one?.filename, 'filename') || 'attachment',
    contentType: textOf(one?.content_type, 'content_type') || 'application/octet-stream',
    content: Buffer.from(textOf(one?.content_base64, 'content_base64'), 'base64'),
  }))
}
