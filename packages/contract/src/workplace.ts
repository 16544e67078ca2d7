/** The records beside one in a list (reference: http-api, Neighbours); places count from 1. */
export interface Neighbours {
  previous: string | null
  next: string | null
  /** Null for a record outside the list, and where counting would take too long or was not asked for. */
  position: number | null
  count: number | null
}

/** The records of one entity that point at a record by one field (reference: http-api, Related records). */
export interface RelatedEntry {
  entity: string
  /** The link, or `<table>.<field>` for one in the rows of a table. */
  field: string
  label: string
  field_label: string
  icon: string | null
  count: number
  open_communications: number
  can_create: 0 | 1
}

/** Answer of `GET /api/app/get_related` (reference: http-api, Related records). */
export interface RelatedAnswer {
  related: RelatedEntry[]
  last_message: { at: string; sender: string; medium: string } | null
  notes: number
  files: number
  versions: number
}

/** Answer of `get_copy` (reference: http-api, Actions): the values of a new record, and labels of what it leaves out. */
export interface CopyAnswer {
  values: Record<string, unknown>
  left_out: string[]
}
