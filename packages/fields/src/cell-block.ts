/** Most cells that can be pasted at once. */
export const maxPastedCells = 10_000

/**
 * The cells of a text from a spreadsheet: tabs between cells, line ends between rows, quotes around cells that contain
 * either. Null when there are more than `most`; reading ends there.
 */
export function readBlock(text: string, most = maxPastedCells): string[][] | null {
  const rows: string[][] = [[]]
  let count = 0
  let at = 0
  // After a quote that never ends, quotes are ordinary signs.
  let hasQuotes = true
  while (at < text.length) {
    const inQuotes: Cell | undefined = hasQuotes && text[at] === '"' ? quoted(text, at) : undefined
    if (text[at] === '"') hasQuotes = inQuotes !== undefined
    const { cell, end }: Cell = inQuotes ?? plain(text, at)
    if (++count > most) return null
    rows.at(-1)?.push(cell)
    at = end
    if (text[at] === '\t') {
      at++
      if (at === text.length) rows.at(-1)?.push('')
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1
      if (at < text.length) rows.push([])
    }
  }
  return rows.filter((row) => row.length > 0)
}

interface Cell {
  cell: string
  /** Where the next sign stands. */
  end: number
}

function plain(text: string, from: number): Cell {
  breaks.lastIndex = from
  const end = breaks.exec(text)?.index ?? text.length
  return { cell: text.slice(from, end), end }
}

const breaks = /[\t\r\n]/g

/** A cell in quotes, in which two quotes stand for one; undefined if they don't end with the cell. */
function quoted(text: string, from: number): Cell | undefined {
  quotes.lastIndex = from
  const found = quotes.exec(text)
  return found ? { cell: (found[1] ?? '').replaceAll('""', '"'), end: quotes.lastIndex } : undefined
}

const quotes = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y

/** The opposite of `readBlock`. */
export const writeBlock = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
