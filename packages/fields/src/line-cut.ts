/**
 * The text with breaks of its own between its words where it is long and goes in two directions. A line that is simply
 * clipped loses what is drawn last: of `לחמניות של Star Markets` the beginning of `Star`. One that breaks ends after a
 * whole word, in reading order. Undefined for all others, which are clipped after any letter.
 */
export function breakable(text: string): string | undefined {
  if (text.length <= short || !rightToLeft.test(text) || !leftToRight.test(text)) return undefined
  return text.replace(/\s+/g, breakMark)
}

/** The text as it was before `breakable`, as to be told or copied. */
export const unbroken = (text: string): string => text.replaceAll(breakMark, ' ')

/** A soft hyphen, which the style sheet draws as `…`, and a space that begins no line anew. */
const breakMark = '\u00ad\u00a0'
/** Nearly everywhere there is room for so many letters. */
const short = 24
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const leftToRight = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
