/** Socket events (reference: live-events, Delivery). They carry names only, never field values. */
export interface ListEvent {
  entity: string
  /** The moment at which the list was read; the server reports later changes once the client has joined the room. */
  since?: string
}
export interface DocEvent {
  entity: string
  id: string
}

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'renamed' | 'communication' | 'note' | 'derived'

/**
 * A record changed. With a null `id` and no other keys, something may have changed among records that not every
 * listener may see; the client then reads the list again, at most once a second.
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
  /** `is_answering`: the user is writing a mail or a message beside the record. */
  users: { id: string; full_name: string; user_image: string | null; is_answering?: 1 }[]
}

/** Answer to the acknowledgement callback of every client event. */
export type SocketAck = { ok: true } | { ok: false; status: number; message: string }
