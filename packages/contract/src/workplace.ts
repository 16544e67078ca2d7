import type { NavigationItem, PinnedView } from './records.ts'

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

/** A text and the record that it names (reference: http-api, Link suggestions). */
export interface ResolvedLink {
  text: string
  /** Null when the text names no record, or several. */
  value: string | null
  label: string | null
  matches: number
}

/** A record on Home (reference: http-api, Home). */
export interface HomeItem {
  entity: string
  id: string
  title: string
  /** When it began to wait, is due, was opened or was changed; a date without a time for what is due. */
  at: string | null
  state: string | null
  /** The colour of the state. */
  color: string | null
  /** The beginning of a message, or the text of an assignment or of a reminder. */
  line: string
}

/** The first records of a part of Home, of as many as `count` says. */
export interface HomePart {
  count: number
  items: HomeItem[]
}

/** A pinned view with the first of its sums. */
export interface HomeView extends PinnedView {
  sum: { fieldname: string; label: string; value: unknown } | null
}

export interface HomeEntity extends NavigationItem {
  count: number | null
}

/** Answer of `GET /api/app/get_home` (reference: http-api, Home): a part is null when it failed or took too long. */
export interface HomeAnswer {
  waiting: HomePart | null
  assigned: HomePart | null
  reminders: HomePart | null
  recent: HomePart | null
  changed: HomePart | null
  views: HomeView[] | null
  entities: HomeEntity[] | null
}
