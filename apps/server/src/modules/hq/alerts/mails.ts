import { translate } from '@tavla/i18n'
import { createIn, findOne, systemContext } from '../../../entity/index.ts'
import { escapeHtml } from '../../../ground/html.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'

/**
 * Queues the mail that an alert opened, or closed, to the recipients of HQ's settings, if there are any. `message` is the
 * alert's stored sentence.
 */
export async function mailAlertIn(site: Site, tx: Tx, how: 'opened' | 'closed', message: string): Promise<void> {
  const { engine } = site
  const recipients = await recipientsIn(site, tx)
  if (recipients.length === 0) return
  const language = engine.settings.default_language
  const sentence = translateSentence(site, message, language) ?? ''
  const dictionary = site.translations.dictionaryNow(language)
  const words = how === 'opened' ? sentence : translate(dictionary, 'Resolved: {0}', [sentence], language)
  const direction = language === 'he' ? 'rtl' : 'ltr'
  const queued = await createIn(engine, systemContext(engine), tx, 'Email Queue', {
    // The marks that keep a name's direction are for text; a subject shows them.
    subject: words.replace(/[\u2066-\u2069]/g, '').slice(0, 140),
    recipients: recipients.join(', '),
    message: `<div dir="${direction}" lang="${language}"><p>${escapeHtml(words)}</p></div>`,
  })
  await site.outbox.add(tx, 'email', String(queued.row.id))
}

async function recipientsIn({ engine }: Site, tx: Tx): Promise<string[]> {
  const settings = await findOne(engine, 'HQ Settings', { fields: ['alert_recipients'], reader: tx })
  return String(settings?.alert_recipients ?? '')
    .split(/[\s,;]+/)
    .filter((address) => address !== '')
}
