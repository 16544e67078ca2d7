import { momentOf } from './excel-dates.ts'
import { BoundedRows, type Cell, type SheetRow, type TableBounds, tooLarge, tooManyColumns } from './table.ts'
import type { WorkbookParts } from './workbook.ts'
import { cellTextOf, parseXml } from './xml.ts'

/** The rows of a sheet: of a formula its value where it has one, of merged cells the first. @throws TableFault beyond the bounds */
export function* readSheet(bytes: Uint8Array, parts: WorkbookParts, bounds: TableBounds): Generator<SheetRow> {
  const taker = new SheetTaker(parts, bounds)
  for (const _ of parseXml(bytes, taker)) yield* taker.taken()
}

/** Gathers the rows of a sheet from the elements of its document. */
class SheetTaker {
  readonly #parts: WorkbookParts
  readonly #bounds: TableBounds
  readonly #bounded: BoundedRows
  #rows: SheetRow[] = []
  #line = 0
  #cells: Cell[] = []
  #at = -1
  #cell: Readonly<Record<string, string>> = {}
  #text = ''
  /** The formula of a cell for which the workbook holds no value. */
  #formula = ''
  /** The element whose text is read. */
  #part: 'value' | 'formula' | undefined

  constructor(parts: WorkbookParts, bounds: TableBounds) {
    this.#parts = parts
    this.#bounds = bounds
    this.#bounded = new BoundedRows(bounds)
  }

  /** The rows that are complete by now. */
  taken(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = Number(attributes().r ?? this.#line + 1)
      this.#cells = []
      this.#at = -1
    } else if (name === 'c') {
      this.#cell = attributes()
      this.#at = columnOf(this.#cell.r) ?? this.#at + 1
      if (this.#at >= this.#bounds.columns) throw tooManyColumns(this.#bounds.columns)
      this.#text = ''
      this.#formula = ''
    } else if (name === 'v') this.#formula = ''
    this.#part = name === 'v' || name === 't' ? 'value' : name === 'f' ? 'formula' : undefined
  }

  text(piece: string): void {
    if (this.#part === 'value') this.#text += piece
    else if (this.#part === 'formula') this.#formula += piece
    if (this.#text.length + this.#formula.length > this.#bounds.cell) throw tooLarge()
  }

  close(name: string): void {
    this.#part = undefined
    if (name === 'c') {
      while (this.#cells.length < this.#at) this.#cells.push(null)
      this.#cells[this.#at] = this.#value()
    } else if (name === 'row') {
      const row = this.#bounded.take(this.#line, this.#cells)
      if (row) this.#rows.push(row)
      this.#cells = []
    }
  }

  #value(): Cell {
    const { t: type = 'n', s: style = '0' } = this.#cell
    const text = this.#text
    // A formula that nobody has calculated is no blank: the person sees it.
    if (text === '') return this.#formula === '' ? null : `=${this.#formula}`
    if (type === 's') return this.#parts.strings[Number(text)] ?? null
    if (type === 'b') return text === '1' || text === 'true'
    if (type === 'd') return text.replace('T', ' ')
    if (type !== 'n') return cellTextOf(text)
    const number = Number(text)
    if (Number.isNaN(number)) return text
    const shape = this.#parts.shapes[Number(style)] ?? 'number'
    return shape === 'number' ? number : (momentOf(number, shape, this.#parts.is1904) ?? number)
  }
}

/** Position of the column in an address such as `AB12`, from 0. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0]
  if (letters === undefined) return undefined
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}
