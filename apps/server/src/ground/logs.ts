import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { createStream } from 'rotating-file-stream'
import { beginOf, type LogLimits, oldCopies, trimLogs, turnLog } from './log-files.ts'

/** The site's own log files (reference: hosting, Log files), opened and rotated here: 20 MB each, five old copies. */
export interface Logs {
  /** Life of the site: starts, stops, what it decided. */
  readonly server: Logger
  /** What went wrong, with its stack; never sent to a client. */
  readonly error: Logger
  /** The outbox and other work in the background. */
  readonly worker: Logger
  /** One JSON line for each event of the security log. */
  security(line: string): void
  /** One line for each call. */
  web(line: string): void
  /** Deletes old copies that are past their time or too many; a log that was begun long ago becomes a copy first. */
  trim(limits: LogLimits): Promise<void>
  /**
   * While held, the lines of calls and faults are left out, so that they don't take the last room of a full disk.
   * Answers how many were left out until now.
   */
  hold(isHeld: boolean): number
  close(): Promise<void>
}

/** Opens the log files in `dir/logs`; lines reach the disk within a quarter of a second. `server` may go to stdout instead. */
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
      // So that the lines of a quiet log go in time too, a copy spans a part of it.
      const oldest = limits.millis > 0 ? Date.now() - limits.millis / oldCopies : 0
      await Promise.all(Object.values(streams).map((stream) => stream.turn(oldest)))
      trimLogs(folder, limits)
    },
    async close() {
      await Promise.all(Object.values(streams).map((stream) => stream.end()))
    },
  }

  function open(name: string): GatheredStream {
    return new GatheredStream(folder, `${name}.log`)
  }
}

const pinoOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  // Nobody logs these on purpose; this is the second lock on the door.
  redact: ['password', 'token', 'cookie', '*.password', '*.token', '*.cookie', 'req.headers'],
}

/** Gathers lines and writes them in one go: a system call for each of thousands of calls a second would be felt. */
class GatheredStream {
  readonly #folder: string
  readonly #name: string
  #file: ReturnType<typeof createStream> | undefined
  #lines = ''
  #timer: NodeJS.Timeout | undefined
  #dropped = 0
  #isTurning = false
  isHeld = false

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
  }

  /** Lines left out since it was asked last. */
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
    if (this.#lines.length > 65_536) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), 200).unref()
  }

  /** Begins a new file when the one that is written was begun before `oldest`, in milliseconds. */
  async turn(oldest: number): Promise<void> {
    const begin = beginOf(this.#folder, this.#name)
    if (begin === undefined || begin >= oldest) return
    // Lines that come meanwhile wait for the new file.
    const ended = this.end()
    this.#isTurning = true
    try {
      await ended
      turnLog(this.#folder, this.#name)
    } finally {
      this.#isTurning = false
      this.#flush()
    }
  }

  /** Writes what is left and closes the file; a line that comes later opens it again. */
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

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#lines || this.#isTurning) return
    this.#file ??= this.#open()
    this.#file.write(this.#lines)
    this.#lines = ''
  }

  #open(): ReturnType<typeof createStream> {
    const file = createStream(this.#name, { path: this.#folder, size: '20M', rotate: oldCopies, mode: 0o600 })
    // A full disk must not end the site; the lines are lost, the calls are not. The next ones get a stream that works.
    file.on('error', () => {
      if (this.#file === file) this.#file = undefined
    })
    return file
  }
}
