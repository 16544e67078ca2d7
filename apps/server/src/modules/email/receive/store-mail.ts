import { limits, type Message, Problem } from '@tavla/contract'
import { translateMessage } from '@tavla/i18n'
import type { Engine } from '../../../entity/engine.ts'
import { createIn, systemContext, updateIn } from '../../../entity/index.ts'
import type { StoredRow } from '../../../entity/rows.ts'
import type { Context } from '../../../entity/types.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { sanitise } from '../html/sanitise.ts'
import { escapeHtml, htmlOf, plainTextOf } from '../html/text.ts'
import { answerOnceADay, automaticAnswer } from './auto-reply.ts'
import { findAnswered, findBySender, findMail, type KnownMail } from './matching.ts'
import type { IncomingFile, IncomingMail } from './parse-mail.ts'

export interface Stored {
  communication: string
  isDuplicate: boolean
}

/**
 * Keeps a received mail as a Communication beside the record it is about (contract 3.12): once, however often it comes.
 * Its files are kept first, so that a mail is either there with all of them or comes again.
 */
export async function storeMail(site: Site, account: StoredRow, mail: IncomingMail): Promise<Stored> {
  const { engine } = site
  const known = await findMail(engine, engine.store, mail.messageId)
  if (known) return { communication: known.id, isDuplicate: true }
  const system = systemContext(engine)
  const answered = await findAnswered(engine, mail.bounce ? mail.bounce.messageIds : mail.references)
  const reference = answered?.reference ?? (await findBySender(engine, mail.from.address))
  const { files, left } = await keepFiles(site, system, mail.attachments)
  const notes = [...(mail.notes ?? []), ...left].map((note) => say(site, note))
  const html = [...notes.map((note) => `<p>${escapeHtml(note)}</p>`), await readHtml(mail, files)]
    .join('\n')
    .slice(0, limits.textLength)
  const values = {
    subject: (mail.subject || plainTextOf(html).split('\n', 1)[0] || '–').slice(0, limits.dataLength),
    communication_medium: 'Email',
    sent_or_received: 'Received',
    status: 'Open',
    communication_date: readTime(engine, mail.date),
    sender: cut(mail.from.address, limits.dataLength),
    sender_full_name: cut(mail.from.name, limits.dataLength),
    recipients: cut(mail.to.join(', '), limits.smallTextLength),
    cc: cut(mail.cc.join(', '), limits.smallTextLength),
    content: html,
    text_content: (mail.text.trim() ? [...notes, mail.text.trim()].join('\n\n') : plainTextOf(html)).slice(
      0,
      limits.textLength,
    ),
    message_id: mail.messageId,
    email_account: account.id,
    in_reply_to: answered?.id ?? null,
    attachments: files.map(({ file, fileName, url }) => ({ file, file_name: fileName, file_url: url })),
    ...(reference && { reference_entity: reference.entity, reference_id: reference.id }),
  }
  const letter = await automaticAnswer(account, mail)
  return engine.store.write(async (tx) => {
    // Two ways may bring one mail at the same time.
    const before = await findMail(engine, tx, mail.messageId)
    if (before) return { communication: before.id, isDuplicate: true }
    const said = await createIn(engine, system, tx, 'Communication', values)
    const id = String(said.row.id)
    for (const { file } of files) {
      await updateIn(engine, system, tx, 'File', file, { attached_to_entity: 'Communication', attached_to_id: id })
    }
    if (mail.bounce && answered) await noteBounce(engine, system, tx, answered, mail.bounce.reason)
    if (letter !== null) await answerOnceADay(site, tx, account, mail, letter)
    return { communication: id, isDuplicate: false }
  })
}

interface KeptFile {
  file: string
  fileName: string
  url: string
  contentId: string | null
}

/** A file that the site does not take, because of its size, keeps the mail from nothing: it is said what is not there. */
async function keepFiles(
  site: Site,
  system: Context,
  attachments: readonly IncomingFile[],
): Promise<{ files: KeptFile[]; left: Message[] }> {
  const files: KeptFile[] = []
  const left: Message[] = []
  for (const { fileName, content, contentId } of attachments) {
    // An empty file is no file, but its name may say something.
    const bytes = content.length > 0 ? content : Buffer.from('\n')
    try {
      const record = await site.files.save(system, { fileName, content: bytes })
      files.push({ file: record.id, fileName: String(record.file_name), url: String(record.file_url), contentId })
    } catch (error) {
      if (!(error instanceof Problem && error.status === 413)) throw error
      left.push({ text: 'The file {0} is larger than this site takes, and is not here.', args: [fileName] })
    }
  }
  return { files, left }
}

/** A sentence that becomes part of a message: in the language of the site. */
export function say({ translations, engine }: Site, message: Message): string {
  const language = engine.settings.default_language
  return translateMessage(translations.dictionaryNow(language), message, language)
}

/** The mail as it may be shown; pictures that came with it are shown from where they are kept. */
async function readHtml(mail: IncomingMail, files: readonly KeptFile[]): Promise<string> {
  const html = mail.html ?? htmlOf(mail.text)
  const urls = new Map(files.flatMap(({ contentId, url }) => (contentId ? [[contentId, url] as const] : [])))
  const clean = await sanitise(html)
  return clean
    .replace(/(<img[^>]*?\ssrc=")cid:([^"]*)"/gi, (whole, start: string, id: string) => {
      const url = urls.get(safeDecode(id))
      return url ? `${start}${url}"` : whole
    })
    .slice(0, limits.textLength)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readTime(engine: Engine, date: string | null): string {
  return date === null ? engine.clock.nowUtc() : date.replace('T', ' ').replace('Z', '000')
}

const cut = (text: string, most: number) => text.slice(0, most) || null

/** The mail that did not arrive says so, and why. */
async function noteBounce(engine: Engine, system: Context, tx: Tx, { id }: KnownMail, reason: string): Promise<void> {
  const bounced = await engine.rows(engine.models.require('Communication')).byId(tx, id)
  if (bounced?.sent_or_received !== 'Sent') return
  await updateIn(engine, system, tx, 'Communication', id, { delivery_status: 'Bounced', error: reason || null })
}
