import { join } from 'node:path'
import { systemContext, updateIn } from '../../entity/index.ts'
import { writeEml } from '../../outbox/eml.ts'
import { FinalRefusal, type OutboxNote, type OutboxState, type Sender } from '../../outbox/outbox.ts'
import type { Site } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import { withoutKeys } from './account-mails.ts'
import { touch } from './touch.ts'

const minute = 60_000

/** Mail by transport `File`: each one is written as `.eml` into the site's `outbox` folder (contract 3.12). */
export function emailSender(site: Site): Sender {
  return {
    kind: 'email',
    atOnce: 10,
    retryAfter: [1, 5, 15, 60, 240].map((minutes) => minutes * minute),
    send: (id) => sendToFile(site, id),
    mirror: (tx, id, note) => mirrorState(site, tx, id, note),
  }
}

async function sendToFile(site: Site, id: string): Promise<void> {
  const { config, engine } = site
  const mail = await engine.rows(engine.models.require('Email Queue')).byId(engine.store, id)
  if (!mail) throw new FinalRefusal('The mail is gone')
  const text = (name: string) => String(mail[name] ?? '')
  const host = new URL(config.publicUrl).hostname
  await writeEml(join(config.dir, 'outbox'), id, {
    from: text('sender') || { name: engine.settings.site_title ?? 'Tavla', address: `no-reply@${host}` },
    to: text('recipients'),
    cc: text('cc'),
    bcc: text('bcc'),
    subject: text('subject'),
    html: text('message'),
    messageId: `<${id}@${host}>`,
  })
}

const statusOf: Record<OutboxState, string> = {
  Queued: 'Not Sent',
  Held: 'Held',
  Sending: 'Sending',
  Sent: 'Sent',
  Error: 'Error',
  Cancelled: 'Cancelled',
}

async function mirrorState(site: Site, tx: Tx, id: string, note: OutboxNote): Promise<void> {
  const { engine } = site
  const rows = engine.rows(engine.models.require('Email Queue'))
  const mail = await rows.byId(tx, id)
  if (!mail) return
  const sent = note.state === 'Sent'
  await updateIn(engine, systemContext(engine), tx, 'Email Queue', id, {
    status: statusOf[note.state],
    attempts: note.attempts,
    error: note.error,
    ...(sent ? { message: withoutKeys(String(mail.message ?? '')) } : {}),
  })
  const times = sent ? { sent_at: engine.clock.nowUtc() } : note.nextAttempt ? { next_attempt: note.nextAttempt } : {}
  if (Object.keys(times).length > 0) await touch(engine, tx, 'Email Queue', id, times)
}
