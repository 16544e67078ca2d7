import { digest, type IncomingMail } from './digest.ts'
import { parseJsonMail } from './json-mail.ts'
import { parseMail } from './parse-mail.ts'

/** As it travels (RFC 5322), or in JSON (reference: conversations, Receiving mail). */
export type MailForm = 'mail' | 'json'

/**
 * Reads a mail and makes of it what may be kept and shown. For the thread of mails: it may take long.
 * @throws Problem for JSON that is no mail
 */
export async function readMail(raw: Uint8Array, form: MailForm): Promise<IncomingMail> {
  return digest(form === 'json' ? await parseJsonMail(raw) : await parseMail(raw))
}
