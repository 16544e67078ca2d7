import type { LogPageQuery } from './driver.ts'

/** Characters. */
const maxLineLength = 10_000
/** Maximum bytes that one page reads. */
const maxPageBytes = 2_000_000
const chunkBytes = 65_536
const maxHeldBytes = 1_000_000
const newline = 10

/** A source of lines: an open file, or bytes in memory. */
export interface LogSource {
  stat(): Promise<{ size: number }>
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
}

export interface PageLines {
  lines: string[]
  /** There are older lines, or newer ones when the page was asked for with `after`. */
  truncated: boolean
  start: number
  end: number
}

/** A line of a file; `offset` is the byte where it starts. */
export interface LogLine {
  text: string
  offset: number
}

/** Reads a page: `before` wins if both are given, and an `after` beyond the end starts again at 0. */
export function pageOf(handle: LogSource, size: number, { count, before, after }: LogPageQuery): Promise<PageLines> {
  return before === undefined && after !== undefined
    ? pageAfter(handle, size, after > size ? 0 : after, count)
    : pageBefore(handle, Math.min(before ?? size, size), count)
}

/** The last `count` lines that end at or before `end`, oldest first. */
async function pageBefore(handle: LogSource, end: number, count: number): Promise<PageLines> {
  const lines: LogLine[] = []
  const last = await endOfLine(handle, end)
  for await (const line of linesBackwards(handle, last, maxPageBytes)) {
    lines.push(line)
    if (lines.length === count) break
  }
  lines.reverse()
  const start = lines[0]?.offset ?? last
  return { lines: lines.map(({ text }) => text), truncated: start > 0, start, end: last }
}

/** At most `count` whole lines from `start` on. */
async function pageAfter(handle: LogSource, size: number, start: number, count: number): Promise<PageLines> {
  const lines: string[] = []
  const limit = Math.min(size, start + maxPageBytes)
  let [end, rest] = [start, Buffer.alloc(0)]
  for (let at = start; at < limit && lines.length < count; ) {
    const chunk = await readAt(handle, at, Math.min(chunkBytes, limit - at))
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
  // A line longer than a page would stop the reader that follows the file.
  if (lines.length === 0 && rest.length === maxPageBytes) {
    lines.push(lineText(rest))
    end += rest.length
  }
  return { lines, truncated: end < size, start, end }
}

/**
 * The lines that end at or before `end`, last first, within the last `bytes`. Holds at most a chunk and one line; a
 * line of more than a megabyte comes in pieces. `isWanted` is asked with the bytes of several lines and may skip them
 * together.
 */
export async function* linesBackwards(
  handle: LogSource,
  end: number,
  bytes: number,
  isWanted: (lines: Buffer) => boolean = () => true,
): AsyncGenerator<LogLine> {
  const lowest = Math.max(0, end - bytes)
  let [at, rest] = [end, Buffer.alloc(0)]
  while (at > lowest) {
    const length = Math.min(chunkBytes, at - lowest)
    const chunk = await readAt(handle, at - length, length)
    // The file became shorter in the meantime.
    if (chunk.length < length) return
    at -= length
    rest = Buffer.concat([chunk, rest])
    const first = rest.indexOf(newline) + 1
    if (first > 0 && !isWanted(rest.subarray(first))) rest = rest.subarray(0, first)
    for (let start = startOfLast(rest); start > 0; start = startOfLast(rest)) {
      yield { text: lineText(rest.subarray(start)), offset: at + start }
      rest = rest.subarray(0, start)
    }
    if (rest.length > maxHeldBytes) {
      yield { text: lineText(rest), offset: at }
      rest = Buffer.alloc(0)
    }
  }
  if (rest.length > 0) yield { text: lineText(rest), offset: at }
}

/** Offset of the last line, 0 if its start is not in `bytes`; a newline at the very end belongs to that line. */
function startOfLast(bytes: Buffer): number {
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(newline, bytes.length - 2) + 1
}

/** Offset at which the last line that ends at or before `at` ends: `at` itself, unless it lies within a line. */
async function endOfLine(handle: LogSource, at: number): Promise<number> {
  const { size } = await handle.stat()
  if (at >= size || at === 0) return at
  for (let end = at; end > 0 && at - end < maxPageBytes; ) {
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
  // A character has at most four bytes, so the rest of a long line need not be decoded.
  return bytes.toString('utf8', 0, Math.min(end, maxLineLength * 4)).slice(0, maxLineLength)
}
