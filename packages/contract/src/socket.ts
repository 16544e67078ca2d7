/** Socket events (reference: live-events, Delivery). They carry names only, never field values. */
export interface ListEvent {
  entity: string
  /** What an answer said of the moment it was read: news since then are told once the room is joined. */
  since?: string
}
export interface DocEvent {
  entity: string
  id: string
}

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'renamed' | 'communication'

/**
 * A record changed; or, with `id` null and nothing else told, something may have changed among records that the listener
 * does not all see: what is shown is read again, at most once a second.
 */
export interface ListUpdate {
  entity: string
  id: string | null
  action: ChangeAction
  new_id: string | null
  modified: string | null
  user: string | null
}

export interface DocUpdate extends ListUpdate {
  id: string
  user: string
  /** Fieldnames readable at permlevel 0. */
  changed: string[]
}

export interface DocViewers {
  entity: string
  id: string
  /** `is_answering`: writes a mail or a message beside the record. */
  users: { id: string; full_name: string; user_image: string | null; is_answering?: 1 }[]
}

/** Answer to the acknowledgement callback of every event that a client emits. */
export type SocketAck = { ok: true } | { ok: false; status: number; message: string }
