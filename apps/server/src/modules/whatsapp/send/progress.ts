import { type StoredRow, systemContext, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { messageEntity, newIdOf } from '../rows.ts'

export type Progress = 'Sent' | 'Delivered' | 'Read' | 'Failed'

export interface ProgressNote {
  /** UTC text. */
  at: string
  messageId?: string
  conversationId?: string | undefined
  error?: string | null
  errorCode?: number
}

const rank: Readonly<Record<string, number>> = { Scheduled: 0, Queued: 0, Held: 0, Sent: 1, Delivered: 2, Read: 3 }
const timeOf = { Sent: 'sent_at', Delivered: 'delivered_at', Read: 'read_at' } as const

/**
 * Moves an outgoing message and its Communication to a further state: never backwards, and to Failed only while it is
 * not delivered (reference: conversations, Sending WhatsApp). A late status still sets its time, and a note on a sent
 * message stays. False when nothing changed.
 */
export async function advance(
  site: Site,
  tx: Tx,
  message: Readonly<StoredRow>,
  to: Progress,
  note: ProgressNote,
): Promise<boolean> {
  const messageId = message.message_id == null ? note.messageId : undefined
  const from = String(message.status)
  // The site gave up after attempts that were cut off, and now learns that the message left.
  const at = from === 'Failed' && messageId !== undefined ? 0 : rank[from]
  const moves = at !== undefined && (to === 'Failed' ? at < 2 : (rank[to] ?? 0) > at)
  const field = to === 'Failed' ? undefined : timeOf[to]
  const isLate = field !== undefined && from in rank && message[field] == null
  if (!moves && !isLate) return false
  const { engine } = site
  const system = systemContext(engine)
  const hadLeft = to !== 'Failed' && at !== 0
  const error = note.error ?? (hadLeft && typeof message.error === 'string' ? message.error : null)
  const known = messageId === undefined ? {} : { message_id: (await newIdOf(site, tx, messageId)) ?? messageId }
  await updateIn(engine, system, tx, messageEntity, String(message.id), {
    ...(field && message[field] == null ? { [field]: note.at } : {}),
    ...known,
    ...(note.conversationId === undefined ? {} : { conversation_id: note.conversationId.slice(0, 140) }),
    ...(moves ? { status: to, error, error_code: note.errorCode ?? 0 } : {}),
  })
  if (!moves || message.communication == null) return true
  const communication = engine.models.require('Communication')
  if (!(await engine.rows(communication).exists(tx, String(message.communication)))) return true
  await updateIn(engine, system, tx, communication.id, String(message.communication), {
    delivery_status: to === 'Failed' ? 'Error' : to,
    error,
    ...known,
  })
  return true
}
