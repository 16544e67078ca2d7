import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { createStream } from 'rotating-file-stream'
import { type LogLimits, logStartOf, oldCopies, rotateLog, trimLogs } from './log-files.ts'

/** The site's own log files (reference: hosting, Log files), opened and rotated here: 20 MB each, five old copies. */
export interface Logs {
  /** The life of the site: starts, stops, decisions. */
  readonly server: Logger
  /** Faults with their stacks, which never reach a client. */
  readonly error: Logger
  /** The outbox and other work in the background. */
  readonly worker: Logger
  /** Writes one JSON line for an event of the security log. */
  security(line: string): void
  /** Writes one line for a call. */
  web(line: string): void
  /** Deletes old copies that are expired or too many; a log that was started long ago becomes a copy first. */
  trim(limits: LogLimits): Promise<void>
  /**
   * While held, lines of calls and faults are dropped, so that they don't take the last space of a full disk.
   * @returns how many lines were dropped since the last call
   */
  hold(isHeld: boolean): number
  close(): Promise<void>
}

/**
 * Opens the log files in `dir/logs`; lines reach the disk within a quarter of a second. The server log goes to stdout
 * instead if `toStdout`.
 */
export function openLogs(dir: string, toStdout = false): Logs {
  const folder = join(dir, 'logs')
  const streams = {
    server: open('server'),
    error: open('error'),
    worker: open('worker'),
    security: open('security'),
    web: open('web'),
  }
  const droppable = [streams.error, streams.worker, streams.web]
  return {
    hold(isHeld) {
      for (const stream of droppable) stream.isHeld = isHeld
      return droppable.reduce((sum, stream) => sum + stream.takeDropped(), 0)
    },
    server: pino(pinoOptions, toStdout ? process.stdout : streams.server),
    error: pino(pinoOptions, streams.error),
    worker: pino(pinoOptions, streams.worker),
    security: (line) => streams.security.write(`${line}\n`),
    web: (line) => streams.web.write(`${line}\n`),
    async trim(limits) {
      // A copy spans only a part of the limit, so that lines of a quiet log are deleted in time, too.
      const oldest = limits.millis > 0 ? Date.now() - limits.millis / oldCopies : 0
      await Promise.all(Object.values(streams).map((stream) => stream.rotate(oldest)))
      trimLogs(folder, limits)
    },
    async close() {
      await Promise.all(Object.values(streams).map((stream) => stream.close()))
    },
  }

  function open(name: string): GatheredStream {
    return new GatheredStream(folder, `${name}.log`)
  }
}

const pinoOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  // No code logs these on purpose; this is the second line of defence.
  redact: ['password', 'token', 'cookie', '*.password', '*.token', '*.cookie', 'req.headers'],
}

/** Collects lines and writes them together: a system call for each of thousands of calls a second would be noticeable. */
class GatheredStream {
  readonly #folder: string
  readonly #name: string
  #file: ReturnType<typeof createStream> | undefined
  #lines = ''
  #timer: NodeJS.Timeout | undefined
  #dropped = 0
  #isRotating = false
  #isClosed = false
  isHeld = false

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
  }

  /** Number of lines dropped since the last call. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  write(line: string): void {
    if (this.isHeld) {
      this.#dropped++
      return
    }
    this.#lines += line
    if (this.#isClosed || this.#lines.length > 65_536) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), 200).unref()
  }

  /** Starts a new file when the current one was started before `oldest`, in milliseconds. */
  async rotate(oldest: number): Promise<void> {
    const begin = logStartOf(this.#folder, this.#name)
    if (begin === undefined || begin >= oldest) return
    // Lines that arrive meanwhile wait for the new file.
    const ended = this.end()
    this.#isRotating = true
    try {
      await ended
      rotateLog(this.#folder, this.#name)
    } finally {
      this.#isRotating = false
      this.#flush()
    }
  }

  /** Writes the remaining lines and closes the file; a later line opens it again. */
  end(): Promise<void> {
    this.#flush()
    const file = this.#file
    this.#file = undefined
    if (!file) return Promise.resolve()
    return new Promise((resolve) => {
      file.once('error', () => resolve())
      file.end(() => resolve())
    })
  }

  /** Ends it for good: later lines are written one by one, and nothing stays open that nobody closes. */
  close(): Promise<void> {
    const ended = this.end()
    this.#isClosed = true
    return ended
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#lines || this.#isRotating) return
    const lines = this.#lines
    this.#lines = ''
    if (this.#isClosed) {
      this.#append(lines)
      return
    }
    this.#file ??= this.#open()
    this.#file.write(lines)
  }

  #append(lines: string): void {
    try {
      appendFileSync(join(this.#folder, this.#name), lines, { mode: 0o600 })
    } catch {
      // The disk is full, or the site's folder is gone, which a late line must not make again.
    }
  }

  #open(): ReturnType<typeof createStream> {
    const file = createStream(this.#name, { path: this.#folder, size: '20M', rotate: oldCopies, mode: 0o600 })
    // A full disk must not stop the site: the lines are lost, the calls are not. Later lines get a new stream.
    file.on('error', () => {
      if (this.#file === file) this.#file = undefined
    })
    return file
  }
}
