import type { NotificationUpdate } from '@tavla/contract'
import type { Context } from '../entity/index.ts'

/** News for people of what others did (reference: work, Notifications). */
export interface Notifications {
  /** How many the caller has not read, of those about records that they may read. */
  unreadOf(ctx: Context): Promise<number>
  /** The caller has the record open, and so has read what they were told about it. */
  opened(ctx: Context, record: { entity: string; id: string }): Promise<void>
  /** Calls `listener` when something is new for a person. Returns a function that unsubscribes. */
  onUpdate(listener: (user: string, update: NotificationUpdate) => void): () => void
}
