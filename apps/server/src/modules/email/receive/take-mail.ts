import { type Message, Problem } from '@tavla/contract'
import type { StoredRow } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { StoreUnavailable } from '../../../store/errors.ts'
import { mailThread, ThreadLimitError } from '../thread/mail-thread.ts'
import type { IncomingMail } from './digest.ts'
import { idWithout } from './mail-ids.ts'
import type { MailForm } from './read-mail.ts'
import { type StoredMail, say, storeMail } from './store-mail.ts'

/** Maximum size of a mail that is parsed whole, and bytes parsed of a larger one. */
export const largestMail = 40 * 1_048_576
export const headOfLargeMail = 1_048_576

export interface HandedMail {
  raw: Uint8Array
  form: MailForm
  /** Only the beginning of a mail that is too large; the rest stays in its mailbox. */
  isHead?: boolean
}

export interface TakenMail extends StoredMail {
  mail: IncomingMail
}

/**
 * Stores any mail; an unreadable one is kept as a file of a message that says so.
 * @throws Problem for invalid JSON, and faults that are not the mail's, after which the same mail may be taken again
 */
export async function takeMail(
  site: Site,
  account: StoredRow,
  handed: HandedMail,
  signal?: AbortSignal,
): Promise<TakenMail> {
  const mail = await readHanded(handed, signal).catch((error: unknown) => {
    if (error instanceof Problem || signal?.aborted) throw error
    note(site, account, error)
    return unread(site, handed)
  })
  try {
    return { ...(await storeMail(site, account, mail)), mail }
  } catch (error) {
    if (isForLater(error)) throw error
    note(site, account, error)
    return keepUnread(site, account, handed)
  }
}

/** Stores a mail as a file, without parsing it. */
export async function keepUnread(site: Site, account: StoredRow, handed: HandedMail): Promise<TakenMail> {
  const mail = unread(site, handed)
  return { ...(await storeMail(site, account, mail)), mail }
}

async function readHanded(handed: HandedMail, signal?: AbortSignal): Promise<IncomingMail> {
  const { raw, form, isHead } = handed
  if (isHead) return headOf(await mailThread.read(raw, form, signal), largerThanMost)
  if (form === 'mail' && raw.length > largestMail) return readHead(handed, signal)
  const mail = await mailThread.read(raw, form, signal).catch((error: unknown) => {
    const isHope = error instanceof ThreadLimitError && form === 'mail' && raw.length > headOfLargeMail
    if (isHope && !signal?.aborted) return readHead(handed, signal)
    throw error
  })
  if (!mail.isCut && mail.furtherFiles === 0) return mail
  const further = { text: 'More files are in the whole mail, which is kept as a file: {0}', args: [mail.furtherFiles] }
  return {
    ...mail,
    attachments: [...mail.attachments, whole(raw, form)],
    notes: [...(mail.isCut ? [notAllShown] : []), ...(mail.furtherFiles > 0 ? [further] : [])],
  }
}

/** Reads the beginning of a mail that is too large to parse, and attaches the whole mail as a file. */
async function readHead({ raw, form }: HandedMail, signal?: AbortSignal): Promise<IncomingMail> {
  const head = await mailThread.read(raw.subarray(0, headOfLargeMail), form, signal)
  return { ...headOf(head, notAllShown), attachments: [whole(raw, form)] }
}

const largerThanMost = {
  text: 'This mail is larger than {0} MB and was left in its mailbox.',
  args: [largestMail / 1_048_576],
}
const notAllShown = { text: 'Not all of this mail is shown. The whole mail is kept as a file.' }

/** Attachments are truncated in a head, so drop them. */
const headOf = (mail: IncomingMail, remark: Message): IncomingMail => ({
  ...mail,
  attachments: [],
  furtherFiles: 0,
  isCut: false,
  notes: [remark],
})

const whole = (raw: Uint8Array, form: MailForm) => ({
  fileName: form === 'json' ? 'mail.json' : 'mail.eml',
  content: raw as Uint8Array<ArrayBuffer>,
  contentId: null,
})

/** The placeholder for a mail that can't be read. */
function unread(site: Site, { raw, form }: HandedMail): IncomingMail {
  const text = 'This mail could not be read. It is kept as a file.'
  return {
    messageId: idWithout(raw.subarray(0, 100_000)),
    references: [],
    from: { name: '', address: '' },
    replyTo: [],
    to: [],
    cc: [],
    subject: say(site, { text: 'A mail that could not be read' }),
    date: null,
    html: '',
    text: '',
    attachments: [whole(raw, form)],
    furtherFiles: 0,
    isCut: false,
    notes: [{ text }],
    isAutomatic: false,
    bounce: null,
  }
}

function note(site: Site, account: StoredRow, error: unknown): void {
  site.logs.error.error({ err: error, account: account.id }, 'a mail could not be read')
}

/** A full disk or a closing database: the same mail works later. */
const isForLater = (error: unknown) =>
  error instanceof StoreUnavailable || (error instanceof Problem && error.status >= 500)
