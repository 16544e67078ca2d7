import type {
  ChangeAction,
  EntityRecord,
  Message,
  MetaPermissions,
  OperationKind,
  ProblemType,
  Right,
} from '@tavla/contract'
import type { Sql } from '../store/sql.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Engine } from './engine.ts'
import type { Field } from './model/field.ts'
import type { Model } from './model/model.ts'
import type { IncomingLink } from './model/models.ts'
import type { Context, HeldRole } from './people/actor.ts'
import type { Operator } from './reading/operators.ts'
import type { StoredRow, StoredTables } from './tables/rows.ts'
import type { KeptTable, RemovedValues } from './trash/content/kept.ts'

/** A write between parsing and storing. Values are in their stored form, keyed by fieldname. */
export interface Change {
  readonly engine: Engine
  readonly model: Model
  readonly ctx: Context
  readonly action: 'create' | 'update' | 'delete'
  readonly tx: Tx
  readonly id: string
  /** The stored record before the write, with the rows of its Table fields; null on create. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** The record to be stored; a behaviour may change it. Empty on delete. */
  readonly after: StoredRow
  /** The rows of its Table fields to be stored; a behaviour may replace a list. */
  readonly tables: StoredTables
  /** The body as sent, without fields that the caller may not write. Unchecked: read only keys that you name. */
  readonly sent: Readonly<Record<string, unknown>>
  /** On delete: what the trash will keep; undefined when the record is erased at once. */
  readonly bin?: Bin | undefined
  /** Whether a value has already been refused: rules that combine several values should then add nothing. */
  isRefused(): boolean
  /** Adds a validation message; all messages are collected before the write is refused. */
  reject(fieldname: string, message: Message, type?: ProblemType): void
  /** Marks a field as required; a blank value is refused as for any required field. */
  require(fieldname: string): void
  /** Marks the link in this field as checked by the behaviour: it may point to a record that the writer cannot see. */
  vouchFor(fieldname: string): void
  /** Runs after the commit. */
  afterCommit(run: () => void): void
}

/** A record that goes to the trash, with its table rows and what it has in removed fields. */
export interface Leaving {
  row: StoredRow
  tables: StoredTables
  removed?: RemovedValues | undefined
}

/** Collects what one deletion takes away, for the trash (reference: http-api, Trash). */
export interface Bin {
  /** Id of the Trash Item. */
  readonly item: string
  /** Keeps a record. */
  add(engine: Engine, model: Model, leaving: Leaving, kind: 'main' | 'record'): void
  /** Counts a record that goes with the main one. */
  count(entity: string): void
  /** Notes links that are emptied: ids of the linking rows, with the records that they name. */
  letGo(link: IncomingLink, target: Model, rows: readonly (readonly [id: string, target: string])[]): void
  /** Notes the table of a deleted entity type. */
  addTable(table: KeptTable): void
}

/** A checked filter: one condition, several joined, or one on the rows of a table. */
export type Filter = Condition | FilterGroup | RowsFilter

/** `not` has one member, and holds for exactly the rows for which that does not. */
export interface FilterGroup {
  join: 'and' | 'or' | 'not'
  members: readonly Filter[]
}

/** Holds for records to which some row of another table belongs, or none (reference: http-api, Filters). */
export interface RowsFilter {
  /** The Table field, or of records about this one the field that holds its id. */
  table: Field
  /** The entity of the rows. */
  rows: Model
  row: Filter
  isNone: boolean
}

/**
 * A name beside the fields by which lists of every Document filter: of records about the listed ones. A field of that
 * name comes first.
 */
export interface AboutFilter {
  name: string
  /** The entity of the records about others, with the fields `reference_entity` and `reference_id`. */
  entity: string
  /** The conditions on these; undefined for an operator or a value that makes no sense. */
  parse(asked: { operator: string; value: unknown; user: string }): AboutMatch | undefined
}

export interface AboutMatch {
  /** A value, or several of which it is one, by field. */
  match: Readonly<Record<string, string | number | readonly string[]>>
  isNone: boolean
}

/** A name that lists of every Document answer beside their fields, when the query asks for it. */
export interface Carried {
  name: string
  read(engine: Engine, ctx: Context, model: Model, ids: readonly string[]): Promise<(id: string) => unknown>
}

/** One condition, checked, with its values in their stored form. */
export interface Condition {
  field: Field | CountProvider
  operator: Operator
  /** One value, two for `between`, any number for the lists; none for `is set` and `is not set`. */
  values: readonly (string | number)[]
  /** For `=`, `!=` and the lists: blank matches (too). For `is`: not set. */
  blank: boolean
}

/**
 * A number that records carry beside their fields, counted from records of another entity, such as the open messages
 * about a customer. A module registers it (`EngineModule.counted`); lists filter by its name and return its sum as
 * `open_count`.
 */
