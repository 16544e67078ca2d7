import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** Pages in the write-ahead log of a database that no process has open. */
export interface LogState {
  /** Pages that SQLite reads at the next opening. */
  kept: number
  /** Committed pages that SQLite ignores, because the log is damaged or incomplete at or before them. */
  lost: number
}

const headerSize = 32
const frameHeaderSize = 24
/** The last bit gives the byte order of the checksums. */
const magic = 0x377f0682

/**
 * Reads the log as SQLite would, without changing it. SQLite silently stops at the first damaged page and uses the
 * pages before it. Committed pages behind that place are found in two ways: through the index of the log, which
 * outlives a killed process, and through commit frames. The last commit may not have been acknowledged; each earlier
 * one was.
 */
export function readLog(file: string): LogState {
  const log = `${file}-wal`
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size < headerSize) return { kept: 0, lost: 0 }
  const descriptor = openSync(log, 'r')
  try {
    return scan(descriptor, size, `${file}-shm`)
  } finally {
    closeSync(descriptor)
  }
}

/** Whether the file has a log. A killed process leaves one; SQLite removes it only when the file is closed in order. */
export const hasLog = (file: string) => existsSync(`${file}-wal`)

function scan(descriptor: number, size: number, index: string): LogState {
  const header = new Uint8Array(headerSize)
  readSync(descriptor, header, 0, headerSize, 0)
  const view = new DataView(header.buffer)
  const isLittle = view.getUint32(0) === magic
  const pageSize = view.getUint32(8)
  if ((view.getUint32(0) & ~1) >>> 0 !== magic || pageSize < 512 || pageSize > 65_536) return { kept: 0, lost: 0 }
  const salts = [view.getUint32(16), view.getUint32(20)] as const
  const sum = new Checksum(isLittle)
  sum.add(header.subarray(0, 24))
  let isWhole = sum.is(view.getUint32(24), view.getUint32(28))

  const frame = new Uint8Array(frameHeaderSize + pageSize)
  const head = new DataView(frame.buffer)
  const frames = Math.floor((size - headerSize) / frame.length)
  let kept = 0
  const commitsAfter: number[] = []
  for (let n = 1; n <= frames; n++) {
    readSync(descriptor, frame, 0, frame.length, headerSize + (n - 1) * frame.length)
    const isOfThisLog = head.getUint32(8) === salts[0] && head.getUint32(12) === salts[1]
    const isCommit = head.getUint32(4) !== 0
    if (isWhole && isOfThisLog) {
      sum.add(frame.subarray(0, 8))
      sum.add(frame.subarray(frameHeaderSize))
      isWhole = sum.is(head.getUint32(16), head.getUint32(20))
    } else isWhole = false
    if (isWhole && isCommit) kept = n
    if (!isWhole && isOfThisLog && isCommit) commitsAfter.push(n)
  }
  const known = knownFrames(index, header.subarray(16, 24))
  const acknowledged = Math.max(known, commitsAfter.at(-2) ?? 0)
  return { kept, lost: Math.max(0, acknowledged - kept) }
}

/**
 * Number of committed pages according to the index of the log; 0 when the index belongs to another log or was being
 * changed.
 */
function knownFrames(path: string, salts: Uint8Array): number {
  const copy = 48
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return 0
  }
  if (bytes.length < 2 * copy || !bytes.subarray(0, copy).equals(bytes.subarray(copy, 2 * copy))) return 0
  const isReady = bytes[12] === 1
  return isReady && bytes.subarray(32, 40).equals(salts)
    ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(16, true)
    : 0
}

/** SQLite's running checksum over pairs of words. */
class Checksum {
  readonly #isLittle: boolean
  #a = 0
  #b = 0

  constructor(isLittle: boolean) {
    this.#isLittle = isLittle
  }

  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.byteLength; at += 8) {
      this.#a = (this.#a + view.getUint32(at, this.#isLittle) + this.#b) >>> 0
      this.#b = (this.#b + view.getUint32(at + 4, this.#isLittle) + this.#a) >>> 0
    }
  }

  is(a: number, b: number): boolean {
    return this.#a === a && this.#b === b
  }
}
