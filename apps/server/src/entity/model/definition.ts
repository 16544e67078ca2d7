import type { Colour, Flag } from '@tavla/contract'

/**
 * An entity type as data: what a module's `entities/<Entity Name>.json` says, and what the engine compiles. Keys that
 * keep their default are left out; what each means on the screen and the wire is told by the reference
 * (reference: metadata, Definition).
 */
export interface EntityDefinition {
  /** The entity's name, and the id of its record in `Entity`. */
  id: string
  /** Heading under which the editor files it, for people: `Core`, `Work`. */
  module: string
  /** `platform`, `hq`, `sample`, or `custom` for what is made in the project editor. */
  app_name: string
  type: 'Document' | 'Settings' | 'Table'
  /** How a record gets its id; `Hash` when absent. A behaviour's `newId` goes before it. */
  naming_rule?: 'Prompt' | 'Field' | 'Series' | 'Hash'
  /** The field of rule `Field`, or the pattern of rule `Series`. */
  naming_value?: string
  title_field?: string
  image_field?: string
  search_fields?: string[]
  /** `modified` when absent. */
  sort_field?: string
  /** `DESC` when absent. */
  sort_order?: 'ASC' | 'DESC'
  layout?: 'List' | 'Tiles'
  icon?: string
  /** 1 when absent, as for entities made in the editor; built-ins say 0. */
  is_main_nav?: Flag
  /** 100 when absent. */
  nav_order?: number
  has_communication?: Flag
  /** 1 when absent: each write leaves a Version. */
  track_changes?: Flag
  allow_rename?: Flag
  description?: string
  is_core?: Flag
  /** Nobody but the server creates or changes records; deleting follows the permission rules. */
  read_only?: true
  /** Contains-search goes through a trigram index. */
  search_index?: true
  /** Written far more often than read: quick filters and links get no index of their own, and ids follow in time. */
  is_log?: true
  /** Sets of fields that no two records may share, compared exactly, blank values counting as equal. */
  unique_together?: string[][]
  fields: FieldDefinition[]
  states?: StateDefinition[]
  permissions?: PermissionDefinition[]
}

/** One field of an entity type, in the order of the form (reference: metadata, Field). */
export interface FieldDefinition {
  fieldname: string
  /** English; drawn translated. */
  label: string
  fieldtype: string
  /** Values, one a line, or an entity, a field or a form such as `Email`, as the type wants it. */
  options?: string
  /** `field types`: the choices are the names of all field types. In files alone. */
  options_from?: 'field types'
  /** A literal as text, or `Today`, `Now`, `__user`. */
  default?: string
  reqd?: Flag
  in_list_view?: Flag
  in_standard_filter?: Flag
  read_only?: Flag
  hidden?: Flag
  unique?: Flag
  permlevel?: 0 | 1
  field_group?: string
  description?: string
  is_core?: Flag
  /**
   * 1 for a Datetime that the server's clock sets: kept in UTC, presented and filtered as wall clock
   * (reference: metadata, Values).
   */
  clock?: 1
  /** 1: records are looked up by it. */
  index?: 1
  /**
   * What a link does when its target is deleted (reference: http-api, Deleting): it is emptied, or its record goes too.
   * Absent: it refuses.
   */
  when_target_deleted?: 'unlink' | 'delete'
  /** An entity without which the field does nothing; a site that lacks the entity has no such field. In files alone. */
  only_with?: string
}

/** Draws one value of the entity's Select fields as a pill of this colour; Gray when absent. */
export interface StateDefinition {
  title: string
  color?: Colour
}

/**
 * What a role may do (reference: metadata, Permission rule). Every right that is given is written out; a rule for a
 * role the site lacks is idle.
 */
export interface PermissionDefinition {
  role: string
  permlevel?: 0 | 1
  /** Limits read, write and delete of this rule to records whose owner is the user. */
  if_owner?: Flag
  read?: Flag
  write?: Flag
  create?: Flag
  delete?: Flag
}
