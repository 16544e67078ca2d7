/**
 * Times as the store keeps them: UTC as `YYYY-MM-DD HH:mm:ss.ffffff`, whose order as text is their order in time
 * (reference: metadata, Values).
 */

/** The text of an instant given in milliseconds since 1970. */
export const utcText = (millis: number): string => `${utcTextOf(new Date(millis).toISOString())}000`

/** Milliseconds since 1970, microseconds left out; NaN for a text that is no time. */
export const millisOf = (utc: string): number => Date.parse(isoTextOf(utc.slice(0, 23)))

/** The text `millis` milliseconds later, or earlier when negative. */
export const addMillis = (utc: string, millis: number): string => utcText(millisOf(utc) + millis)

/** One microsecond after the text: what a record's `modified` becomes when the clock stood still. */
export const nextMicro = (utc: string): string => textOfMicros(millisOf(utc) * 1000 + Number(utc.slice(23, 26)) + 1)

/** The text of an instant given in microseconds since 1970. */
export function textOfMicros(micros: number): string {
  const millis = Math.floor(micros / 1000)
  return utcTextOf(new Date(millis).toISOString()) + String(micros - millis * 1000).padStart(3, '0')
}

/** From ISO 8601 with `Z` or no offset, as many digits after the second as it has. */
export const utcTextOf = (iso: string): string => iso.replace('T', ' ').replace('Z', '')

/** As ISO 8601 with `Z`, as many digits after the second as it has. */
export const isoTextOf = (utc: string): string => `${utc.replace(' ', 'T')}Z`
