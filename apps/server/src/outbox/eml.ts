import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Mail {
  from: string | { name: string; address: string }
  /** Addresses separated by commas. */
  to: string
  cc: string
  bcc: string
  subject: string
  html: string
  messageId: string
  /** Message-IDs of the mails that it answers, oldest first. */
  references?: readonly string[]
  /** Further header lines. */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly { filename: string; path: string; contentType?: string }[]
}

/** Writes the mail into `folder` as `<name>.eml`, in one step; a second call replaces the file. */
export async function writeEml(folder: string, name: string, mail: Mail): Promise<void> {
  const bytes = await composeMail(mail)
  const draft = join(folder, `.${name}.tmp`)
  await writeFile(draft, bytes, { mode: 0o600, flush: true })
  await rename(draft, join(folder, `${name}.eml`))
}

/** The mail as sent, with a plain text beside the HTML. */
export async function composeMail(mail: Mail): Promise<Buffer> {
  // Loaded on first use, because most sites send no mail on most days.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer(await mailOptions(mail))
  return composer.compile().build()
}

/** The options of nodemailer. The attachments are read here, so that nodemailer needs no access to files. */
async function mailOptions({ html, cc, bcc, references = [], attachments = [], headers = {}, ...rest }: Mail) {
  return {
    ...rest,
    ...(cc ? { cc } : {}),
    ...(bcc ? { bcc } : {}),
    ...(references.length > 0 ? { inReplyTo: references.at(-1) as string, references: [...references] } : {}),
    headers: { ...headers },
    attachments: await Promise.all(
      attachments.map(async ({ path, ...file }) => ({ ...file, content: await readFile(path) })),
    ),
    html,
    text: textOfHtml(html),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The plain text of a mail: an empty line between paragraphs, a new line for each line break and row. */
export function textOfHtml(html: string): string {
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/li|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<\/(p|div|h[1-6]|ul|ol|table|blockquote)>/gi, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_whole, name: string) => entities[name] ?? '')
  // Trims line by line: a regular expression for spaces around a line's end would scan a long run of them once per space.
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
