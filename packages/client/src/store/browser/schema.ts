import type { DBSchema, IDBPDatabase } from 'idb'
import type { QueuedChange } from '../../waiting.ts'

/** The places in which people type. */
export type DraftKind = 'edit' | 'new' | 'bulk' | 'definition' | 'mail' | 'whatsapp' | 'note'

/**
 * Origin of the site, user, kind, entity, and the id of the record: '' for a new one, and the hash of the selection for a
 * bulk edit.
 */
export type DraftKey = [site: string, user: string, kind: DraftKind, entity: string, id: string]

/** Something typed and not saved (reference: screens, Drafts). It never holds a password. */
export interface KeptDraft {
  /** The `modified` that the changes stand on, and the values that they replace. */
  base: { modified: string | null; values: Readonly<Record<string, unknown>> }
  changes: Readonly<Record<string, unknown>>
  /** Label and type that the changed fields had, so that a field that is gone can be named. */
  fields: Readonly<Record<string, { label: string; fieldtype: string }>>
  /** Time of the last change by this browser's clock, in milliseconds. */
  at: number
}

/** Kinds of copies for reading: the session, answers that every screen needs, lists, records. */
export type CopyKind = 'session' | 'answer' | 'list' | 'record'

/** Origin of the site, user, kind, path of the call, and its query; a list's query is without its pages. */
export type CopyKey = [site: string, user: string, kind: CopyKind, path: string, query: string]

/** An answer of the server that stays readable without a network (reference: screens, Without a network). */
export interface KeptCopy {
  body: unknown
  /** Time of the answer by this browser's clock, in milliseconds. */
  at: number
  /** The beginning of the key and the time of the last use: the first of a kind goes first. */
  order: [site: string, user: string, kind: CopyKind, usedAt: number]
}

/** Origin of the site, user, and the change's place in the order of sending, which only ever grows. */
export type QueueKey = [site: string, user: string, place: number]

/**
 * The stores of the database `tavla`. Each key begins with the site's origin and the user, so that wiping a user takes
 * one range of each store.
 */
export interface BrowserSchema extends DBSchema {
  drafts: { key: DraftKey; value: KeptDraft }
  copies: { key: CopyKey; value: KeptCopy; indexes: { order: KeptCopy['order'] } }
  /** Changes that wait to be sent. */
  queue: { key: QueueKey; value: QueuedChange }
}

export type BrowserDatabase = IDBPDatabase<BrowserSchema>

/**
 * The steps that build the database; their number is its version. Browsers keep what earlier builds made, so a step is
 * only ever added at the end, and only adds: an older build still works in the database of a newer one.
 */
export const steps: readonly ((database: BrowserDatabase) => void)[] = [
  (database) => void database.createObjectStore('drafts'),
  (database) => void database.createObjectStore('copies').createIndex('order', 'order'),
  (database) => void database.createObjectStore('queue'),
]
