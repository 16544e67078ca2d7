import type { LogPage } from './log-calls.ts'

/** Number of lines in one read of a log file. */
export const logLines = 150

/** The part of a log file on screen: adjacent pages joined. */
export interface LogView {
  lines: readonly LogLine[]
  /** Byte offsets of the part; a start of 0 is the file's beginning. */
  start: number
  end: number
}

/** A line with a stable number while others are added and removed before it. */
export interface LogLine {
  number: number
  text: string
}

/** Maximum number of lines while following: the oldest are dropped, and can be read again. */
const maxLines = 5000

export const viewOf = ({ lines, start, end }: LogPage): LogView => ({ lines: numbered(lines, 0), start, end })

/** Adds an older page before the lines. */
export function withOlder(view: LogView, page: LogPage): LogView {
  const first = (view.lines[0]?.number ?? 0) - page.lines.length
  return { lines: [...numbered(page.lines, first), ...view.lines], start: page.start, end: view.end }
}

/** Adds new lines; a page with an earlier start belongs to a file that was started again. */
export function withNewer(view: LogView, page: LogPage): LogView {
  if (page.start < view.end) return viewOf(page)
  if (page.lines.length === 0) return view
  const next = (view.lines.at(-1)?.number ?? -1) + 1
  return trimmed({ lines: [...view.lines, ...numbered(page.lines, next)], start: view.start, end: page.end })
}

const numbered = (lines: readonly string[], first: number): LogLine[] =>
  lines.map((text, index) => ({ number: first + index, text }))

function trimmed(view: LogView): LogView {
  const gone = view.lines.slice(0, Math.max(0, view.lines.length - maxLines))
  if (gone.length === 0) return view
  const bytes = gone.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length + 1, 0)
  return { ...view, lines: view.lines.slice(gone.length), start: view.start + bytes }
}
