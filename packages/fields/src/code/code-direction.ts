/**
 * Code runs from left to right; a text that begins in Hebrew or Arabic, such as a message's template, from
 * right to left.
 */
export function codeDirection(text: string): 'ltr' | 'rtl' {
  const first = /\p{L}/u.exec(text.slice(0, maxInspected))?.[0] ?? ''
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(first) ? 'rtl' : 'ltr'
}

/** Characters to look at, since this runs at every key. */
const maxInspected = 2000
