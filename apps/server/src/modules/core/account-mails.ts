import { translate } from '@tavla/i18n'
import { createIn, systemContext } from '../../entity/index.ts'
import type { MailedUser, Site } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import { isReachable } from './accounts.ts'

const wording = {
  reset: {
    subject: 'Reset your password',
    ask: 'Open this link to choose a new password:',
    ends: 'The link works once and expires after {0} minutes.',
    ignore: 'If you did not ask for this, you can ignore this email.',
  },
  invitation: {
    subject: 'You have been invited',
    ask: 'Open this link to choose your password:',
    ends: 'The link works once and expires after {0} days.',
    ignore: 'If you did not expect this, you can ignore this email.',
  },
} as const

/** Puts the mail with the link that sets a password into the outbox, in the person's language (contract 3.4). */
export async function mailKey(
  site: Site,
  tx: Tx,
  user: MailedUser,
  kind: 'reset' | 'invitation',
  key: string,
): Promise<void> {
  if (!isReachable(user.email)) return
  const { config, engine } = site
  const words = wording[kind]
  const dictionary = site.translations.dictionaryNow(user.language)
  const say = (text: string, ...args: (string | number)[]) => translate(dictionary, text, args, user.language)
  const link = `${config.publicUrl}/validate-password?key=${key}`
  const direction = user.language === 'he' ? 'rtl' : 'ltr'
  const lines = [
    say('Hello {0},', user.full_name),
    say(words.ask),
    link,
    say(words.ends, kind === 'reset' ? engine.settings.reset_key_minutes : 7),
    say(words.ignore),
  ]
  const paragraphs = lines.map((line) => (line === link ? anchor(link) : `<p>${escapeHtml(line)}</p>`))
  const queued = await createIn(engine, systemContext(engine), tx, 'Email Queue', {
    subject: say(words.subject),
    recipients: user.email,
    message: `<div dir="${direction}" lang="${user.language}">${paragraphs.join('\n')}</div>`,
  })
  await site.outbox.add(tx, 'email', String(queued.row.id))
}

const anchor = (link: string) => `<p dir="ltr"><a href="${link}">${link}</a></p>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
