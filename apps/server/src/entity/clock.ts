import { isTimeZone } from '../ground/time-zone.ts'
import { isoTextOf, textOfMicros, utcTextOf } from '../ground/utc-text.ts'
/**
 * The site's time (reference: metadata, Values): system times are UTC text; people read and filter them as the wall
 * clock of the site's time zone. All texts are `YYYY-MM-DD HH:mm:ss.ffffff`.
 */
export class Clock {
  #zone = 'UTC'
  #last = 0
  /** Reading of the monotonic clock, in milliseconds, at the time of `#last`. */
  #ticks = 0
  /** Cache of wall-clock minutes by UTC minute: a list shows the same few minutes over and over. */
  readonly #wallMinutes = new Map<string, string>()

  /** @throws RangeError for a name that is not a time zone */
  setZone(zone: string): void {
    if (!isTimeZone(zone)) throw new RangeError(`${zone} is not a time zone.`)
    this.#zone = zone
    this.#wallMinutes.clear()
  }

  /**
   * Now in UTC. Readings of a process always grow, even when the machine's clock is set back: then they grow at half
   * the pace until the machine's clock has caught up, so that due times are not delayed for hours.
   */
  nowUtc(): string {
    const ticks = performance.now()
    const slow = Math.max(1, Math.floor((ticks - this.#ticks) * 500))
    this.#last = Math.max(Date.now() * 1000, this.#last + slow)
    this.#ticks = ticks
    return textOfMicros(this.#last)
  }

  nowWall(): string {
    return this.toWall(this.nowUtc())
  }

  toWall(utc: string): string {
    const minute = utc.slice(0, 16)
    let wall = this.#wallMinutes.get(minute)
    if (wall === undefined) {
      wall = this.#wallMinute(minute)
      if (this.#wallMinutes.size > 20_000) this.#wallMinutes.clear()
      this.#wallMinutes.set(minute, wall)
    }
    return wall + utc.slice(16)
  }

  /** UTC for a wall-clock text. In the hour that autumn repeats, `edge` chooses between the two instants. */
  toUtc(wall: string, edge: 'earlier' | 'later' = 'earlier'): string {
    const instant = Temporal.PlainDateTime.from(wall.replace(' ', 'T'))
      .toZonedDateTime(this.#zone, { disambiguation: edge })
      .toInstant()
    const utc = utcTextOf(instant.toString({ fractionalSecondDigits: 6 }))
    // Outside the four-digit years, texts would not sort in order.
    return /^\d/.test(utc) ? utc : utc.startsWith('-') ? `0000${utc.slice(7)}` : `9999-12-31 23:59:59.999999`
  }

  /** Wall-clock text for an ISO instant with an offset or `Z`; undefined when it is not one. */
  instantToWall(instant: string): string | undefined {
    try {
      return this.toWall(utcTextOf(Temporal.Instant.from(instant).toString({ fractionalSecondDigits: 6 })))
    } catch {
      return undefined
    }
  }

  #wallMinute(minute: string): string {
    const zoned = Temporal.Instant.from(isoTextOf(`${minute}:00`)).toZonedDateTimeISO(this.#zone)
    return utcTextOf(zoned.toPlainDateTime().toString({ smallestUnit: 'minute' }))
  }
}
