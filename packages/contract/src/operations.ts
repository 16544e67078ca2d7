/** The kinds of operations (reference: metadata, Operations). */
export type OperationKind =
  | 'Create'
  | 'Update'
  | 'Delete'
  | 'Bulk Edit'
  | 'Rename'
  | 'Action'
  | 'Send'
  | 'Receive'
  | 'Import'
  | 'Definition'
  | 'Restore'
  | 'Undo'
  | 'Redo'
  | 'Purge'

/** Where an operation came from. */
export type OperationDoor = 'Screen' | 'Console' | 'API' | 'Mail' | 'WhatsApp' | 'System'

/** Why an operation can't be undone. */
export type OperationReason = 'sent' | 'outside' | 'secret' | 'purged' | 'promoted'

/** Why a record was left as it is (reference: http-api, Undo). */
export type SkipReason =
  | 'changed'
  | 'right'
  | 'linked'
  | 'unique'
  | 'id'
  | 'invalid'
  | 'secret'
  | 'definition'
  | 'gone'
  | 'purged'

/** A record of an operation that was not taken back, or not wholly; records that the reader may not see are only counted. */
export type SkippedRecord =
  | {
      entity: string
      id: string
      title: string
      reason: SkipReason
      message: string
      fields?: readonly string[]
      /** The user who changed it since, and the time. */
      by?: string
      at?: string
    }
  | { reason: 'right'; hidden: number }

/** Answer of `undo` and `undo_version`. */
export interface UndoAnswer {
  /** Id of the operation that undid; null for a dry run, and where nothing was undone. */
  operation: string | null
  kind: 'Undo' | 'Redo'
  undone: number
  count: number
  skipped: SkippedRecord[]
  /** Of a dry run: the data that the undo of a changed definition loses. */
  losses?: DefinitionLoss[]
}

/** Data that a change of a definition loses (reference: metadata, Changing a definition). */
export interface DefinitionLoss {
  fieldname: string
  /** Number of records that lose their value. */
  records: number
  /** Ids of the first of these records. */
  samples: string[]
  /** The same records with title and value, as far as the reader may see them; absent from a server of an older version. */
  examples?: LossExample[]
}

export interface LossExample {
  id: string
  title: string | null
  /** The current value, abridged. */
  value: string | number | null
}

/** A record in the answer of `get_records`. */
export interface OperationRecordAnswer {
  entity: string
  id: string
  title: string | null
  action: string
  version: string
}

/** The operation of a version in the answer of `get_history`. */
export interface OperationOfVersion {
  id: string
  kind: OperationKind
  record_count: number
  door: OperationDoor
  undone_by: string | null
  can_undo: 0 | 1
  undo_reason: string | null
}
