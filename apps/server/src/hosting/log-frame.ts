import type { LogSource } from './log-lines.ts'

/** Bytes read to find a time. */
const probeBytes = 65_536
const newline = 10

/** The time that a line states, as ISO text. */
export function timeOf(line: string): string | undefined {
  return /^(?:\{"level":\d+,"time":"|\{"time":")?(\d{4}-\d\d-\d\dT[\d:.]+Z)/.exec(line)?.[1]
}

export const isAfter = (at: string, to: string | undefined): boolean => to !== undefined && at > to

/** Whether the first of these whole lines that has a time lies before the frame. */
export function isBefore(lines: Buffer, from: string | undefined): boolean {
  if (from === undefined) return false
  const first = firstTime(lines)
  return first !== undefined && first.at < from
}

/**
 * The byte behind which every line lies after `to`, found by halving: the lines of a log stand in the order of time. A
 * clock that was put back makes it an estimate that is too high.
 */
export async function frameEnd(handle: LogSource, size: number, to: string): Promise<number> {
  let [low, high] = [0, size]
  while (high - low > probeBytes) {
    const middle = Math.floor((low + high) / 2)
    const found = await timeFrom(handle, middle, Math.min(probeBytes, high - middle))
    if (found === undefined) return high
    if (isAfter(found.at, to)) high = found.offset
    else low = middle
  }
  return high
}

/** The first whole line with a time behind `offset`. */
async function timeFrom(
  handle: LogSource,
  offset: number,
  length: number,
): Promise<{ at: string; offset: number } | undefined> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(buffer, 0, length, offset)
  const bytes = buffer.subarray(0, bytesRead)
  const start = bytes.indexOf(newline) + 1
  const found = start > 0 ? firstTime(bytes.subarray(start)) : undefined
  return found && { at: found.at, offset: offset + start + found.start }
}

/** The first line that has a time, and the byte at which it starts. */
function firstTime(lines: Buffer): { at: string; start: number } | undefined {
  for (let start = 0; start < lines.length; ) {
    const at = timeOf(lines.toString('latin1', start, Math.min(lines.length, start + 80)))
    if (at !== undefined) return { at, start }
    const next = lines.indexOf(newline, start)
    if (next < 0) return undefined
    start = next + 1
  }
  return undefined
}
