import type { LogFile, LogHit, LogSearch } from './driver.ts'
import { type LogSource, linesBackwards } from './log-lines.ts'

/** Most bytes that one search reads, of all files together. */
const mostBytes = 64_000_000

const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 }

/** Opens a listed file for the time of some work. */
type WithFile = <T>(file: LogFile, work: (handle: LogSource, size: number) => Promise<T>) => Promise<T | undefined>

interface Found extends LogHit {
  /** ISO text as it stands in the line. */
  time: string
}

/**
 * Lines that hold the text, newest first over all files (reference: hosting, Log calls); `complete` is false when a
 * bound ended it early.
 */
export async function searchFiles(
  files: readonly LogFile[],
  wanted: LogSearch,
  withFile: WithFile,
): Promise<{ hits: LogHit[]; complete: boolean }> {
  const holds = holder(wanted)
  const hasLevel = levelTest(wanted)
  const found: Found[] = []
  let [left, complete] = [mostBytes, true]
  for (const file of files) {
    const read = await withFile(file, (handle, size) => searchFile(handle, size, Math.min(size, left)))
    if (read === undefined) continue
    if (read.size > left || read.hits.length > wanted.limit) complete = false
    left -= Math.min(read.size, left)
    found.push(...read.hits.map((hit) => ({ ...hit, file: file.path })))
  }
  // Each file gave its newest; together they hold the newest of all.
  found.sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? 1 : -1))
  if (found.length > wanted.limit) complete = false
  return { hits: found.slice(0, wanted.limit).map(({ file, offset, line }) => ({ file, offset, line })), complete }

  async function searchFile(handle: LogSource, size: number, bytes: number) {
    const hits: Omit<Found, 'file'>[] = []
    let timeless = 0
    // Lines that cannot hold it are passed over, unless a hit still looks for the line that tells its time.
    const isWanted = (lines: string) => timeless < hits.length || holds(lines)
    for await (const { text, offset } of linesBackwards(handle, size, bytes, isWanted)) {
      const time = timeOf(text)
      if (holds(text) && hasLevel(text)) hits.push({ offset, line: text, time: time ?? '' })
      if (time === undefined) continue
      // Lines without a time of their own, as those of a stack, belong to the one that they stand below.
      for (; timeless < hits.length; timeless++) (hits[timeless] as Found).time = hits[timeless]?.time || time
      if (hits.length > wanted.limit) break
    }
    return { hits, size }
  }
}

/** Whether a text holds the wanted one, however it is written. */
function holder({ text }: LogSearch): (lines: string) => boolean {
  const needle = text.toLowerCase()
  return (lines) => lines.toLowerCase().includes(needle)
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

/** When a line was written, as it says itself; ISO text. */
export function timeOf(line: string): string | undefined {
  return /^(?:\{"level":\d+,"time":"|\{"time":")?(\d{4}-\d\d-\d\dT[\d:.]+Z)/.exec(line)?.[1]
}
