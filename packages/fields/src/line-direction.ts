/**
 * Direction of a line that may be cut at its end; undefined leaves it to its first letter. A long text in two directions is cut
 * where it is read last: by its first letter, `משה Star Markets` would lose the beginning of `Star`.
 */
export function lineDirection(text: string): 'ltr' | 'rtl' | undefined {
  if (text.length <= short || !rightToLeft.test(text) || !leftToRight.test(text)) return undefined
  const last = text.match(lastLetter)?.[0]
  return last === undefined ? undefined : rightToLeft.test(last) ? 'rtl' : 'ltr'
}

/** Nearly everywhere there is room for so many letters. */
const short = 24
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const leftToRight = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const lastLetter = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}](?=\P{L}*$)/u
