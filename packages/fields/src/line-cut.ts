/**
 * The text with break marks between its words, if it is long and has two directions. Clipping such a line would cut
 * what is drawn last: of `לחמניות של Star Markets` the beginning of `Star`. A line with break marks ends after a whole
 * word, in reading order. Undefined for all other texts, which are clipped after any letter.
 */
export function breakable(text: string): string | undefined {
  if (text.length <= short || !rightToLeft.test(text) || !leftToRight.test(text)) return undefined
  return text.replace(/\s+/g, breakMark)
}

/** The text before `breakable`, for screen readers and the clipboard. */
export const unbroken = (text: string): string => text.replaceAll(breakMark, ' ')

/** A soft hyphen, which the style sheet draws as `…`, and a no-break space. */
const breakMark = '\u00ad\u00a0'
/** Nearly every cell has room for this many letters. */
const short = 24
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const leftToRight = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
