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
export type OperationReason = 'sent' | 'outside' | 'secret' | 'purged'
