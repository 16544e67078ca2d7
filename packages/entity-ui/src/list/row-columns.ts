import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { isPlain } from './rail-slots.ts'
import type { RowFields } from './row-fields.ts'

/** A row as one line of a wide list, whose head says what the values are. */
export interface RowColumns {
  kind: 'columns'
  /** The fields with a column, in the list's order. */
  columns: FieldMeta[]
  /** Fields without a column that are understood without a label; they stand below the title. */
  below: FieldMeta[]
  /** Fields without either; the line below the title counts them. */
  rest: FieldMeta[]
  /** The amount that people look for. */
  mainAmount: string | undefined
  /** Title and columns, as a grid template. */
  template: string
}

/** Widths in pixels: between columns, of a title at least, in proportion and at most, of the id below it, of a column. */
const gap = 20
const leastTitle = 240
const usualTitle = 480
const mostTitle = 560
const id = 100
const usual = 160

/** Maximum number of columns; more would no longer be read as one row. */
const maxColumns = 12

/** The columns that fit into `room` pixels beside the box and the picture of a row. */
export function rowColumns(room: number, { inOrder }: RowFields, told: readonly string[] = []): RowColumns {
  const all = inOrder.filter(({ fieldname }) => !told.includes(fieldname))
  const mainAmount = all.findLast(({ fieldtype }) => fieldUi(fieldtype).isAmount)
  const columns = [...all]
  while (columns.length > maxColumns || leastTitle + widthOf(columns) > room) {
    const at = columns.findLastIndex((field) => field !== mainAmount && !fieldUi(field.fieldtype).isPill)
    if (at < 0) break
    columns.splice(at, 1)
  }
  const others = all.filter((field) => !columns.includes(field))
  const free = room - leastTitle - widthOf(columns)
  const shared = leastTitle + Math.max(0, free * (usualTitle / (usualTitle + widthOf(columns))))
  const title = columns.length > 0 ? Math.min(mostTitle, shared) : shared
  let left = title - id
  const below = others.filter((field, at) => {
    if (!isPlain(field)) return false
    left -= columnWidth(field) / 2 + gap
    // The number of the others needs room too.
    return left >= (at === others.length - 1 ? 0 : gap)
  })
  return {
    kind: 'columns',
    columns,
    below,
    rest: others.filter((field) => !below.includes(field)),
    mainAmount: mainAmount?.fieldname,
    template: [titleTrack(title), ...columns.map(trackOf)].join(' '),
  }
}

/** Width of a field's column, in pixels. */
export const columnWidth = ({ fieldtype }: FieldMeta): number => fieldUi(fieldtype).columnWidth ?? usual

const widthOf = (columns: readonly FieldMeta[]) => columns.reduce((sum, field) => sum + columnWidth(field) + gap, 0)

/** On a very wide screen the eye would lose the line between a title and its values, so the values take the further room. */
const titleTrack = (width: number) =>
  width === mostTitle ? `minmax(0, ${mostTitle / 16}rem)` : `minmax(0, ${usualTitle}fr)`

/** A wide list shares its further room in proportion to the widths, so that no gap stands beside the title. */
function trackOf(field: FieldMeta): string {
  const width = columnWidth(field)
  return `minmax(${width / 16}rem, ${width}fr)`
}