export interface CountProvider {
  /** Name in records and in filters. */
  readonly name: string
  /** The entity whose records are counted: a write to it can change any of the numbers. */
  readonly countsFrom: string
  isCarriedBy(model: Model): boolean
  /** The number of each row of `model`, as an expression inside a query on its table. */
  numberOf(engine: Engine, model: Model): Sql<number>
  /** The numbers of the records with these ids. */
  carriedBy(engine: Engine, model: Model, ids: readonly string[]): Promise<(id: string) => CarriedCounts>
  /** The sum over all records of a selection. */
  sumOver(engine: Engine, selection: Selection): Promise<number>
}

/** The numbers of one record, and their sum. */
export interface CarriedCounts {
  readonly total: number
}

/** The records that match the filters of a list for one user. */
export interface Selection {
  readonly model: Model
  /** True when neither filters nor permissions restrict them. */
  readonly isEverything: boolean
  /** True when no search and no condition on visible rows needs another table. */
  readonly isPlain: boolean
  /** Distinguishes statements about the selection: everything except its values. */
  readonly shape: string
  readonly values: readonly unknown[]
  /** Entities whose writes can change the selection. */
  readonly dependsOn: readonly string[]
  /** The condition on the entity's table, its slots numbered as `values`. */
  condition(): Sql<boolean>
  /** The reader for a scan of the table. */
  reader(): Promise<Reader>
}

export interface VisibleRows {
  condition: Sql<boolean>
  /** Other entities whose writes can change the visible rows. */
  dependsOn?: readonly string[]
}

