import type { ChangeAction, EntityRecord, Message, MetaPermissions, ProblemType, Right } from '@tavla/contract'
import type { Sql } from '../store/sql.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Engine } from './engine.ts'
import type { Field } from './model/field.ts'
import type { Model } from './model/model.ts'
import type { Context, HeldRole } from './people/actor.ts'
import type { Operator } from './reading/operators.ts'
import type { StoredRow, StoredTables } from './tables/rows.ts'

/** One write on its way, between parsing and storing. Values are as stored, keyed by fieldname. */
export interface Change {
  readonly engine: Engine
  readonly model: Model
  readonly ctx: Context
  readonly action: 'create' | 'update' | 'delete'
  readonly tx: Tx
  readonly id: string
  /** The record before, as stored, with the rows of its Table fields; null on create. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** The record after, as stored; a behaviour may change it. Empty on delete. */
  readonly after: StoredRow
  /** The rows of its Table fields after; a behaviour may replace a list. */
  readonly tables: StoredTables
  /** The body as sent, without the fields that the caller may not write. Unchecked: take named keys only. */
  readonly sent: Readonly<Record<string, unknown>>
  /** Whether a value has been refused already: rules that read several have nothing to add then. */
  isRefused(): boolean
  /** Notes a validation message; all are gathered before the write is refused. */
  reject(fieldname: string, message: Message, type?: ProblemType): void
  /** Notes a field that must hold a value after all, told as a required one that is blank. */
  require(fieldname: string): void
  /** The link in this field was judged by the behaviour: it may lead to what the writer does not see. */
  vouchFor(fieldname: string): void
  /** Runs after the commit. */
  afterCommit(run: () => void): void
}

/** One condition, checked and with its values as they are stored. */
export interface Condition {
  field: Field | Counted
  operator: Operator
  /** One value, two for `between`, any number for the lists; none for `is set` and `is not set`. */
  values: readonly (string | number)[]
  /** For `=`, `!=` and the lists: blank is meant (too). For `is`: not set. */
  blank: boolean
}

/**
 * A number that records carry beside their fields, counted from records of another entity, such as the open messages about a
 * customer. A module hands it in (`EngineModule.counted`); lists filter by its name and tell its sum as `open_count`.
 */
export interface Counted {
  /** Name in records and in filters. */
  readonly name: string
  /** The entity whose records are counted: a write to it can change any of the numbers. */
  readonly countsFrom: string
  isCarriedBy(model: Model): boolean
  /** The number of each row of `model`, as an expression inside a query on its table. */
  numberOf(engine: Engine, model: Model): Sql<number>
  /** Tells of each record with one of these ids what it carries. */
  carriedBy(engine: Engine, model: Model, ids: readonly string[]): Promise<(id: string) => Carried>
  /** The sum over all records of a selection. */
  sumOver(engine: Engine, selection: Selection): Promise<number>
}

/** The numbers of one record, and their sum. */
export interface Carried {
  readonly total: number
}

/** The records that the filters of a list let through for one person. */
export interface Selection {
  readonly model: Model
  /** True when nothing narrows them. */
  readonly isEverything: boolean
  /** True when no search and no condition on visible rows has to be looked up in another table. */
  readonly isPlain: boolean
  /** Tells statements about it apart; everything but the values. */
  readonly shape: string
  readonly values: readonly unknown[]
  /** Entities whose writes can change which records these are. */
  readonly restsOn: readonly string[]
  /** The condition on the entity's table, its slots numbered as `values`. */
  condition(): Sql<boolean>
  /** The reader that suits a walk through the table. */
  reader(): Promise<Reader>
}

export interface VisibleRows {
  condition: Sql<boolean>
  /** Other entities whose writes can change which rows these are. */
  restsOn?: readonly string[]
}

