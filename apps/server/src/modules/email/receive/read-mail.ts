import { digest, type IncomingMail } from './digest.ts'
import { parseJsonMail } from './json-mail.ts'
import { parseMail } from './parse-mail.ts'

/** The mail's format: RFC 5322, or JSON (reference: conversations, Receiving mail). */
export type MailForm = 'mail' | 'json'

/** Parses a mail and prepares it for storage. Slow, so the mail thread runs it. @throws Problem for invalid JSON */
export async function readMail(raw: Uint8Array, form: MailForm): Promise<IncomingMail> {
  return digest(form === 'json' ? await parseJsonMail(raw) : await parseMail(raw))
}
