import type { EntityRecord, VersionRecord } from './records.ts'

/** A deleted record in the answer of one Trash Item (reference: http-api, Trash). */
export interface TrashItem extends EntityRecord {
  ref_entity: string
  ref_id: string
  title: string | null
  deleted_at: string
  /** As the reader may read it; null when its entity is gone. */
  record: EntityRecord | null
  history: VersionRecord[]
  can_restore: 0 | 1
  /** Of a deleted entity: the number of records that come back with it. */
  records?: number
}

/** A value or record that did not come back with the restored one. */
export interface LostValue {
  entity: string
  id: string
  fieldname: string
  reason: 'gone' | 'definition' | 'invalid'
  message: string
}

/** Answer of `restore` of a Trash Item. */
export interface RestoredRecord {
  entity: string
  id: string
  operation: string
  not_restored: LostValue[]
}

/** The caller's choice where a record can't come back as it was. */
export interface RestoreChoice {
  new_id?: string
  values?: Readonly<Record<string, unknown>>
}
