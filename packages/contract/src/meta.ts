/** A flag on the wire: the integer 1 or 0. */
export type Flag = 0 | 1

/** How a field type stores its values; column, conversion, sorting, searching and filtering follow from it. */
export type StorageKind =
  | 'text'
  | 'longtext'
  | 'integer'
  | 'decimal'
  | 'flag'
  | 'date'
  | 'time'
  | 'datetime'
  | 'json'
  | 'file'
  | 'secret'
  | 'table'

/** A label/value pair of a Select whose options are a list (reference: metadata, Field types). */
export interface SelectOption {
  label: string
  value: string
  /** Set by a form where the value cannot be chosen: the sentence that says why. */
  why?: string
}

/** The ways in which a roll-up tells of the records that link to one (reference: expressions, Roll-ups). */
export type RollupKind = 'count' | 'sum' | 'lowest' | 'highest' | 'latest'

/** A value that is worked out over the records which link to this one. */
export interface Rollup {
  /** The entity of these records. */
  entity: string
  /** Their link, or `<table>.<link>` of the rows of one of their tables. */
  link: string
  kind: RollupKind
  /** The field whose values are summed or compared, or `<table>.<field>`; null for a count. */
  field: string | null
  /** Conditions on the records, in a form of a list's filters; null for all of them. */
  filters: unknown
}

/** The figure below a column of a table's rows. */
export type Footer = 'Sum' | 'Average' | 'Count'

/**
 * One field in the answer of the meta route: every key is always present, but an older server, or a copy of its answer,
 * lacks the optional ones (reference: metadata, Meta).
 */
export interface FieldMeta {
  idx: number
  fieldname: string
  fieldtype: string
  label: string
  description: string | null
  options: string | SelectOption[] | null
  default: string | null
  reqd: Flag
  in_list_view: Flag
  in_standard_filter: Flag
  read_only: Flag
  hidden: Flag
  unique: Flag
  permlevel: number
  field_group: string | null
  length: number | null
  form_tab?: string | null
  span?: number
  new_row?: Flag
  in_head?: Flag
  footer?: Footer | null
  no_copy?: Flag
  hide_related?: Flag
  depends_on?: string | null
  mandatory_depends_on?: string | null
  read_only_depends_on?: string | null
  fetch_from?: string | null
  formula?: string | null
  rollup?: Rollup | null
}

/** One of the ten colours of states. */
export type Colour = 'Blue' | 'Cyan' | 'Gray' | 'Green' | 'Light Blue' | 'Orange' | 'Pink' | 'Purple' | 'Red' | 'Yellow'

export interface StateMeta {
  title: string
  color: Colour
}

/** A way from one state of a record to another (reference: transitions, A transition). */
export interface TransitionMeta {
  id: string
  title: string
  /** Empty: it begins in any state. */
  from_states: string[]
  to_state: string
  /** Empty: everyone who may write the record. */
  roles: string[]
  /** Null also for someone who may not read the entity's definition. */
  condition: string | null
  else_text: string | null
  needs_reason: Flag
  ask_fields: string[]
  is_primary: Flag
}

/** A transition of one record from its present state, for the caller (reference: transitions, Of a record). */
export interface OpenTransition {
  id: string
  title: string
  to: string
  color: Colour
  is_primary: Flag
  allowed: Flag
  /** The sentence with which it would be refused; null when it is allowed. */
  why: string | null
  needs_reason: Flag
  ask_fields: string[]
}

/** How a write came to another state, in its Version (reference: transitions, History). */
export interface TakenTransition {
  title: string
  reason: string | null
  forced: Flag
}

export interface FieldGroup {
  group_name: string
  /** The tab where the group stands; null for the first one. An older server leaves it out. */
  form_tab?: string | null
  fields: FieldMeta[]
}

/** The rights of the signed-in user on an entity; `if_owner` is 1 when they hold only for the user's own records. */
export interface MetaPermissions {
  read: Flag
  write: Flag
  create: Flag
  delete: Flag
  if_owner: Flag
  /** 1 where this right holds only for own records; an older server leaves these keys out. */
  write_own?: Flag
  delete_own?: Flag
}

export interface DocMeta {
  id: string
  title_field: string | null
  image_field: string | null
  search_fields: string[]
  layout: 'List' | 'Tiles'
  sort_field: string
  sort_order: 'ASC' | 'DESC'
  naming_rule: 'Prompt' | 'Field' | 'Series' | 'Hash'
  has_communication: Flag
  allow_rename: Flag
  /** 1 when `get_history` answers the changed values. */
  track_changes: Flag
  /** 1 when a deleted record goes to the trash. */
  has_trash?: Flag
  /** 1 when people may write notes about a record; an older server leaves out this key and the next two. */
  has_notes?: Flag
  /** The Select whose value follows the transitions. */
  state_field?: string | null
  transitions?: TransitionMeta[]
  icon: string | null
  fields: FieldMeta[]
  states: StateMeta[]
  permissions: MetaPermissions
}

/** Body of `GET /api/entity/{name}/meta`, without an envelope (reference: metadata, Meta). */
export interface Meta {
  id: string
  module: string
  app_name: string
  type: 'Document' | 'Settings' | 'Table'
  schema_version: number
  doc_meta: DocMeta
  all_fields: FieldMeta[]
  field_groups: FieldGroup[]
  default_field_group: FieldGroup
  /** The named tabs of the form, in order; an older server leaves them out. */
  form_tabs?: string[]
  states: StateMeta[]
  links: { id: string; title_field: string | null; fields: FieldMeta[] }[]
}
