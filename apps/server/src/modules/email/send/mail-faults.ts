import { type Message, Problem, textOf } from '@tavla/contract'
import { encodeSentence } from '../../../ground/sentences.ts'
import { FinalRefusal, LaneFault, SendError, UncertainDelivery } from '../../../outbox/send-errors.ts'
import { OutwardFault } from '../../../outward/call-out.ts'
import { errorProperty } from '../../../store/errors.ts'

/** A fault of a mail server as a sentence for users, with the server's own reason if it gave one. */
export interface MailFault {
  message: Message
  /** A retry can't help. */
  isFinal: boolean
  /** The account is at fault, not this one mail. */
  isOfAccount: boolean
  /** The server answered, so the fate of the mail is known. */
  isAnswer: boolean
}

const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EDNS', 'ENOTFOUND', 'EAI_AGAIN'])
const late = new Set(['ETIMEDOUT', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'EABORT'])
const broken = new Set(['ECONNECTION', 'ESOCKET', 'ECONNRESET', 'EPIPE', 'NoConnection', 'ClosedAfterConnectTLS'])
const ofCertificate = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH)/

/** Reads an error of nodemailer or imapflow. */
export function readFault(error: unknown, host: string): MailFault {
  const code = textOf(errorProperty(error, 'code'))
  const cause = textOf(errorProperty(error, 'originalCode')) || code
  const reply = Number(errorProperty(error, 'responseCode') ?? 0)
  const reason = reasonOf(error)
  const of = (message: Message, more: Partial<MailFault> = {}): MailFault => ({
    message: { args: [host], ...message },
    isFinal: false,
    isOfAccount: true,
    isAnswer: reply > 0,
    ...more,
  })
  if (error instanceof SendError) {
    return of(error.sentence, { isFinal: error instanceof FinalRefusal, isOfAccount: false, isAnswer: true })
  }
  if (error instanceof OutwardFault) return of({ text: 'The address of the mail server {0} may not be called.' })
  if (error instanceof Problem) return of(error.detail, { isAnswer: true })
  if (code === 'EAUTH' || errorProperty(error, 'authenticationFailed') === true || [530, 534, 535].includes(reply)) {
    return of({ text: 'The mail server {0} did not accept the login.' })
  }
  if (ofCertificate.test(cause)) return of({ text: 'The certificate of the mail server {0} is not valid.' })
  if (errorProperty(error, 'mailboxMissing') === true) {
    return of({ text: 'The mail server {0} has no folder of this name.' })
  }
  const hasNoTls = errorProperty(error, 'tlsFailed') === true && /not support STARTTLS/.test(errorText(error))
  if (hasNoTls || (code === 'ETLS' && reply >= 500))
    return of({ text: 'The mail server {0} offers no secure connection.' })
  if (code === 'EMESSAGE' && reply === 0) {
    return of({ text: 'The mail is larger than the mail server {0} takes.' }, { isFinal: true, isOfAccount: false })
  }
  const answer = [reason ?? String(reply)]
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  // 503 blames the order of the commands, not the mail.
  if (isOfMessage && reply >= 500 && reply !== 503) {
    const message = { text: 'The mail server refused the message: {0}', args: answer }
    return of(message, { isFinal: true, isOfAccount: false })
  }
  if (isOfMessage || (reply >= 400 && reply < 500)) {
    return of({ text: 'The mail server asks to try again later: {0}', args: answer }, { isOfAccount: false })
  }
  if (reply >= 500 && code !== 'ETLS' && reason) {
    return of({ text: 'The mail server {0} refuses the connection: {1}', args: [host, reason] })
  }
  if (late.has(code)) return of({ text: 'The mail server {0} does not answer.' })
  if (code === 'ETLS' || /tls|ssl|certificate|self.signed/i.test(errorText(error))) {
    return of({ text: 'No secure connection to the mail server {0} could be made.' })
  }
  if (code === 'EPROTOCOL') return of({ text: 'What answers at {0} is no mail server.' })
  if (unreachable.has(cause)) return of({ text: 'The mail server {0} cannot be reached.' })
  if (broken.has(code)) return of({ text: 'The connection to the mail server {0} broke off.' })
  return of({ text: 'The mail server {0} could not be used.' })
}

/** The error for the outbox; `isWhole`: the server had received the whole mail. */
export function forOutbox(error: unknown, fault: MailFault, isWhole: boolean): SendError {
  const { message, isFinal, isOfAccount, isAnswer } = fault
  if (isFinal) return new FinalRefusal(message, error)
  if (isWhole && !isAnswer) return new UncertainDelivery(message, error)
  return isOfAccount || errorProperty(error, 'responseCode') === 421
    ? new LaneFault(message, error)
    : new SendError(message, error)
}

/** The fault as a stored sentence for the account. */
export const sentenceOf = (error: unknown, host: string): string => encodeSentence(readFault(error, host).message)

/** The server's own reason if it is an SMTP reply; text of any other program at the address is not passed on. */
export function reasonOf(error: unknown): string | undefined {
  const response = errorProperty(error, 'response')
  if (typeof response !== 'string' || !/^[245]\d\d[ -]/.test(response)) return undefined
  return response.replace(/\s+/g, ' ').slice(0, 200)
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : '')
