import type { FieldMeta, OpenTransition, TakenTransition } from './meta.ts'
import type { OperationOfVersion } from './operations.ts'

/** A stored value in its JSON form. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value }

/** True for an id as naming rule Hash makes it (reference: metadata, Naming rules), which says nothing to a person. */
export const isHashId = (id: string): boolean => /^[a-z2-7]{10}$/.test(id)

export interface OpenCommunications {
  email: number
  whatsapp: number
  total: number
}

/** A record or a table row on the wire: its fields, flat, beside the system columns. */
export interface EntityRecord {
  id: string
  owner?: string
  creation?: string
  modified?: string
  modified_by?: string
  open_communications?: OpenCommunications
  _link_titles?: Record<string, string>
  /** The transitions from the present state, of an entity with a state field. */
  _transitions?: OpenTransition[]
  /** Fields that a condition closes, in the answer of a single record. */
  _locked?: string[]
  /** Fields that a recalculation has not come to, those of rows as `<table>.<field>`; absent when there are none. */
  _recalculating?: string[] | undefined
  [fieldname: string]: unknown
}

/** The state of a record onto which a late save was merged (reference: http-api, Changing). */
export interface MergedOnto {
  modified: string
  modified_by: string
  /** The name of that user, for who may read it. */
  _link_titles?: { modified_by: string }
}

/** Answer of an update. */
export interface SavedAnswer {
  entity: EntityRecord
  /** Absent when nothing was merged. */
  merged?: MergedOnto
}

export type VersionAction = 'Created' | 'Updated' | 'Deleted' | 'Renamed' | 'Action'

/**
 * The changes of one record: `[field, before, after]`, rows added and removed as `[table field, row]` (reference:
 * metadata, Versions).
 */
export interface VersionData {
  changed: [field: string, before: unknown, after: unknown][]
  added: [table: string, row: unknown][]
  removed: [table: string, row: unknown][]
  /** Of a write that took the record to another state. */
  transition?: TakenTransition
}

/** One write of a record in the answer of `get_history` (reference: metadata, Versions). */
export interface VersionRecord {
  id: string
  action: VersionAction
  /** Id of the user who wrote. */
  user: string
  at: string
  /** Values in the form that the record's own answer has. */
  data: VersionData
  /** The operation of the version; null for the server's own work, and where the operation is no longer kept. */
  operation?: OperationOfVersion | null
  /** The user's name. */
  _link_titles?: { user: string }
  /** Titles of linked records: by fieldname, or `table.fieldname` in the rows of a table, then by id. */
  titles?: Record<string, Record<string, string>>
}

/** Answer of `get_state`: a record as it stood at a moment (reference: metadata, Versions). */
export interface StateAnswer {
  entity: EntityRecord
  /** The version that made the state; null when the history begins later. */
  version: string | null
  at: string
  /** 0: the history begins after the moment, at `since`. */
  complete: 0 | 1
  since?: string
}

/** Why a value could not be brought back. */
export type NotRestoredReason = 'gone' | 'definition' | 'invalid' | 'right' | 'secret' | 'read_only'

/** A value that kept what it was (reference: metadata, Versions). */
export interface NotRestored {
  fieldname: string
  /** Id of the row of a Table field, and the field in it. */
  row: string | null
  row_field: string | null
  reason: NotRestoredReason
  message: string
}

/** Answer of `restore`. */
export interface RestoreAnswer {
  entity: EntityRecord
  not_restored: NotRestored[]
}

/** A removed field of an entity whose values are still kept (reference: metadata, Removed fields). */
export interface RemovedField {
  fieldname: string
  label: string
  fieldtype: string
  removed_at: string
  removed_by: string | null
  /** The name of that user, for who may read it. */
  _link_titles?: { removed_by: string }
  /** Number of records with a value. */
  records: number
}

/** The fields by which the lists of an entity are slow for want of an index (reference: metadata, Slow lists). */
export interface SlowLists {
  /** About so many. */
  records: number
  fields: string[]
}

