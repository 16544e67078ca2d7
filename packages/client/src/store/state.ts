import type { DocViewers, EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import type { ApiError } from '../api-error.ts'

/**
 * A condition of a filter: a value that has to be equal, or an operator with its value (reference: http-api, Filters).
 */
export type Condition = unknown
/** Conditions by fieldname. */
export type Filters = Readonly<Record<string, Condition>>
/** Conditions that a screen puts on its list once and for all, each as operator and value; nobody clears them. */
export type ListScope = Readonly<Record<string, readonly [operator: string, value: unknown]>>

/** Where something that is read stands; `denied` is 401 and 403, `missing` is 404. */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'denied' | 'missing' | 'failed'

export interface ListInfo {
  /** Records that match, exactly, on the server. */
  totalCount: number
  itemsLoaded: number
  itemsPerPage: number
  /** Offset of the page that was read last. */
  limitStart: number
  /** Number of that page, from 1. */
  currentPage: number
  /** Set when the list has to begin at its top again; the list clears it by `clearResetScroll`. */
  resetScroll: boolean
}

/**
 * What happened to the open record while its form keeps a draft, or after it is gone
 * (reference: live-events, In the client).
 */
export interface RecordNotice {
  kind: 'changed' | 'deleted' | 'renamed'
  user: string
  /** Of the user, where it is known. */
  name?: string
  newId: string | null
}

/** Everything the client holds for one entity name. */
export interface EntityState {
  entity: string
  meta: Meta | null
  /** Of meta and the first page together. `ready` with an `error`: the last further page or reload failed, and what was there stays. */
  status: LoadStatus
  error: ApiError | null
  isLoading: boolean
  /** Rows read so far; of those far from view only the id is held (`isRead`). */
  activeList: readonly EntityRecord[]
  listMeta: { fieldInfo: readonly FieldMeta[]; titleField: string }
  listInfo: ListInfo
  /** `name asc|desc, …`; '' is the entity's own order. */
  orderBy: string
  /** Order, fields and layout that came with the address, in place of the person's own. */
  addressed: Readonly<{ orderBy: string; listFields: readonly string[]; layout: '' | 'List' | 'Tiles' }> | null
  filters: Filters
  orFilters: Filters
  scope: ListScope
  /** Text of the search box. */
  searchText: string
  /** Fieldnames a row shows; [] is the entity's own choice. */
  listFields: readonly string[]
  layout: 'List' | 'Tiles'
  /** Sum of open communications over all matching records; null where the entity has none. */
  openCount: number | null
  /** New records that are announced and not drawn yet. */
  newRecords: number
  /** Ids of the selected rows. */
  selected: readonly string[]
  /** Rows are being chosen, though none may be selected yet. */
  isSelecting: boolean
  /** Draft of the new-record form. */
  newEntity: Readonly<Record<string, unknown>>
  activeId: string | null
  /** The open record; until the answer is there, what the list knew of it. */
  activeEntity: EntityRecord | null
  activeStatus: LoadStatus
  activeError: ApiError | null
  isEditing: boolean
  notice: RecordNotice | null
  /** Who has the open record open, oneself included. */
  viewers: DocViewers['users']
}

export const initialState = (entity: string): EntityState => ({
  entity,
  meta: null,
  status: 'idle',
  error: null,
  isLoading: false,
  activeList: [],
  listMeta: { fieldInfo: [], titleField: 'id' },
  listInfo: { totalCount: 0, itemsLoaded: 0, itemsPerPage: 20, limitStart: 0, currentPage: 1, resetScroll: false },
  orderBy: '',
  addressed: null,
  filters: {},
  orFilters: {},
  scope: {},
  searchText: '',
  listFields: [],
  layout: 'List',
  openCount: null,
  newRecords: 0,
  selected: [],
  isSelecting: false,
  newEntity: {},
  activeId: null,
  activeEntity: null,
  activeStatus: 'idle',
  activeError: null,
  isEditing: false,
  notice: null,
  viewers: [],
})

/** What a failed read means for its panel. */
export const statusOf = (error: ApiError): LoadStatus =>
  error.code === 401 || error.code === 403 ? 'denied' : error.code === 404 ? 'missing' : 'failed'
