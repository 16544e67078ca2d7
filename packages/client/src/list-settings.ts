import {
  type EntityRecord,
  type LayoutFields,
  type ListColumn,
  type ListLayout,
  type ListSums,
  listLayouts,
} from '@tavla/contract'
import type { entityCalls } from './calls/entities.ts'
import { noLayoutFields } from './store/state.ts'

/** One person's settings of one entity's list; blank means the entity's own default (reference: screens, List choices). */
export interface ListSetting extends LayoutFields {
  order_by: string
  list_fields: string[]
  layout: '' | ListLayout
  columns: ListColumn[]
  sums: ListSums
  /** `field` or `field:day|week|month|quarter|year`. */
  group_by: string
  /** Width in pixels of the list beside an open record; 0 is the default. */
  split: number
}

export interface ListSettings {
  /** Reads all of the person's settings, once; there are none without the right to read them. */
  load(): Promise<void>
  get(entity: string): ListSetting
  save(entity: string, change: Partial<ListSetting>): Promise<void>
  /** Restores the entity's default. */
  reset(entity: string): Promise<void>
  clear(): void
}

type EntityCalls = ReturnType<typeof entityCalls>
type StoredSetting = ListSetting & { id?: string }

/** `quiet` makes calls that report no failure: a guest or a person without the right just has no settings. */
export function createListSettings(entities: EntityCalls, quiet: EntityCalls): ListSettings {
  let known = new Map<string, StoredSetting>()
  let loading: Promise<void> | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const read = async () => {
    const { data } = await quiet.list('List Setting', {
      fields: ['entity', ...stored],
      limit_page_length: 500,
    })
    known = new Map(data.map((record) => [String(record.entity), settingOf(record)]))
  }

  /** Writes one after the other, so that two quick choices don't create two records. */
  const write = (work: () => Promise<void>): Promise<void> => {
    const done = writing.then(work, work)
    writing = done.catch(() => undefined)
    return done
  }

  return {
    load() {
      // The list works without the person's settings.
      loading ??= read().catch(() => {
        loading = undefined
      })
      return loading
    },
    get: (entity) => known.get(entity) ?? blank,
    save(entity, change) {
      const wanted = { ...blank, ...known.get(entity), ...change }
      known.set(entity, wanted)
      return write(async () => {
        const { id } = known.get(entity) ?? {}
        const fields = Object.fromEntries(stored.map((name) => [name, wanted[name]]))
        const record = id
          ? (await entities.update('List Setting', { id, ...fields })).entity
          : await entities.create('List Setting', { entity, ...fields })
        known.set(entity, { ...(known.get(entity) ?? wanted), id: record.id })
      })
    },
    reset(entity) {
      return write(async () => {
        const { id } = known.get(entity) ?? {}
        known.delete(entity)
        if (id) await entities.remove('List Setting', id)
      })
    },
    clear() {
      known = new Map()
      loading = undefined
    },
  }
}

const layoutFieldNames = Object.keys(noLayoutFields) as (keyof LayoutFields)[]
const blank: ListSetting = {
  order_by: '',
  list_fields: [],
  layout: '',
  columns: [],
  sums: {},
  group_by: '',
  split: 0,
  ...noLayoutFields,
}
const stored = Object.keys(blank) as (keyof ListSetting)[]

const settingOf = (record: EntityRecord): StoredSetting => ({
  id: record.id,
  order_by: typeof record.order_by === 'string' ? record.order_by : '',
  list_fields: Array.isArray(record.list_fields) ? record.list_fields.filter((name) => typeof name === 'string') : [],
  layout: readLayout(record.layout),
  columns: readColumns(record.columns),
  sums: readSums(record.sums),
  group_by: typeof record.group_by === 'string' ? record.group_by : '',
  ...readLayoutFields(record),
  split: typeof record.split === 'number' ? record.split : 0,
})

/** A layout by its name; '' for anything else. */
export const readLayout = (value: unknown): ListSetting['layout'] => listLayouts.find((name) => name === value) ?? ''

/** The fields of Board and Calendar in a stored choice, a view or an address; '' for what is none. */
export const readLayoutFields = (record: Readonly<Record<string, unknown>>): LayoutFields =>
  Object.fromEntries(
    layoutFieldNames.map((name) => [name, typeof record[name] === 'string' ? record[name] : '']),
  ) as unknown as LayoutFields

/** The columns of a stored choice or of an address; parts that are no columns are dropped. */
export function readColumns(value: unknown): ListColumn[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((column: unknown) => {
    if (typeof column !== 'object' || column === null || !('fieldname' in column)) return []
    const { fieldname, width, pinned } = column as Record<string, unknown>
    if (typeof fieldname !== 'string') return []
    return [{ fieldname, ...(typeof width === 'number' && { width }), ...(pinned ? { pinned: 1 as const } : {}) }]
  })
}

/** The sums of a stored choice; parts that are none are dropped. */
export function readSums(value: unknown): ListSums {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const figures = ['sum', 'avg', 'min', 'max'] as const
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, figure]) => {
      const known = figures.find((one) => one === figure)
      return known ? [[name, known]] : []
    }),
  )
}
