/** True for the name of a time zone. The first formatter of `Intl` would take 30 ms of a start to say the same. */
export function isTimeZone(name: unknown): boolean {
  try {
    return typeof name === 'string' && Boolean(new Temporal.ZonedDateTime(0n, name))
  } catch {
    return false
  }
}
