import { type Message, Problem } from '@tavla/contract'
import { translateMessage } from '@tavla/i18n'
import { FinalRefusal } from '../../../outbox/outbox.ts'
import type { Site } from '../../../site.ts'
import { errorProperty } from '../../../store/errors.ts'

/** What went wrong with a mail server, for people: a sentence, and the server's own reason where it gave one. */
export interface MailFault {
  message: Message
  /** Another attempt cannot help. */
  isFinal: boolean
  /** The account is at fault rather than the one mail. */
  isOfAccount: boolean
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNECTION',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EDNS',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const broken = new Set(['ESOCKET', 'ECONNRESET', 'EPIPE', 'NoConnection', 'ClosedAfterConnectTLS'])

/** Reads an error of nodemailer or imapflow. */
export function readFault(error: unknown, host: string): MailFault {
  const code = textOf(errorProperty(error, 'code'))
  const reply = Number(errorProperty(error, 'responseCode') ?? 0)
  const reason = reasonOf(error)
  const of = (text: string, args: readonly string[] = [host], more: Partial<MailFault> = {}): MailFault => ({
    message: { text, args: [...args] },
    isFinal: false,
    isOfAccount: true,
    ...more,
  })
  if (error instanceof FinalRefusal) return { message: { text: error.message }, isFinal: true, isOfAccount: false }
  if (code === 'EAUTH' || errorProperty(error, 'authenticationFailed') === true || [530, 534, 535].includes(reply)) {
    return of('The mail server {0} did not accept the login.')
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE' || reply >= 400) {
    const isFinal = reply >= 500
    const text = isFinal ? 'The mail server refused the message: {0}' : 'The mail server asks to try again later: {0}'
    return of(text, [reason ?? String(reply)], { isFinal, isOfAccount: false })
  }
  if (unreachable.has(code)) return of('The mail server {0} cannot be reached.')
  if (code === 'ETIMEDOUT' || code === 'CONNECT_TIMEOUT' || code === 'GREETING_TIMEOUT' || code === 'UPGRADE_TIMEOUT') {
    return of('The mail server {0} does not answer.')
  }
  if (code === 'ETLS' || /tls|ssl|certificate|self.signed/i.test(error instanceof Error ? error.message : '')) {
    return of('No secure connection to the mail server {0} could be made.')
  }
  if (code === 'EPROTOCOL') return of('What answers at {0} is no mail server.')
  if (broken.has(code)) return of('The connection to the mail server {0} broke off.')
  return of('The mail server {0} could not be used.')
}

/** What went wrong in one sentence; in the language of the site, where it is kept with the account or the mail. */
export function sentenceOf(
  site: Site,
  error: unknown,
  host: string,
  language = site.engine.settings.default_language,
): string {
  const message = error instanceof Problem ? error.detail : readFault(error, host).message
  return translateMessage(site.translations.dictionaryNow(language), message, language)
}

/** The server's own words, when they are those of a mail server: whatever else stands at an address is not passed on. */
function reasonOf(error: unknown): string | undefined {
  const response = errorProperty(error, 'response')
  if (typeof response !== 'string' || !/^[245]\d\d[ -]/.test(response)) return undefined
  return response.replace(/\s+/g, ' ').slice(0, 200)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
