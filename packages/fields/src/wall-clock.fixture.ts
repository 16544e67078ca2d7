import type { ParseContext } from './types.ts'

/** For tests: a site in Israel. */
export const israel: ParseContext = {
  toWallClock(instant) {
    try {
      const wall = Temporal.Instant.from(instant).toZonedDateTimeISO('Asia/Jerusalem').toPlainDateTime()
      return wall.toString({ fractionalSecondDigits: 6 }).replace('T', ' ')
    } catch {
      return undefined
    }
  },
}
