import type { CellKind, Column } from '../columns.ts'
import { cellXml, columnName, textXml } from './cells.ts'
import { headStyle, mainNamespace } from './parts.ts'

/** The most rows of a sheet, its head included; further ones go to another sheet. */
const maxRows = 1_048_576

export interface Sheet<Row> {
  name: string
  columns: readonly Column<Row>[]
  pages: AsyncIterable<readonly Row[]>
}

/** The rows of a table, from which one sheet after the other takes as many as it can hold. */
export class SheetRows<Row> {
  readonly #pages: AsyncIterator<readonly Row[]>
  readonly #columns: readonly Column<Row>[]
  readonly #names: readonly string[]
  readonly #isRightToLeft: boolean
  readonly #most: number
  #page: readonly Row[] | undefined

  constructor({ columns, pages }: Sheet<Row>, isRightToLeft: boolean, most = maxRows) {
    this.#pages = pages[Symbol.asyncIterator]()
    this.#columns = columns
    this.#names = columns.map((_, index) => columnName(index))
    this.#isRightToLeft = isRightToLeft
    this.#most = most
  }

  /** True while rows are left for another sheet. */
  get hasMore(): boolean {
    return this.#page !== undefined
  }

  /** One sheet as XML, page by page. */
  async *xml(): AsyncGenerator<string> {
    yield this.#begin()
    let row = 1
    for (;;) {
      this.#page ??= await this.#nextPage()
      if (!this.#page || row + this.#page.length > this.#most) break
      const page = this.#page
      this.#page = undefined
      yield page.map((one) => this.#rowXml(++row, one)).join('')
    }
    yield '</sheetData></worksheet>'
  }

  /** Lets go of what the pages are read from. */
  async end(): Promise<void> {
    await this.#pages.return?.()
  }

  async #nextPage(): Promise<readonly Row[] | undefined> {
    const { done, value } = await this.#pages.next()
    return done ? undefined : value
  }

  #begin(): string {
    const direction = this.#isRightToLeft ? ' rightToLeft="1"' : ''
    const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    const columns = this.#columns.map(({ kind, label }, at) => {
      const width = Math.max(widths[kind], Math.min(label.length + 2, 40))
      return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
    })
    const head = this.#columns.map(({ label }, at) => textXml(`${this.#names[at]}1`, label, headStyle))
    return [
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${mainNamespace}">`,
      `<sheetViews><sheetView${direction} workbookViewId="0">${pane}</sheetView></sheetViews>`,
      columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
      `<sheetData><row r="1">${head.join('')}</row>`,
    ].join('')
  }

  #rowXml(number: number, row: Row): string {
    let cells = ''
    for (const [at, { kind, value }] of this.#columns.entries()) {
      cells += cellXml(`${this.#names[at]}${number}`, kind, value(row))
    }
    return `<row r="${number}">${cells}</row>`
  }
}

/** In characters. */
const widths: Readonly<Record<CellKind, number>> = {
  text: 24,
  number: 12,
  flag: 8,
  date: 12,
  datetime: 18,
  time: 10,
}
