import type { DBSchema, IDBPDatabase } from 'idb'

/** The places in which people type. */
export type DraftKind = 'edit' | 'new' | 'bulk' | 'definition' | 'mail' | 'whatsapp'

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

/**
 * The stores of the database `tavla`. Each key begins with the site's origin and the user, so that wiping a user takes
 * one range of each store.
 */
export interface BrowserSchema extends DBSchema {
  drafts: { key: DraftKey; value: KeptDraft }
}

export type BrowserDatabase = IDBPDatabase<BrowserSchema>

/**
 * The steps that build the database; their number is its version. Browsers keep what earlier builds made, so a step is
 * only ever added at the end, and only adds: an older build still works in the database of a newer one.
 */
export const steps: readonly ((database: BrowserDatabase) => void)[] = [
  (database) => void database.createObjectStore('drafts'),
]
