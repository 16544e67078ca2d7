import { translate } from '@tavla/i18n'
import { createIn, systemContext } from '../../entity/index.ts'
import { escapeHtml } from '../../ground/html.ts'
import type { KeyKind, MailedUser, PasswordLink, Site } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import { invitationDays } from './account-keys.ts'
import { isReachable } from './people.ts'

const texts = {
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

/**
 * Queues the mail with the link that sets a password, in the user's language. The link is filled in when the mail is
 * sent, so no stored text holds it.
 */
export async function mailKey(site: Site, tx: Tx, user: MailedUser, kind: KeyKind, key: string): Promise<void> {
  if (!isReachable(user.email)) return
  const { engine } = site
  const words = texts[kind]
  const dictionary = site.translations.dictionaryNow(user.language)
  const say = (text: string, ...args: (string | number)[]) => translate(dictionary, text, args, user.language)
  const direction = user.language === 'he' ? 'rtl' : 'ltr'
  const lines = [
    say('Hello {0},', user.full_name),
    say(words.ask),
    '{link}',
    say(words.ends, kind === 'reset' ? engine.settings.reset_key_minutes : invitationDays),
    say(words.ignore),
  ]
  const paragraphs = lines.map((line) => (line === '{link}' ? anchor(line) : `<p>${escapeHtml(line)}</p>`))
  const link: PasswordLink = { key, user: user.id, kind }
  const queued = await createIn(engine, systemContext(engine), tx, 'Email Queue', {
    subject: say(words.subject),
    recipients: user.email,
    message: `<div dir="${direction}" lang="${user.language}">${paragraphs.join('\n')}</div>`,
    password_link: JSON.stringify(link),
  })
  await site.outbox.add(tx, 'email', String(queued.row.id))
}

const anchor = (link: string) => `<p dir="ltr"><a href="${link}">${link}</a></p>`
