import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import type { RowFields } from './row-fields.ts'

/** A row on two lines, with the grid of its fields; the same in all rows of a list. */
export interface RowSlots {
  kind: 'lines'
  /** Number of fields with a place; the end of the row counts the others. */
  count: number
  /** Number of fields on a line. */
  perLine: number
  /** Their columns, as a grid template. */
  columns: string
}

/** Widths in pixels at which a list changes its form; as in list.css. */
const narrow = 544
const wide = 900

/** The grid for a list of this width, in pixels. `boxes` is the room before the texts of a row. */
export function rowSlots(width: number, boxes: number, { others, pills, tracks }: RowFields): RowSlots {
  if (width < narrow) {
    // Several states take the second line.
    const lines = pills.length > 1 ? 1 : 2
    const count = Math.min(others.length, 2 * lines)
    // Few fields get a whole line each, since two on a line would be cut.
    const perLine = count > lines ? 2 : 1
    return { kind: 'lines', count, perLine, columns: `repeat(${perLine}, minmax(0, 1fr))` }
  }
  const least = width < wide ? 112 : 80
  const room = width - boxes
  const fitting = (free: number) => Math.max(1, Math.floor((free + gap) / (least + gap)))
  const count = fitting(room) >= others.length ? others.length : fitting(room - more)
  const columns =
    width < wide
      ? `repeat(${count}, minmax(0, 14rem))`
      : tracks
          .split(/ (?=minmax)/)
          .slice(0, count)
          .join(' ')
  return { kind: 'lines', count, perLine: Math.max(1, count), columns }
}

/** The fields with those first that have one of `count` places: the amount that people look for keeps one. */
export function placedFirst(fields: readonly FieldMeta[], count: number): readonly FieldMeta[] {
  const amount = fields.findLast(({ fieldtype }) => fieldUi(fieldtype).isAmount)
  if (count < 2 || !amount || fields.indexOf(amount) < count) return fields
  const others = fields.filter((field) => field !== amount)
  return [...others.slice(0, count - 1), amount, ...others.slice(count - 1)]
}

/** Room between two columns, and for a text such as `+2`. */
const gap = 16
const more = 40
