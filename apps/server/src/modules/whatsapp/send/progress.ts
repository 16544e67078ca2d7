import { type StoredRow, systemContext, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { messageEntity } from '../rows.ts'

export type Progress = 'Sent' | 'Delivered' | 'Read' | 'Failed'

export interface ProgressNote {
  /** UTC text of when it happened. */
  at: string
  messageId?: string
  conversationId?: string | undefined
  error?: string | null
  errorCode?: number
}

const rank: Readonly<Record<string, number>> = { Queued: 0, Held: 0, Sent: 1, Delivered: 2, Read: 3 }
const timeOf = { Sent: 'sent_at', Delivered: 'delivered_at', Read: 'read_at' } as const

/**
 * Moves an outgoing message on, in record and thread alike: never backwards, and to Failed only while nobody has it yet
 * (contract 3.12). What comes late still leaves its time. False when there was nothing to note.
 */
export async function advance(
  site: Site,
  tx: Tx,
  message: Readonly<StoredRow>,
  to: Progress,
  note: ProgressNote,
): Promise<boolean> {
  const from = String(message.status)
  const moves =
    to === 'Failed' ? from in rank && (rank[from] ?? 0) < 2 : (rank[to] ?? 0) > (rank[from] ?? Number.MAX_VALUE)
  const field = to === 'Failed' ? undefined : timeOf[to]
  const isLate = field !== undefined && from in rank && message[field] == null
  if (!moves && !isLate) return false
  const { engine } = site
  const system = systemContext(engine)
  const error = note.error ?? null
  await updateIn(engine, system, tx, messageEntity, String(message.id), {
    ...(field && message[field] == null ? { [field]: note.at } : {}),
    ...(note.messageId === undefined ? {} : { message_id: note.messageId }),
    ...(note.conversationId === undefined ? {} : { conversation_id: note.conversationId.slice(0, 140) }),
    ...(moves ? { status: to, error, error_code: note.errorCode ?? 0 } : {}),
  })
  if (!moves || message.communication == null) return true
  const communication = engine.models.require('Communication')
  if (!(await engine.rows(communication).exists(tx, String(message.communication)))) return true
  await updateIn(engine, system, tx, communication.id, String(message.communication), {
    delivery_status: to === 'Failed' ? 'Error' : to,
    error,
    ...(note.messageId === undefined ? {} : { message_id: note.messageId }),
  })
  return true
}
