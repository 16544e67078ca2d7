import type { SessionInfo } from '@tavla/contract'
import { wallClock, wallMilliseconds } from '@tavla/i18n'

/** The site's wall-clock time now, from the server's clock at the start of the session. */
export function siteClock({ server_time, time_zone }: SessionInfo) {
  // `server_time` is wall-clock text too, so it is compared with the local wall-clock text, not with the instant.
  const ahead = wallMilliseconds(server_time) - wallMilliseconds(wallClock(Date.now(), time_zone))
  return () => wallClock(Date.now() + (Number.isNaN(ahead) ? 0 : ahead), time_zone)
}
