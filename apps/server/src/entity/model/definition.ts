import type { Colour, Flag, Footer, Rollup } from '@tavla/contract'

/**
 * An entity type as data: the content of a module's `entities/<Entity Name>.json`, which the engine compiles. Keys with
 * their default value are omitted; the reference explains their effect on screen and wire (reference: metadata,
 * Definition).
 */
export interface EntityDefinition {
  /** The entity's name, and the id of its record in `Entity`. */
  id: string
  /** Heading in the editor, for people: `Core`, `Work`. */
  module: string
  /** `platform`, `hq`, `sample`, or `custom` for entities made in the project editor. */
  app_name: string
  type: 'Document' | 'Settings' | 'Table'
  /** How a record gets its id; `Hash` when absent. A behaviour's `newId` overrides it. */
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
  /** 1 when absent, as for entities made in the editor; built-in entities set 0. */
  is_main_nav?: Flag
  /** 100 when absent. */
  nav_order?: number
  has_communication?: Flag
  /** 1 when absent: people write notes about its records. The product's own entities, Settings and Tables have none. */
  has_notes?: Flag
  /** The Select whose value follows `transitions` (reference: transitions, Rules). */
  state_field?: string
  /** 1 when absent: each write creates a Version. */
  track_changes?: Flag
  allow_rename?: Flag
  description?: string
  is_core?: Flag
  /** Only the server creates or changes records; deleting follows the permission rules. */
  read_only?: true
  /** Contains-search uses a trigram index. */
  search_index?: true
  /** Written far more often than read: quick filters and links get no index, and ids sort by time. */
  is_log?: true
  /** Text columns that only the server's own statements use: no field, no answer and no filter names them. */
  server_columns?: string[]
  /**
   * System fields that repeat another field, and stand in its column: nobody changes a row of a log. Only in files.
   */
  same_as?: Partial<Record<'creation' | 'modified' | 'modified_by', string>>
  /**
   * Its records, or those with one of these values, are definitions, which sites hand to each other; `same_by` names the
   * fields that make two of them the same one (reference: http-api, Definitions). Only in files.
   */
  is_definition?: { where?: Readonly<Record<string, readonly string[]>>; same_by: readonly string[] }
  /** Deleting a record erases it at once (reference: http-api, Trash). Only in files. */
  no_trash?: true
  /**
   * 1: a site has the entity only if its app came with it, so that an upgrade adds none; entities marked so come together.
   * Only in files.
   */
  new_sites_only?: Flag
  /** Sets of fields that no two records may share, compared exactly; blank values count as equal. */
  unique_together?: string[][]
  fields: FieldDefinition[]
  states?: StateDefinition[]
  transitions?: TransitionDefinition[]
  permissions?: PermissionDefinition[]
}

/** One field of an entity type, in the order of the form (reference: metadata, Field). */
export interface FieldDefinition {
  /** Id of the field's row in the stored definition; absent in files. */
  id?: string
  fieldname: string
  /** English; shown translated. */
  label: string
  fieldtype: string
  /** Values, one per line, or an entity, a field or a format such as `Email`, depending on the type. */
  options?: string
  /** `field types`: the choices are the names of all field types. Only in files. */
  options_from?: 'field types'
  /** A literal as text, or `Today`, `Now`, `__user`. */
  default?: string
  reqd?: Flag
  in_list_view?: Flag
  in_standard_filter?: Flag
  read_only?: Flag
  hidden?: Flag
  unique?: Flag
  /** 1: its values tell of people, and a copy of the site that masks them holds others (reference: metadata, Field). */
  personal?: Flag
  permlevel?: 0 | 1
  field_group?: string
  /** The tab of the form where the field begins; absent: that of the field before it. */
  form_tab?: string
  /** Columns of the form that the field takes, 1 to 4; 0 when absent: the type's own width. */
  span?: number
  /** 1: the field begins a row of the form. */
  new_row?: Flag
  /** 1: a key fact, shown in the head of the record. */
  in_head?: Flag
  /** The figure below a table's column. */
  footer?: Footer
  /** 1: a copy of the record leaves it out. */
  no_copy?: Flag
  /** 1: records that link here by this field are not listed with the target. */
  hide_related?: Flag
  /** Condition under which the field is drawn (reference: expressions, Conditions). */
  depends_on?: string
  /** Condition under which the field must hold a value. */
  mandatory_depends_on?: string
  /** Condition on the record as it is stored, under which the field stays as it is. */
  read_only_depends_on?: string
  /** `<link field>.<field of its target>`: the value is taken from there when the link is set. */
  fetch_from?: string
  /** The value is worked out by this expression. */
  formula?: string
  /** The value is worked out over the records that link here (reference: expressions, Roll-ups). */
  rollup?: Rollup
  description?: string
  is_core?: Flag
  /**
   * 1 for a Datetime that the server's clock sets: stored in UTC, presented and filtered as wall clock (reference:
   * metadata, Values).
   */
  clock?: 1
  /** 1: lists sort and filter by it quickly; in files of the product, records are looked up by it. */
  index?: Flag
  /** 1: the usual filter of the list, so the indexes of its order hold it, and counting reads an index alone. */
  counted?: 1
  /** 1: the search over all entities looks at it, too. */
  searched?: 1
  /**
   * The effect on a link when its target is deleted (reference: http-api, Deleting): the link is emptied, or its record
   * is deleted, too; `keep` empties it only when the target leaves the trash for ever. Absent: the deletion is refused.
   */
  when_target_deleted?: 'unlink' | 'delete' | 'keep'
  /** The entity that the field needs; a site without the entity has no such field. Only in files. */
  only_with?: string
}

/** Shows one value of the entity's Select fields as a pill of this colour; Gray when absent. */
export interface StateDefinition {
  title: string
  color?: Colour
}

/** A way from one value of the state field to another (reference: transitions, A transition). */
export interface TransitionDefinition {
  /** Id of its row in the stored definition; absent in files. */
  id?: string
  /** The text of its button. */
  title: string
  /** States in which it begins, one a line; blank: any. */
  from_states?: string
  to_state: string
  /** Roles that may take it, one a line; blank: everyone who may write the record. */
  roles?: string
  /** Condition on the record as it will be, with `old` as it was. */
  condition?: string
  /** Said when the condition is false. */
  else_text?: string
  needs_reason?: Flag
  /** Fields that it asks for, one a line. */
  ask_fields?: string
  is_primary?: Flag
}

/**
 * The permissions of a role (reference: metadata, Permission rule). Granted rights are listed explicitly; a rule for a
 * role that the site lacks has no effect.
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