/** The rules of one entity that metadata cannot express. Each is the export of one file in its module. */
export interface Behaviour {
  entity: string
  /** Ids that no record may have, because a route has the same name. */
  reservedIds?: readonly string[]
  /** Id of a new record where no naming rule gives one. */
  newId?(
    values: Readonly<Record<string, unknown>>,
    ctx: Context,
    tx: Tx,
  ): Promise<string | undefined> | string | undefined
  /**
   * Runs before the transaction of a create or an update, when the user has the permission: for work that must be
   * awaited, such as an external call. Gets a copy of the body; `id` is undefined on create.
   */
  prepare?(engine: Engine, id: string | undefined, body: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Runs before parsing; it may rename or drop keys. Gets a copy. */
  incoming?(body: Record<string, unknown>, ctx: Context, engine: Engine): Record<string, unknown>
  /** Runs in the transaction, after parsing and required checks, before links and unique fields are checked. */
  beforeSave?(change: Change): Promise<void> | void
  /** Runs in the transaction, after the rows are written: for rows of other tables, and the outbox. */
  afterSave?(change: Change): Promise<void> | void
  /**
   * Wraps a delete that would succeed, for effects that the transaction cannot roll back. `erase` runs the delete itself;
   * `sent` holds the options of the call, unchecked.
   */
  aroundDelete?(
    ctx: Context,
    id: string,
    erase: () => Promise<EntityRecord>,
    sent: Readonly<Record<string, unknown>>,
  ): Promise<EntityRecord>
  /** True when deleting this record changes tables, so that it runs alone. */
  changesTables?(engine: Engine, id: string): Promise<boolean>
  beforeDelete?(change: Change): Promise<void> | void
  afterDelete?(change: Change): Promise<void> | void
  /** Fields by which records in the trash are found (`valueInTrash`). */
  foundInTrashBy?: readonly string[]
  /** Runs in the transaction before a record comes back from the trash: it may change the row and its table rows. */
  beforeRestore?(restored: RestoredRecord): Promise<void> | void
  /** Runs in the transaction in which a record is gone for ever: deleted without a trash, or purged from it. */
  erased?(gone: ErasedRecord): Promise<void> | void
  /**
   * A further condition on the rows that this user sees, as SQL over the entity's own table (columns `owner`, `id`,
   * `c_<fieldname>`). It may depend only on the user and the definitions: it is cached until one of them changes.
   */
  visible?(engine: Engine, ctx: Context, model: Model): VisibleRows | undefined
  /** The rows that a list shows, given its `filters`; other calls still reach all records. */
  listed?(engine: Engine, ctx: Context, filters: readonly Condition[]): Sql<boolean> | undefined
  /** Fields by which this user may filter, sort and search; undefined means every field that they may read. */
  queryable?(ctx: Context): ReadonlySet<string> | undefined
  /**
   * Fields of the record with this id that this user reads, now and in its history; undefined means every field that
   * permissions give them. `present` leaves the same ones out.
   */
  shown?(ctx: Context, id: unknown): ReadonlySet<string> | undefined
  /** True when a write of its records has an effect outside the site, which no undo can take back. */
  isOutside?: boolean
  /** A further check of one stored record, after the permission rules. @throws Problem that refuses the call */
  guard?(right: Right, ctx: Context, record: Readonly<Record<string, unknown>>): void
  /** True for a user whom `guard` never refuses, so that it need not run for each record. */
  isUnguarded?(ctx: Context): boolean
  /** Runs in the transaction, after a record was renamed and all references to it were updated. */
  renamed?(engine: Engine, ctx: Context, tx: Tx, from: string, to: string): Promise<void>
  /** Adds to presented records what must be read for them. */
  enrich?(engine: Engine, ctx: Context, records: readonly EntityRecord[]): Promise<void>
  /** Fields that `present` needs, even if they were not requested. */
  presentsBy?: readonly string[]
  /** Changes a record before it is sent, e.g. removes fields. */
  present?(record: EntityRecord, ctx: Context, engine: Engine): EntityRecord
  /** Adds what a record carries only when it is read alone; `row` is the record as stored. */
  presentAlone?(engine: Engine, ctx: Context, record: EntityRecord, row: Readonly<StoredRow>): Promise<EntityRecord>
}

/** A record on its way back from the trash, with values in their stored form. */
export interface RestoredRecord {
  readonly engine: Engine
  readonly ctx: Context
  readonly tx: Tx
  readonly id: string
  readonly row: StoredRow
  readonly tables: StoredTables
}

/** A record that is gone for ever, with its last stored values. */
export interface ErasedRecord {
  readonly engine: Engine
  readonly tx: Tx
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
}

/** A registered action (reference: http-api, Actions); only registered actions can be run by name. */
export interface Action {
  /** Entity name, or a test for `any with …`. */
  entity: string | ((model: Model) => boolean)
  name: string
  needs: 'read' | 'write'
  /** An additional role, e.g. `System Manager`; runs of such an action are audited. */
  role?: string
  /** The kind of its operation; `Action` when absent. */
  kind?: OperationKind
  /** Its effect that no undo can take back: something leaves the site, or changes outside of it. */
  effect?: 'sent' | 'outside'
  /** It only marks what was read, so it is no operation. */
  isMark?: boolean
  /** It requires the permission to write, but changes nothing that an audit could record. */
  changesNothing?: boolean
  /** The secret in its answer, named for people: the security log records each run. */
  reveals?: string
  /** `record` is presented as the caller may read it. */
  run(engine: Engine, ctx: Context, record: EntityRecord, data: Record<string, unknown>): Promise<unknown>
}

/** A change of one record, reported after the commit, in commit order. */
export interface RecordEvent {
  entity: string
  id: string
  action: ChangeAction
  newId: string | null
  /** UTC text; live updates present it as the site's wall clock. */
  modified: string | null
  user: string
  owner: string | null
  /** Fieldnames at permlevel 0. */
  changed: string[]
  /** The context of the call that made the change; not sent to clients. */
  ctx: Context
}

/** A stored expression that could not be worked out (reference: expressions, Failures). */
export interface ExpressionFailure {
  entity: string
  fieldname: string
  /** The key of the field that holds it, such as `formula`. */
  property: string
  reason: string
}

export type EngineListener = (event: RecordEvent) => void

/**
 * Records of `entity` that name fields of another entity: field `owner` holds that entity, field `list` one fieldname
 * or more.
 */
export interface FieldNameList {
  entity: string
  owner: string
  list: string
}

/** The Hebrew of what definitions say, kept in the context of their entity. */
export interface OwnTexts {
  /** The Hebrew that a text of this entity has now; null for none. */
  hebrewOf(entity: string): Promise<(source: string) => string | null>
  /** Gives a text of this entity its own Hebrew; null takes it away. */
  setHebrew(engine: Engine, ctx: Context, tx: Tx, entity: string, source: string, text: string | null): Promise<void>
  /** Gives the texts of a renamed entity its new name. */
  renamed(engine: Engine, tx: Tx, from: string, to: string): Promise<void>
}

/** A module's part of the engine: definitions and behaviours. A module registers its routes with http itself. */
export interface EngineModule {
  app: 'platform' | 'hq' | 'sample'
  /** Folder with one `<Entity Name>.json` per entity. */
  entities?: URL
  behaviours?: readonly Behaviour[]
  actions?: readonly Action[]
  /** At most one module of a site provides one. */
  counted?: CountProvider
  aboutFilters?: readonly AboutFilter[]
  carried?: readonly Carried[]
  /** At most one module of a site provides them. */
  ownTexts?: OwnTexts
  /** Runs in the transaction of each create and update of any entity, after the rules of that entity. */
  afterWrite?(change: Change): Promise<void> | void
  /** Gives what a record carries beside its fields when it is read alone. */
  alongside?(engine: Engine, ctx: Context, model: Model, id: string): Promise<Readonly<Record<string, unknown>>>
  /** Fields that a list returns by default, for every entity that has them. */
  alwaysListed?: readonly string[]
  /** Records that name fields of other entities; a rename of a field updates them. */
  fieldNameLists?: readonly FieldNameList[]
  /** Entities whose titles need read permission, whatever links to them. */
  closedTitles?: readonly string[]
  /** Creates the records of a fresh site; runs inside the first start. */
  seed?(engine: Engine, ctx: Context): Promise<void>
}

export interface RightsRow extends MetaPermissions {
  entity: string
  level_1_read: 0 | 1
  level_1_write: 0 | 1
  because: readonly HeldRole[]
}
