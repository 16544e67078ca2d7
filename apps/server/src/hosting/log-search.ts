import type { LogFile, LogHit, LogSearch } from './driver.ts'
import { type LogSource, linesBackwards } from './log-lines.ts'

/** Maximum bytes that one search reads, over all files. */
const maxSearchBytes = 64_000_000

const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 }

/** Opens a listed file while `work` runs. */
type WithFile = <T>(file: LogFile, work: (handle: LogSource, size: number) => Promise<T>) => Promise<T | undefined>

interface TimedHit extends LogHit {
  /** ISO text, as the line has it. */
  time: string
}

/**
 * Finds lines that hold the text, newest first over all files (reference: hosting, Log calls); `complete` is false when
 * a limit ended the search early.
 */
export async function searchFiles(
  files: readonly LogFile[],
  wanted: LogSearch,
  withFile: WithFile,
): Promise<{ hits: LogHit[]; complete: boolean }> {
  const holds = holder(wanted)
  const hasLevel = levelTest(wanted)
  const found: TimedHit[] = []
  let [left, complete] = [maxSearchBytes, true]
  for (const file of files) {
    const read = await withFile(file, (handle, size) => searchFile(handle, size, Math.min(size, left)))
    if (read === undefined) continue
    if (read.size > left || read.hits.length > wanted.limit) complete = false
    left -= Math.min(read.size, left)
    found.push(...read.hits.map((hit) => ({ ...hit, file: file.path })))
  }
  // Each file gave its newest hits, so together they include the newest of all.
  found.sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? 1 : -1))
  if (found.length > wanted.limit) complete = false
  return { hits: found.slice(0, wanted.limit).map(({ file, offset, line }) => ({ file, offset, line })), complete }

  async function searchFile(handle: LogSource, size: number, bytes: number) {
    const hits: Omit<TimedHit, 'file'>[] = []
    let timeless = 0
    // Skip lines that cannot hold the text, unless a hit still needs the line that gives its time.
    const isWanted = (lines: string) => timeless < hits.length || holds(lines)
    for await (const { text, offset } of linesBackwards(handle, size, bytes, isWanted)) {
      const time = timeOf(text)
      if (holds(text) && hasLevel(text)) hits.push({ offset, line: text, time: time ?? '' })
      if (time === undefined) continue
      // Lines without a time, such as those of a stack, belong to the line above them.
      for (; timeless < hits.length; timeless++) (hits[timeless] as TimedHit).time = hits[timeless]?.time || time
      if (hits.length > wanted.limit) break
    }
    return { hits, size }
  }
}

/** Tests for the wanted text, without regard to case. */
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

/** The time that a line states, as ISO text. */
export function timeOf(line: string): string | undefined {
  return /^(?:\{"level":\d+,"time":"|\{"time":")?(\d{4}-\d\d-\d\dT[\d:.]+Z)/.exec(line)?.[1]
}
