/**
 * Times as the store keeps them: UTC as `YYYY-MM-DD HH:mm:ss.ffffff`, whose order as text is their order in time
 * (reference: metadata, Values).
 */

/** Formats milliseconds since 1970. */
export const utcText = (millis: number): string => `${utcTextOf(new Date(millis).toISOString())}000`

/** Parses to milliseconds since 1970 and drops the microseconds; NaN for a text that is not a time. */
export const millisOf = (utc: string): number => Date.parse(isoTextOf(utc.slice(0, 23)))

/** Moves the time by `millis` milliseconds. */
export const addMillis = (utc: string, millis: number): string => utcText(millisOf(utc) + millis)

/** Adds one microsecond: the new `modified` of a record when the clock has not moved. */
export const nextMicro = (utc: string): string => textOfMicros(millisOf(utc) * 1000 + Number(utc.slice(23, 26)) + 1)

/** Formats microseconds since 1970. */
export function textOfMicros(micros: number): string {
  const second = Math.floor(micros / 1_000_000)
  if (second !== textedSecond) {
    textedSecond = second
    textOfSecond = utcTextOf(new Date(second * 1000).toISOString()).slice(0, -3)
  }
  return textOfSecond + String(micros - second * 1_000_000).padStart(6, '0')
}

// A write of many records asks for thousands of times within one second.
let textedSecond = Number.NaN
let textOfSecond = ''

/** Converts ISO 8601 with `Z` or without an offset; keeps its digits after the second. */
export const utcTextOf = (iso: string): string => iso.replace('T', ' ').replace('Z', '')

/** Converts to ISO 8601 with `Z`; keeps its digits after the second. */
export const isoTextOf = (utc: string): string => `${utc.replace(' ', 'T')}Z`
