import type { EntityRecord } from '@tavla/contract'
import { createObservable } from './observable.ts'
import type { Method } from './request.ts'

type Values = Readonly<Record<string, unknown>>

export type ChangeKind = 'create' | 'update' | 'delete' | 'bulk'

/** A change that has not reached the server (reference: screens, Changes that wait). */
export interface QueuedChange {
  /** Its place in the order of sending. */
  place: number
  /** The id under which the call is sent and repeated. */
  operation: string
  kind: ChangeKind
  entity: string
  ids: readonly string[]
  /** Title of the record; '' for several records, or where it has none. */
  title: string
  call: { method: Method; path: string; body: Values }
  /** The typed values, by fieldname. */
  values: Values
  /** Titles of the records that the values link to, by fieldname. */
  titles: Readonly<Record<string, string>>
  fields: Readonly<Record<string, { label: string; fieldtype: string }>>
  /** The record as it was shown before; null for several records. */
  base: EntityRecord | null
  /** Time of the change by the server's clock as last heard, in milliseconds. */
  at: number
  /**
   * A clash waits for a person, and so do later changes of its record; a refused change is kept as a draft. A change
   * that was taken back after an attempt waits until the server has undone it.
   */
  state: 'waiting' | 'clash' | 'refused' | 'undoing'
  /** True once a call was made: the server may have written the change, even if no answer came. */
  isTried: boolean
  /** The operation id of its undo on the server; null until the person takes it back. */
  undo: string | null
  /** Time by the server's clock until which a clash or a refused change is kept, in milliseconds; null before. */
  keptUntil: number | null
  /** The server's reason, or English source text where `isLocal`. */
  message: { text: string; isLocal: boolean } | null
  /** The record as it is stored, after a clash. */
  theirs: EntityRecord | null
}

/** The changes of the person on screen, in order. The queue fills it once its part has loaded. */
export const queuedChanges = createObservable<{ changes: readonly QueuedChange[] }>({ changes: [] })

/** The last change of a record that has not reached the server. */
export const lastChangeOf = (entity: string, id: string): QueuedChange | undefined =>
  queuedChanges.getSnapshot().changes.findLast((one) => one.entity === entity && one.ids.includes(id))