/** The few things about one entity that metadata cannot say. One file in its module exports one. */
export interface Behaviour {
  entity: string
  /** Ids that no record may have, because a route of that name stands beside them. */
  reservedIds?: readonly string[]
  /** Id of a new record, when no naming rule says it. */
  newId?(values: Readonly<Record<string, unknown>>, ctx: Context): string | undefined
  /**
   * Before the transaction of a create or an update, when the person holds the right: for what has to be waited for, such as
   * an answer from outside. Gets a copy of the body; `id` is undefined on create.
   */
  prepare?(engine: Engine, id: string | undefined, body: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Before parsing: keys may be renamed or dropped. Gets a copy. */
  incoming?(body: Record<string, unknown>, ctx: Context, engine: Engine): Record<string, unknown>
  /** In the transaction, after parsing and required checks, before links and unique are checked. */
  beforeSave?(change: Change): Promise<void> | void
  /** In the transaction, after the rows are written: side rows, outbox. */
  afterSave?(change: Change): Promise<void> | void
  /**
   * Stands around a delete that would go through: for what can't be taken back with the transaction. `erase` is the
   * delete itself.
   */
  aroundDelete?(ctx: Context, id: string, erase: () => Promise<EntityRecord>): Promise<EntityRecord>
  beforeDelete?(change: Change): Promise<void> | void
  afterDelete?(change: Change): Promise<void> | void
  /**
   * A further condition on which rows this person sees, as SQL over the entity's own table (columns `owner`, `id`,
   * `c_<fieldname>`). It may rest on nothing but the person and the definitions: it is kept as long as both stay.
   */
  visible?(engine: Engine, ctx: Context, model: Model): VisibleRows | undefined
  /** Rows that a list shows at all, given its `filters`; the records stay reachable by other doors. */
  listed?(engine: Engine, ctx: Context, filters: readonly Condition[]): Sql<boolean> | undefined
  /** Fields that this person may filter, sort and search by; undefined means every field they may read. */
  queryable?(ctx: Context): ReadonlySet<string> | undefined
  /** A further yes or no for one record, asked after the rules (`record` is as stored). Throws the Problem to answer with. */
  guard?(right: Right, ctx: Context, record: Readonly<Record<string, unknown>>): void
  /** True for a person whom `guard` refuses nothing, which then need not be asked for each record. */
  isUnguarded?(ctx: Context): boolean
  /** In the transaction, after a record got another id and everything that points to it followed. */
  renamed?(engine: Engine, ctx: Context, tx: Tx, from: string, to: string): Promise<void>
  /** Fields that `present` has to know, whichever were asked for. */
  presentsBy?: readonly string[]
  /** Last word on what leaves, e.g. taking out fields. */
  present?(record: EntityRecord, ctx: Context, engine: Engine): EntityRecord
}

/** A registered action (reference: http-api, Actions); nothing else can be run by name. */
export interface Action {
  /** Entity name, or a test for `any with …`. */
  entity: string | ((model: Model) => boolean)
  name: string
  needs: 'read' | 'write'
  /** Role that is needed besides, e.g. `System Manager`; what such an action does stands in the audit. */
  role?: string
  /** It asks for the right to write, and writes nothing that an audit could tell. */
  changesNothing?: boolean
  /** The secret that its answer holds, for people: the security log tells of each time. */
  reveals?: string
  /** `record` is presented as the caller may read it. */
  run(engine: Engine, ctx: Context, record: EntityRecord, data: Record<string, unknown>): Promise<unknown>
}

/** What happened to one record, told after the commit, in commit order. */
export interface RecordEvent {
  entity: string
  id: string
  action: ChangeAction
  newId: string | null
  /** UTC text; live presents it as the site's wall clock. */
  modified: string | null
  user: string
  owner: string | null
  /** Fieldnames at permlevel 0. */
  changed: string[]
  /** The call that did it; not for clients. */
  ctx: Context
}

export type EngineListener = (event: RecordEvent) => void

/** Records of `entity` name fields of the entity that stands in their field `owner`: one name or more, in their field `list`. */
export interface FieldNameList {
  entity: string
  owner: string
  list: string
}

/** A module's part of the engine: definitions and behaviours. Routes are the module's own affair with http. */
export interface EngineModule {
  app: 'platform' | 'hq' | 'sample'
  /** Folder with one `<Entity Name>.json` per entity. */
  entities?: URL
  behaviours?: readonly Behaviour[]
  actions?: readonly Action[]
  /** At most one module of a site brings one. */
  counted?: Counted
  /** Fields, wherever an entity has them, that a list answers when none are named. */
  alwaysListed?: readonly string[]
  /** Where records tell fields of other entities by their names, which follow when a field is renamed. */
  fieldNameLists?: readonly FieldNameList[]
  /** Entities whose titles are nobody's business without read, whatever links to them. */
  closedTitles?: readonly string[]
  /** Records of a fresh site; runs inside the first start. */
  seed?(engine: Engine, ctx: Context): Promise<void>
}

export interface RightsRow extends MetaPermissions {
  entity: string
  level_1_read: 0 | 1
  level_1_write: 0 | 1
  because: readonly HeldRole[]
}