/** Query of a list (reference: http-api, Lists). Objects and lists travel as JSON text; empty values are left out. */
export interface ListQuery {
  filters?: unknown
  or_filters?: unknown
  /** 1–200 characters, found in any of the list's texts (reference: http-api, Searching a list). */
  search?: string
  fields?: string[] | string
  order_by?: string
  limit_start?: number
  limit_page_length?: number
}

export interface ListAnswer {
  data: EntityRecord[]
  field_info: FieldMeta[]
  title_field: string
  count: number
  /** 0 when further records may match than `count` says (reference: http-api, Paging and counts); else absent. */
  complete?: 0
  limit_start: number
  limit_page_length: number
  open_count?: number
}

/** Query of `summary` (reference: http-api, Sums and groups). */
export interface SummaryQuery extends Pick<ListQuery, 'filters' | 'or_filters' | 'search'> {
  /** `count`, or `sum:`, `avg:`, `min:`, `max:` with a fieldname. */
  aggregates?: unknown
  /** `field` or `field:day|week|month|quarter|year`, one or two with a comma. */
  group_by?: string
}

/** `count`, and the aggregates by their names: sums and means of decimals as text, null where no record has a value. */
export interface SummaryNumbers {
  count: number
  [aggregate: string]: unknown
}

export interface SummaryGroup extends SummaryNumbers {
  /** A value for each name of `group_by`; of a period, its first day. */
  key: unknown[]
  titles: (string | null)[]
}

export interface SummaryAnswer {
  data: SummaryNumbers
  groups: SummaryGroup[]
  /** 0 when there are more groups than the answer may hold. */
  complete: 0 | 1
}

/** Query of `values`: the values of a field, of those that contain `txt`. */
export interface ValuesQuery extends Pick<ListQuery, 'filters' | 'search'> {
  field?: string
  txt?: string
}

export interface ValuesAnswer {
  values: { value: unknown; title: string; count: number }[]
}

export interface LinkSuggestion {
  value: string
  label: string
  description: string
}

/** One entry of the dictionary (reference: http-api, Translations). */
export interface TranslationEntry {
  source_text: string
  translated_text: string
  language: string
  context?: string
}

export interface NavigationItem {
  id: string
  label: string
  icon: string | null
  layout: 'List' | 'Tiles'
  open_count: number
}

export interface NavigationAnswer {
  entities: NavigationItem[]
  /** The moment at which the messages were counted; `list_update` takes it as `since`. */
  stamp: string
  /** Notifications that the caller has not read, about records that they may read. */
  unread_notifications: number
  /** Views that the caller pinned, in their order. */
  pinned_views: PinnedView[]
}

/** A view that its person pinned; null where counting takes too long, or a field of its filters is gone. */
export interface PinnedView {
  id: string
  title: string
  entity: string
  icon: string | null
  count: number | null
}

/** Answer of `GET /api/auth/validate`. */
export interface SessionInfo {
  user: string
  lang: 'en' | 'he'
  full_name: string
  time_zone: string
  /** The first day of a week, on this site. */
  week_start: 'Sunday' | 'Monday' | 'Saturday'
  currency: string
  /** The site's own name, in place of the product's; null where it has none. */
  site_title?: string | null
  server_time: string
  /** Hours after the last answer at which what the browser kept for reading is wiped. */
  idle_hours: number
  /** 0: the browser keeps nothing for reading without a network, and no service worker. */
  offline_copies: 0 | 1
  /** The environment of the project; null on a site that no HQ made. */
  environment?: 'Development' | 'Production' | 'Staging' | 'Demo' | null
  /** Absent for guests, as are `trash_days` and `roles`. */
  version?: string
  /** For how many days a deleted record can be restored. */
  trash_days?: number
  /** The roles of the user, for the conditions of forms. */
  roles?: string[]
}

export interface UploadedFile {
  id: string
  file_name: string
  file_url: string
  thumbnail_url: string | null
  file_size: number
  file_type: string | null
  mime_type: string | null
  is_private: 0 | 1
  attached_to_entity: string | null
  attached_to_id: string | null
  attached_to_field: string | null
  width: number | null
  height: number | null
}
