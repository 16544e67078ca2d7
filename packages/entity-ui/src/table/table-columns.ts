import { type EntityState, listableFields } from '@tavla/client'
import type { FieldMeta, ListColumn, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { tableSizes } from './table-sizes.ts'

/** A column with its place in the row, in pixels from the inline start. */
export interface TableColumn {
  field: FieldMeta
  width: number
  start: number
  isPinned: boolean
  /** The column whose text opens the record. */
  isTitle: boolean
}

/** The columns of a table from the inline start: pinned ones first. */
export interface TableColumns {
  all: readonly TableColumn[]
  /** Number of pinned columns. */
  pinned: number
  /** Where the first column that scrolls begins. */
  pinnedEnd: number
  /** Width of a row. */
  total: number
}

/** The columns that a person chose, else the title, the id and the fields of the entity's list. */
export function chosenColumns({ columns, meta }: Pick<EntityState, 'columns' | 'meta'>): readonly ListColumn[] {
  if (columns.length > 0 || !meta) return columns
  const { title_field, image_field } = meta.doc_meta
  const listed = listableFields(meta).filter(({ in_list_view }) => in_list_view)
  const names = [title_field ?? 'id', 'id', ...listed.map(({ fieldname }) => fieldname)]
  const shown = [...new Set(names)].filter((name) => name !== image_field)
  return shown.map((fieldname, at) => ({ fieldname, ...(at === 0 && { pinned: 1 as const }) }))
}

/** The fields of the columns. */
export function columnFields(state: Pick<EntityState, 'columns' | 'meta'>): FieldMeta[] {
  const fields = new Map(state.meta ? listableFields(state.meta).map((field) => [field.fieldname, field]) : [])
  return chosenColumns(state).flatMap(({ fieldname }) => fields.get(fieldname) ?? [])
}

/** The room that columns are placed in. */
interface TableRoom {
  /** Width of the area in pixels; rows are no narrower. */
  width: number
  /** Pixels of the gutter before the first column. */
  gutter: number
  /** A label in the language of the page, by whose length its head needs room. */
  say(label: string): string
}

/** Places the columns in rows. */
export function placeColumns(chosen: readonly ListColumn[], meta: Meta, room: TableRoom): TableColumns {
  const before = room.gutter
  const fields = new Map(listableFields(meta).map((field) => [field.fieldname, field]))
  const known = chosen.flatMap((column) => {
    const field = fields.get(column.fieldname)
    return field ? [{ ...column, field, size: column.width ?? usualWidth(field, meta, room.say) }] : []
  })
  const ordered = [...known.filter(({ pinned }) => pinned), ...known.filter(({ pinned }) => !pinned)]
  const growing = ordered.filter(({ field, width }) => width === undefined && canGrow(field))
  const used = ordered.reduce((sum, { size }) => sum + size, before)
  const share = growing.reduce((sum, { size }) => sum + size, 0)
  const factor = share > 0 ? Math.min(maxGrowth, 1 + Math.max(0, room.width - used) / share) : 1
  let start = before
  const all = ordered.map((column): TableColumn => {
    const width = growing.includes(column) ? Math.floor(column.size * factor) : column.size
    const placed = { field: column.field, width, start, isPinned: column.pinned === 1, isTitle: isTitle(column, meta) }
    start += width
    return placed
  })
  const pinned = all.filter(({ isPinned }) => isPinned).length
  const last = all[pinned - 1]
  return { all, pinned, pinnedEnd: last ? last.start + last.width : before, total: Math.max(start, room.width) }
}

const isTitle = ({ fieldname }: ListColumn, meta: Meta) => fieldname === (meta.doc_meta.title_field ?? 'id')

/** Texts take free room up to this factor, so that a row stays readable on a wide screen. */
const maxGrowth = 1.75

const canGrow = ({ fieldname, fieldtype }: FieldMeta) => {
  const { isNumeric, isNarrow, isPill } = fieldUi(fieldtype)
  return !isNumeric && !isNarrow && !isPill && fieldname !== 'id'
}

/** Width of a column that nobody has drawn wider: by the usual values of its type, and by its head. */
export function usualWidth(field: FieldMeta, meta: Meta, say: TableRoom['say']): number {
  if (isTitle(field, meta)) return 196
  return Math.max(valueWidth(field), Math.min(widestHead, headWidth(say(field.label))))
}

function valueWidth({ fieldname, fieldtype }: FieldMeta): number {
  if (fieldname === 'id') return 104
  const { isNarrow, isNumeric, isPill, isFilterWide, follows, wide } = fieldUi(fieldtype)
  if (isNarrow) return 64
  // An amount has a sign, a fraction and marks between thousands.
  if (isNumeric) return follows ? 116 : 84
  if (isPill) return 112
  if (isFilterWide) return wide ? 152 : 104
  return wide ? 240 : 152
}

/** A head that is wider is cut. */
const widestHead = 168

/** Room for a label beside the mark of the order and the menu. */
const headWidth = (label: string): number => 44 + Math.ceil(label.length * 6.5)

/** The columns with one of them changed. */
export const changeColumn = (columns: readonly ListColumn[], name: string, change: Partial<ListColumn>): ListColumn[] =>
  columns.map((column) => (column.fieldname === name ? { ...column, ...change } : column))

export const withinWidths = (width: number): number =>
  Math.round(Math.max(tableSizes.minColumn, Math.min(tableSizes.maxColumn, width)))

/** Pins a column behind the pinned ones, or sets it free as the first that scrolls. */
export function pinColumn(columns: readonly ListColumn[], name: string, isPinned: boolean): ListColumn[] {
  const moved = columns.find(({ fieldname }) => fieldname === name)
  if (!moved) return [...columns]
  const { pinned: _, ...free } = moved
  const others = columns.filter((column) => column !== moved)
  return [
    ...others.filter(({ pinned }) => pinned),
    isPinned ? { ...free, pinned: 1 } : free,
    ...others.filter(({ pinned }) => !pinned),
  ]
}

/** Moves a column to the place of another one; across the line of the pinned ones it is pinned or set free. */
export function moveColumn(columns: readonly ListColumn[], name: string, to: string): ListColumn[] {
  const from = columns.findIndex(({ fieldname }) => fieldname === name)
  const place = columns.findIndex(({ fieldname }) => fieldname === to)
  const [moved, target] = [columns[from], columns[place]]
  if (!moved || !target || from === place) return [...columns]
  const { pinned: _, ...free } = moved
  const others = columns.filter((_column, at) => at !== from)
  return others.toSpliced(place, 0, target.pinned ? { ...free, pinned: 1 } : free)
}
