import { plainSentence } from '../../../ground/sentences.ts'
import { utcText } from '../../../ground/utc-text.ts'
import type { Security, SecurityNote, Site } from '../../../site.ts'
import { StoreUnavailable } from '../../../store/errors.ts'
import { entryOf, type SecurityEntry } from './entry.ts'
import { FloodCap } from './flood-cap.ts'
import { takeSecurityNotes } from './left-notes.ts'
import { writeEntries } from './rows.ts'

const gatherMillis = 500
const retryMillis = 5_000
const maxWaiting = 2_000
const maxBatch = 200

/** Anybody can cause refusals, so their limit is lower; allowed events needed a right or a password. */
const maxEvents = {
  Refused: { perMinute: 120, perHour: 1_000 },
  Allowed: { perMinute: 1_000, perHour: 20_000 },
} as const

type Kind = `${SecurityNote['outcome']} ${SecurityNote['event']}`

/**
 * Writes the security log of a site: a line in `logs/security.log` at once, and a row soon after, many in one
 * transaction. Counts a flood of one kind instead of writing it.
 */
export class SecurityLog implements Security {
  readonly #site: Site
  readonly #cap = new FloodCap<Kind>((kind) => maxEvents[kind.startsWith('Refused') ? 'Refused' : 'Allowed'])
  #waiting: SecurityEntry[] = []
  #timer: NodeJS.Timeout | undefined
  #minute: NodeJS.Timeout | undefined
  #writing: Promise<boolean> | undefined
  #isOpen = false

  constructor(site: Site) {
    this.#site = site
  }

  /** Starts to write rows, including earlier notes. */
  start(): void {
    this.#isOpen = true
    for (const note of takeSecurityNotes(this.#site.config.dir)) this.#take(entryOf(note, note.at))
    this.#plan(gatherMillis)
  }

  note(note: SecurityNote): void {
    try {
      if (this.#cap.take(`${note.outcome} ${note.event}`)) this.#take(entryOf(note, this.#now()))
      else this.#minute ??= setTimeout(() => this.#tellLeftOut(), this.#cap.rest).unref()
    } catch (error) {
      this.#site.logs.error.error({ err: error }, 'security log')
    }
  }

  async settled(): Promise<void> {
    // A write under way has taken its entries already; one more stores those that came later.
    while (this.#writing || (this.#isOpen && this.#waiting.length > 0)) if (!(await this.#write())) return
  }

  /** Writes the remaining entries; later notes get no row. */
  async close(): Promise<void> {
    clearTimeout(this.#minute)
    this.#tellLeftOut(true)
    await this.settled()
    clearTimeout(this.#timer)
    this.#isOpen = false
  }

  #now(): string {
    // Before the module starts, nothing compares this time, and the engine may not be open yet.
    return this.#isOpen ? this.#site.engine.clock.nowUtc() : utcText(Date.now())
  }

  #take(entry: SecurityEntry): void {
    const { detail } = entry
    this.#site.logs.security(JSON.stringify({ ...entry, detail: detail && plainSentence(detail) }))
    if (this.#waiting.length >= maxWaiting) return
    this.#waiting.push(entry)
    this.#plan(gatherMillis)
  }

  #tellLeftOut(isEnding = false): void {
    this.#minute = undefined
    for (const { key, count } of this.#cap.takeLeftOut(isEnding)) {
      const [outcome] = key.split(' ', 1) as [SecurityNote['outcome']]
      const event = key.slice(outcome.length + 1) as SecurityNote['event']
      const detail = { text: '{0} more of them within a minute were left out.', args: [count] }
      this.#take(entryOf({ event, outcome, detail }, this.#now()))
    }
  }

  #plan(millis: number): void {
    if (!this.#isOpen || this.#waiting.length === 0) return
    this.#timer ??= setTimeout(() => void this.#write(), millis).unref()
  }

  /** Resolves to whether the entries are done with; false when they wait for the store. */
  #write(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing ??= this.#writeSome().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #writeSome(): Promise<boolean> {
    const some = this.#waiting.splice(0, maxBatch)
    if (some.length === 0) return true
    try {
      await writeEntries(this.#site.engine, some)
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        this.#waiting = [...some, ...this.#waiting].slice(0, maxWaiting)
        this.#plan(retryMillis)
        return false
      }
      this.#site.logs.error.error({ err: error }, 'security log')
    }
    this.#plan(gatherMillis)
    return true
  }
}
