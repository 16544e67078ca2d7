import type { LogFile, LogHit, LogSearch } from './driver.ts'
import { frameEnd, isAfter, isBefore, timeOf } from './log-frame.ts'
import { type LogSource, linesBackwards } from './log-lines.ts'

/** Maximum bytes that one search reads, over all files. */
const maxSearchBytes = 64_000_000

const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 }

/** Opens a listed file while `work` runs. */
type WithFile = <T>(file: LogFile, work: (handle: LogSource, size: number) => Promise<T>) => Promise<T | undefined>

type Found = Pick<LogHit, 'offset' | 'line' | 'at'>

/**
 * Finds lines that hold the text within the time frame, newest first over all files (reference: hosting, Log calls);
 * `complete` is false when a limit ended the search early.
 */
export async function searchFiles(
  files: readonly LogFile[],
  wanted: LogSearch,
  withFile: WithFile,
): Promise<{ hits: LogHit[]; complete: boolean }> {
  const found: LogHit[] = []
  let [left, complete] = [maxSearchBytes, true]
  for (const file of files) {
    // A file that was last written before the frame holds no line of it.
    if (wanted.from !== undefined && file.modified < Date.parse(wanted.from)) continue
    const read = await withFile(file, (handle, size) => searchFile(handle, size, left, wanted))
    if (read === undefined) continue
    if (read.bytes > left || read.hits.length > wanted.limit) complete = false
    left -= Math.min(read.bytes, left)
    found.push(...read.hits.map((hit) => ({ ...hit, file: file.path })))
  }
  // Each file gave its newest hits, so together they include the newest of all.
  found.sort(byNewest)
  if (found.length > wanted.limit) complete = false
  return { hits: found.slice(0, wanted.limit), complete }
}

/** Order of hits: the newest first. */
export const byNewest = (a: Pick<LogHit, 'at'>, b: Pick<LogHit, 'at'>): number =>
  a.at === b.at ? 0 : a.at < b.at ? 1 : -1

/** The newest hits of a file, and the bytes that a search of all its lines of the frame reads. */
async function searchFile(
  handle: LogSource,
  size: number,
  left: number,
  wanted: LogSearch,
): Promise<{ hits: Found[]; bytes: number }> {
  const { from, to } = wanted
  const holds = holder(wanted)
  const hasLevel = levelTest(wanted)
  const end = to === undefined ? size : await frameEnd(handle, size, to)
  const hits: Found[] = []
  let timeless = 0
  // Skip lines that cannot hold the text, unless a hit still needs the line that gives its time.
  const isWanted = (lines: Buffer) => timeless < hits.length || isBefore(lines, from) || holds(lines)
  const read = { hits, bytes: end }
  for await (const { text, offset } of linesBackwards(handle, end, Math.min(end, left), isWanted)) {
    const at = timeOf(text)
    if (hasLevel(text) && holds(text)) hits.push({ offset, line: text, at: at ?? '' })
    if (at === undefined) continue
    // Lines without a time, such as those of a stack, belong to the line above them.
    if (isAfter(at, to) || (from !== undefined && at < from)) hits.splice(timeless)
    for (; timeless < hits.length; timeless++) (hits[timeless] as Found).at ||= at
    if (from !== undefined && at < from) return { hits, bytes: end - offset }
    if (hits.length > wanted.limit) return read
  }
  // Of these nobody knows whether they lie in the frame.
  if (from !== undefined || to !== undefined) hits.splice(timeless)
  return read
}

/** Tests lines for the wanted text, without regard to case. */
function holder({ text }: LogSearch): (lines: string | Buffer) => boolean {
  if (text === undefined || text === '') return () => true
  const needle = text.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  const isPlain = /^[\u0000-\u007f]*$/.test(needle)
  // A text in ASCII stands in the bytes as it is, and those are made a string three times as fast.
  const decode = (lines: Buffer) => (isPlain ? lines.toString('latin1') : lines.toString())
  return (lines) => (typeof lines === 'string' ? lines : decode(lines)).toLowerCase().includes(needle)
}

function levelTest({ level }: LogSearch): (line: string) => boolean {
  if (level === undefined) return () => true
  const number = levels[level.toLowerCase()]
  return (line) => number !== undefined && levelOf(line) === number
}

function levelOf(line: string): number | undefined {
  const [, level] = /^\{"level":(\d+)/.exec(line) ?? []
  return level === undefined ? undefined : Number(level)
}
