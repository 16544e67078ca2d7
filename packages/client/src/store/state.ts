import type {
  DocViewers,
  EntityRecord,
  FieldMeta,
  FilterGroup,
  LayoutFields,
  ListColumn,
  ListLayout,
  ListSums,
  Meta,
} from '@tavla/contract'
import type { ApiError } from '../api-error.ts'

/** A condition of a filter: a value for equality, or an operator with its value (reference: http-api, Filters). */
export type Condition = unknown
/** Conditions by fieldname. */
export type Filters = Readonly<Record<string, Condition>>
/** Fixed conditions of a screen on its list, each as operator and value; users cannot clear them. */
export type ListScope = Readonly<Record<string, readonly [operator: string, value: unknown]>>

/** How a list is shown; blank parts take the entity's default. */
export type ListDisplay = Readonly<{
  orderBy: string
  listFields: readonly string[]
  layout: '' | ListLayout
  columns: readonly ListColumn[]
  groupBy: string
  layoutFields: LayoutFields
}>

/** The part of a list's state that an address may carry. */
export interface ListAddress {
  /** Id of a view; '' for none. An address without any part opens the default view. */
  view?: string
  /** The address of a view, by name: its parts go before those of the view, and a blank one takes the view's away. */
  over?: Readonly<Record<string, string>>
  search?: string
  filters?: Filters
  group?: FilterGroup
  /**
   * Another person's display of the list; absent settings take the entity's default. The person's own
   * settings stay unchanged.
   */
  display?: ListDisplay
}

/** The part of a list's state that a view keeps, and what it names in vain. */
export type ListShown = Pick<
  EntityState,
  | 'searchText'
  | 'filters'
  | 'group'
  | 'orderBy'
  | 'listFields'
  | 'layout'
  | 'columns'
  | 'sums'
  | 'groupBy'
  | 'layoutFields'
  | 'lost'
>

/** The state of a read; `denied` is 401 and 403, `missing` is 404. */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'denied' | 'missing' | 'failed'

export interface ListInfo {
  /** Number of matching records on the server. */
  totalCount: number
  /** True when further records may match. */
  isAtLeast?: boolean
  itemsLoaded: number
  itemsPerPage: number
  /** Offset of the page that was read last. */
  limitStart: number
  /** Number of that page, from 1. */
  currentPage: number
  /** Set when the list must scroll to its top; the list clears it with `clearResetScroll`. */
  resetScroll: boolean
}

/** A change to the open record while its form has a draft, or its deletion (reference: live-events, In the client). */
export interface RecordNotice {
  kind: 'changed' | 'deleted' | 'renamed'
  user: string
  /** The user's name, if known. */
  name?: string
  /** The changed record as it is stored now, for the form that is based on an older one. */
  record?: EntityRecord
  newId: string | null
}

/** The state of one entity name. */
export interface EntityState {
  entity: string
  meta: Meta | null
  /**
   * Status of meta and the first page together. `ready` with an `error`: the last further page or reload failed, and
   * the former rows stay.
   */
  status: LoadStatus
  error: ApiError | null
  isLoading: boolean
  /** Rows read so far; rows far from the view keep only their id (`isRead`). */
  activeList: readonly EntityRecord[]
  listMeta: { fieldInfo: readonly FieldMeta[]; titleField: string }
  listInfo: ListInfo
  /** `name asc|desc, …`; '' is the entity's own order. */
  orderBy: string
  /** Fieldnames that the chosen display names and the entity no longer has, or this person may not see. */
  lost: readonly string[]
  /** The display from the address, which overrides the person's own. */
  addressed: ListDisplay | null
  filters: Filters
  /** Id of the view that is shown; null for the person's own list. */
  view: string | null
  /** The list that the view shows as it is saved; null until it is known. */
  viewShown: ListShown | null
  /** The address of a screen with views that the list does not show yet. */
  asked: ListAddress | null
  /** Conditions beside `filters`, joined with them by AND. */
  group: FilterGroup | null
  scope: ListScope
  /** Text of the search box; the list is searched for it without the blanks around it. */
  searchText: string
  /** Fieldnames that a row shows; [] is the entity's own choice. */
  listFields: readonly string[]
  layout: ListLayout
  /** The columns of the layout Table; [] is the entity's own choice. */
  columns: readonly ListColumn[]
  sums: ListSums
  /** `field` or `field:day|week|month|quarter|year`; '' for no groups. */
  groupBy: string
  /** The fields of the layouts Board and Calendar. */
  layoutFields: LayoutFields
  /** Width in pixels of the list beside an open record; 0 is the default. */
  split: number
  /** Sum of open communications over all matching records; null if the entity has none. */
  openCount: number | null
  /** Number of new records that are announced and not shown yet. */
  newRecords: number
  /** Ids of the selected rows. */
  selected: readonly string[]
  /** All matching records are selected, also those that are not read yet. */
  isAllSelected: boolean
  /** The user is selecting rows, perhaps none yet. */
  isSelecting: boolean
  /** Draft of the new-record form. */
  newEntity: Readonly<Record<string, unknown>>
  activeId: string | null
  /** The open record; its list values until the answer arrives. */
  activeEntity: EntityRecord | null
  activeStatus: LoadStatus
  activeError: ApiError | null
  isEditing: boolean
  notice: RecordNotice | null
  /** Everyone who has the open record open, including this user. */
  viewers: DocViewers['users']
}

/** The entity's own choice. */
export const noLayoutFields: LayoutFields = { board_field: '', calendar_start: '', calendar_end: '' }

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
  lost: [],
  view: null,
  viewShown: null,
  asked: null,
  addressed: null,
  filters: {},
  group: null,
  scope: {},
  searchText: '',
  listFields: [],
  layout: 'List',
  columns: [],
  sums: {},
  groupBy: '',
  layoutFields: noLayoutFields,
  split: 0,
  openCount: null,
  newRecords: 0,
  selected: [],
  isAllSelected: false,
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

/** Status of a panel after a failed read. */
export const statusOf = (error: ApiError): LoadStatus =>
  error.code === 401 || error.code === 403 ? 'denied' : error.code === 404 ? 'missing' : 'failed'
