import type { LogPageWish } from './driver.ts'

const longestLine = 10_000
/** Most bytes that one page reads. */
const mostBytes = 2_000_000
const chunkBytes = 65_536
const mostHeld = 1_000_000
const newline = 10

/** What lines are read from: an open file, or bytes that came from elsewhere. */
export interface LogSource {
  stat(): Promise<{ size: number }>
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
}

export interface LinesOfPage {
  lines: string[]
  /** There are older lines, or for following, newer ones. */
  truncated: boolean
  start: number
  end: number
}

/** A line of a file; `offset` is the byte where it starts. */
export interface LogLine {
  text: string
  offset: number
}

/** A page as it is asked for: `before` counts if both are given, and an `after` beyond the end begins anew. */
export function pageOf(handle: LogSource, size: number, { count, before, after }: LogPageWish): Promise<LinesOfPage> {
  return before === undefined && after !== undefined
    ? pageAfter(handle, size, after > size ? 0 : after, count)
    : pageBefore(handle, Math.min(before ?? size, size), count)
}

/** The last `count` lines that end at or before `end`, oldest first. */
async function pageBefore(handle: LogSource, end: number, count: number): Promise<LinesOfPage> {
  const lines: LogLine[] = []
  const last = await endOfLine(handle, end)
  for await (const line of linesBackwards(handle, last, mostBytes)) {
    lines.push(line)
    if (lines.length === count) break
  }
  lines.reverse()
  const start = lines[0]?.offset ?? last
  return { lines: lines.map(({ text }) => text), truncated: start > 0, start, end: last }
}

/** At most `count` whole lines from `start` on. */
async function pageAfter(handle: LogSource, size: number, start: number, count: number): Promise<LinesOfPage> {
  const lines: string[] = []
  const most = Math.min(size, start + mostBytes)
  let [end, rest] = [start, Buffer.alloc(0)]
  for (let at = start; at < most && lines.length < count; ) {
    const chunk = await readAt(handle, at, Math.min(chunkBytes, most - at))
    if (chunk.length === 0) break
    at += chunk.length
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let to = rest.indexOf(newline); to >= 0 && lines.length < count; to = rest.indexOf(newline, from)) {
      lines.push(lineText(rest.subarray(from, to)))
      from = to + 1
    }
    end += from
    rest = rest.subarray(from)
  }
  // A line without end may not hold up whoever follows.
  if (lines.length === 0 && rest.length === mostBytes) {
    lines.push(lineText(rest))
    end += rest.length
  }
  return { lines, truncated: end < size, start, end }
}

/**
 * The lines that end at `end` or before, last first, as far as `bytes` reach. No more than a chunk and one line is held;
 * a line of more than a megabyte comes in pieces. `isWanted` may pass over some of them together, by the text of all.
 */
export async function* linesBackwards(
  handle: LogSource,
  end: number,
  bytes: number,
  isWanted: (lines: string) => boolean = () => true,
): AsyncGenerator<LogLine> {
  const least = Math.max(0, end - bytes)
  let [at, rest] = [end, Buffer.alloc(0)]
  while (at > least) {
    const length = Math.min(chunkBytes, at - least)
    const chunk = await readAt(handle, at - length, length)
    // The file was cut short meanwhile.
    if (chunk.length < length) return
    at -= length
    rest = Buffer.concat([chunk, rest])
    const first = rest.indexOf(newline) + 1
    if (first > 0 && !isWanted(rest.toString('utf8', first))) rest = rest.subarray(0, first)
    for (let start = startOfLast(rest); start > 0; start = startOfLast(rest)) {
      yield { text: lineText(rest.subarray(start)), offset: at + start }
      rest = rest.subarray(0, start)
    }
    if (rest.length > mostHeld) {
      yield { text: lineText(rest), offset: at }
      rest = Buffer.alloc(0)
    }
  }
  if (rest.length > 0) yield { text: lineText(rest), offset: at }
}

/** Where the last line begins, if that is to be seen; the newline at the very end is its own. */
function startOfLast(bytes: Buffer): number {
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(newline, bytes.length - 2) + 1
}

/** Where the last line that ends at or before `at` ends: `at` itself, unless it lies within a line. */
async function endOfLine(handle: LogSource, at: number): Promise<number> {
  const { size } = await handle.stat()
  if (at >= size || at === 0) return at
  for (let end = at; end > 0 && at - end < mostBytes; ) {
    const length = Math.min(chunkBytes, end)
    const chunk = await readAt(handle, end - length, length)
    const last = chunk.lastIndexOf(newline)
    if (last >= 0) return end - length + last + 1
    end -= length
  }
  return 0
}

async function readAt(handle: LogSource, position: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function lineText(bytes: Buffer): string {
  let end = bytes.length
  if (bytes[end - 1] === newline) end--
  if (bytes[end - 1] === 13) end--
  // No character has more than four bytes; the rest of a long line need not be decoded.
  return bytes.toString('utf8', 0, Math.min(end, longestLine * 4)).slice(0, longestLine)
}
