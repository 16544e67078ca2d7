import { limits, type Message, Problem } from '@tavla/contract'
import { translateMessage } from '@tavla/i18n'
import {
  type Context,
  createIn,
  type Engine,
  loggedWork,
  type StoredRow,
  systemContext,
  updateIn,
} from '../../../entity/index.ts'
import { escapeHtml } from '../../../ground/html.ts'
import { utcText } from '../../../ground/utc-text.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { noteReplyTo } from '../answers.ts'
import { answerOnceADay, composeAutoReply } from './auto-reply.ts'
import type { IncomingMail } from './digest.ts'
import { dropFiles, keepFiles, type StoredFile, withPictures } from './mail-files.ts'
import { findAnswered, findBySender, findMail, type KnownMail, lookUp } from './matching.ts'
import { voidReturnedKeys } from './returned-keys.ts'

export interface StoredMail {
  communication: string
  isDuplicate: boolean
}

/**
 * Stores a received mail as a Communication of the record it is about (reference: conversations, Receiving mail), once,
 * however often it arrives. Stores its files first, so that a mail is either complete or fetched again.
 */
export async function storeMail(site: Site, account: StoredRow, mail: IncomingMail): Promise<StoredMail> {
  const { engine } = site
  const known = await findMail(engine, engine.store, mail.messageId)
  if (known) return { communication: known.id, isDuplicate: true }
  const system = systemContext(engine, '', loggedWork('Mail', 'Receive'))
  const answered = await findAnswered(engine, mail.bounce ? mail.bounce.messageIds : mail.references)
  const reference = answered?.reference ?? (await findBySender(engine, mail.from.address))
  const { files, missing } = await keepFiles(site, { ...system, isPart: true }, mail.attachments)
  try {
    const attempt = () => write(site, system, account, mail, { answered, reference, files, missing })
    // Two deliveries can race: after a duplicate-key error, retry and find the other's row.
    const stored = await attempt().catch((error: unknown) => {
      if (error instanceof Problem && error.type === 'DuplicateEntryError') return attempt()
      throw error
    })
    // Another delivery stored it in the meantime, with its own files.
    if (stored.isDuplicate) await dropFiles(site, system, files)
    return stored
  } catch (error) {
    // Keep the files if it is unknown whether the mail was stored.
    const isKept = await findMail(engine, engine.store, mail.messageId).then(Boolean, () => true)
    if (!isKept) await dropFiles(site, system, files)
    throw error
  }
}

interface MailParts {
  answered: KnownMail | undefined
  reference: KnownMail['reference']
  files: readonly StoredFile[]
  /** Notes about files that were left out. */
  missing: readonly Message[]
}

async function write(
  site: Site,
  system: Context,
  account: StoredRow,
  mail: IncomingMail,
  { answered, reference, files, missing }: MailParts,
): Promise<StoredMail> {
  const { engine } = site
  const notes = [...(mail.notes ?? []), ...missing].map((note) => say(site, note))
  const { address, name } = mail.from
  const isShort = address.length <= limits.dataLength
  const values = {
    subject: mail.subject || notes[0]?.slice(0, limits.dataLength) || '–',
    communication_medium: 'Email',
    sent_or_received: 'Received',
    status: 'Open',
    communication_date: readTime(engine, mail.date),
    // A cut address would be somebody else's.
    sender: isShort ? address || null : null,
    sender_full_name: (name || (isShort ? '' : address)).slice(0, limits.dataLength) || null,
    recipients: listed(mail.to),
    cc: listed(mail.cc),
    content: [...notes.map((note) => `<p>${escapeHtml(note)}</p>`), withPictures(mail.html, files)]
      .filter(Boolean)
      .join('\n')
      .slice(0, limits.textLength),
    text_content: [...notes, mail.text].filter(Boolean).join('\n\n').slice(0, limits.textLength),
    email_account: account.id,
    in_reply_to: answered?.id ?? null,
    attachments: files.map(({ file, fileName, url }) => ({ file, file_name: fileName, file_url: url })),
    ...(reference && { reference_entity: reference.entity, reference_id: reference.id }),
  }
  const letter = await composeAutoReply(engine, account, mail)
  return engine.store.write(async (tx) => {
    // Two deliveries may bring one mail at the same time.
    const { known, freeId } = await lookUp(engine, tx, mail.messageId)
    if (known) return { communication: known.id, isDuplicate: true }
    const created = await createIn(engine, system, tx, 'Communication', { ...values, message_id: freeId })
    const id = String(created.row.id)
    for (const { file } of files) {
      await updateIn(engine, { ...system, isPart: true }, tx, 'File', file, {
        attached_to_entity: 'Communication',
        attached_to_id: id,
      })
    }
    await noteReplyTo(tx, id, mail)
    await voidReturnedKeys(site, tx, mail)
    if (mail.bounce && answered) await noteBounce(engine, system, tx, answered, mail.bounce.reason)
    if (letter !== null) await answerOnceADay(site, system, tx, account, { mail, communication: id, letter })
    return { communication: id, isDuplicate: false }
  })
}

/** A sentence for the stored message, in the language of the site. */
export function say({ translations, engine }: Site, message: Message): string {
  const language = engine.settings.default_language
  return translateMessage(translations.dictionaryNow(language), message, language)
}

function readTime(engine: Engine, date: string | null): string {
  return date === null ? engine.clock.nowUtc() : utcText(Date.parse(date))
}

/** As many whole addresses as fit. */
function listed(addresses: readonly string[]): string | null {
  let text = ''
  for (const address of addresses) {
    const longer = text === '' ? address : `${text}, ${address}`
    if (longer.length > limits.smallTextLength) break
    text = longer
  }
  return text || null
}

/** Marks the sent mail as bounced, with the reason. */
async function noteBounce(engine: Engine, system: Context, tx: Tx, { id }: KnownMail, reason: string): Promise<void> {
  const bounced = await engine.rows(engine.models.require('Communication')).byId(tx, id)
  if (bounced?.sent_or_received !== 'Sent') return
  await updateIn(engine, system, tx, 'Communication', id, { delivery_status: 'Bounced', error: reason || null })
}
