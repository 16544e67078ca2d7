import { type CheckedParts, checkFile } from './integrity.ts'
import { rowsFrom } from './rows.ts'

const day = 86_400_000
const hour = 3_600_000
const minute = 60_000
const key = 'files checked'

export interface CheckPace {
  /** Maximum bytes read per second. */
  bytesPerSecond: number
  /** Delay of a timer, in milliseconds, that shows that the site is busy. */
  late: number
  /** Pause of the check while the site is busy, in milliseconds. */
  rest: number
}

const defaultPace: CheckPace = { bytesPerSecond: 8 * 1_048_576, late: 50, rest: 1000 }

/** Progress of a pass: the last checked record, and when the pass began and ended. */
interface CheckProgress {
  rid: number
  begun: string
  ended?: string
}

/** Reads every stored file once a day, slowly, and marks those with wrong bytes. */
export class DailyCheck {
  readonly #parts: CheckedParts
  readonly #pace: CheckPace
  readonly #suspects = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStopped = false
  #wake = () => {}

  constructor(parts: CheckedParts, pace = defaultPace) {
    this.#parts = parts
    this.#pace = pace
  }

  /** Starts a pass that is due or was interrupted, in a minute and then every hour. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#timer = setInterval(() => this.#runIfDue(), hour).unref()
      this.#runIfDue()
    }, minute).unref()
  }

  /** Interrupts a pass; the next start continues it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#wake()
    await this.#running
  }

  /** Runs one pass, from where the last one was interrupted. */
  async run(): Promise<void> {
    const last = await this.#readProgress()
    const begun = last && !last.ended ? last : { rid: 0, begun: new Date().toISOString() }
    let { rid } = begun
    let notedAt = performance.now()
    for (;;) {
      const rows = await rowsFrom(this.#parts.site.engine, rid)
      for (const row of rows) {
        if (this.#isStopped) return this.#saveProgress({ ...begun, rid })
        // Records that share bytes are checked once, with the first of them.
        if (row.isFirst) await checkFile(this.#parts, row.file_url, (bytes) => this.#pause(bytes))
        if (this.#isStopped) return this.#saveProgress({ ...begun, rid })
        rid = row.rid
        if (performance.now() - notedAt < minute) continue
        await this.#saveProgress({ ...begun, rid })
        notedAt = performance.now()
      }
      if (rows.length === 0) return this.#saveProgress({ ...begun, rid, ended: new Date().toISOString() })
    }
  }

  /** Checks a suspicious file at once. */
  suspect(url: string): void {
    if (this.#isStopped || this.#suspects.has(url) || this.#suspects.size > 100) return
    this.#suspects.add(url)
    const check = checkFile(this.#parts, url).finally(() => this.#suspects.delete(url))
    this.#parts.site.inBackground(check)
  }

  #runIfDue(): void {
    if (this.#running || this.#isStopped) return
    const run = this.#readProgress()
      .then((last) => (isDue(last) ? this.run() : undefined))
      .catch((error: unknown) => this.#parts.site.logs.error.error({ err: error }, 'while files were checked'))
    this.#running = run.finally(() => {
      this.#running = undefined
    })
  }

  async #pause(bytes: number): Promise<boolean> {
    const wanted = (bytes / this.#pace.bytesPerSecond) * 1000
    const before = performance.now()
    await this.#wait(wanted)
    const late = performance.now() - before - wanted
    if (late > this.#pace.late) await this.#wait(this.#pace.rest)
    return !this.#isStopped
  }

  #wait(millis: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, millis).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #readProgress(): Promise<CheckProgress | undefined> {
    const { engine } = this.#parts.site
    const row = await engine.store.get<{ value: string }>(engine.system.getSite.with([key]))
    return row && (JSON.parse(row.value) as CheckProgress)
  }

  async #saveProgress(progress: CheckProgress): Promise<void> {
    const { engine } = this.#parts.site
    await engine.store.write((tx) => tx.run(engine.system.setSite.with([key, JSON.stringify(progress)])))
  }
}

function isDue(last: CheckProgress | undefined): boolean {
  return !last?.ended || Date.now() - Date.parse(last.begun) >= day
}
