import type { LogPage } from './log-calls.ts'

/** Lines of a log file that are read at once. */
export const logLines = 150

/** What is on screen of a log file: neighbouring pages as one piece. */
export interface LogView {
  lines: readonly LogLine[]
  /** Byte offsets of the piece; a start of 0 is the file's beginning. */
  start: number
  end: number
}

/** A line with a number that stays its own while others come and go before it. */
export interface LogLine {
  number: number
  text: string
}

/** More than this is not kept while following: the oldest lines go, and can be read again. */
const most = 5000

export const viewOf = ({ lines, start, end }: LogPage): LogView => ({ lines: numbered(lines, 0), start, end })

/** Puts an older page before what is there. */
export function withOlder(view: LogView, page: LogPage): LogView {
  const first = (view.lines[0]?.number ?? 0) - page.lines.length
  return { lines: [...numbered(page.lines, first), ...view.lines], start: page.start, end: view.end }
}

/** Adds the lines that came since; a page that begins elsewhere is of a file that was begun anew. */
export function withNewer(view: LogView, page: LogPage): LogView {
  if (page.start < view.end) return viewOf(page)
  if (page.lines.length === 0) return view
  const next = (view.lines.at(-1)?.number ?? -1) + 1
  return trimmed({ lines: [...view.lines, ...numbered(page.lines, next)], start: view.start, end: page.end })
}

const numbered = (lines: readonly string[], first: number): LogLine[] =>
  lines.map((text, index) => ({ number: first + index, text }))

function trimmed(view: LogView): LogView {
  const gone = view.lines.slice(0, Math.max(0, view.lines.length - most))
  if (gone.length === 0) return view
  const bytes = gone.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length + 1, 0)
  return { ...view, lines: view.lines.slice(gone.length), start: view.start + bytes }
}
