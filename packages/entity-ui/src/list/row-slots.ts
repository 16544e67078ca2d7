import type { RowFields } from './row-fields.ts'

/** Places for the fields of a row, the same in all rows of a list. */
export interface RowSlots {
  /** How many fields have a place; the others are counted at the end of the row. */
  count: number
  /** How many stand beside each other. */
  perLine: number
  /** Their columns, as a grid template. */
  columns: string
}

/** Widths in pixels at which a list has another form; as in list.css. */
const narrow = 544
const wide = 900

/** The places that fit into a list of this width, in pixels. `boxes` is the room before the texts of a row. */
export function rowSlots(width: number, boxes: number, { others, pills, tracks }: RowFields): RowSlots {
  if (width < narrow) {
    // Several states take the place of the second line.
    const lines = pills.length > 1 ? 1 : 2
    const count = Math.min(others.length, 2 * lines)
    // Few fields have a whole line each, where two beside each other would be cut.
    const perLine = count > lines ? 2 : 1
    return { count, perLine, columns: `repeat(${perLine}, minmax(0, 1fr))` }
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
  return { count, perLine: Math.max(1, count), columns }
}

/** Between two columns, and what `+2` takes. */
const gap = 16
const more = 40
