import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A table of a page: the heading above it, the names of its columns, and the text of its cells. */
export interface PageTable {
  heading: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A page of `docs/reference`. */
export interface Page {
  headings: ReadonlySet<string>
  tables: readonly PageTable[]
}

/** The pages of `docs/reference` below `root`, by their name without `.md`. */
export function readPages(root: string): ReadonlyMap<string, Page> {
  const files = globSync('docs/reference/*.md', { cwd: root })
  return new Map(
    files.map((file) => [path.basename(file, '.md'), readPage(readFileSync(path.join(root, file), 'utf8'))]),
  )
}

function readPage(text: string): Page {
  const headings = new Set<string>()
  const tables: PageTable[] = []
  let rows: string[][] = []
  let heading = ''
  const endTable = () => {
    const [columns, , ...cells] = rows
    if (columns) tables.push({ heading, columns, rows: cells })
    rows = []
  }
  for (const line of text.replace(/```.*?```/gs, '').split('\n')) {
    if (line.startsWith('|')) rows.push(cellsOf(line))
    else endTable()
    const title = /^#{1,6} (.+)$/.exec(line)?.[1]
    if (title === undefined) continue
    heading = title
    headings.add(title)
  }
  endTable()
  return { headings, tables }
}

/** Cells without the markup of code, so that names equal those in the program. */
function cellsOf(line: string): string[] {
  const cells = line.split('|').slice(1, -1)
  return cells.map((cell) => cell.replaceAll('`', '').trim())
}
