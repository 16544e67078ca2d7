/** The direction of a value: a text without letters, such as a phone number, reads from left to right everywhere. */
export const textDirection = (text: string): 'auto' | 'ltr' =>
  /\p{L}/u.test(text.slice(0, maxInspected)) ? 'auto' : 'ltr'

/** Characters to look at: this runs at every key, and a text that begins with thousands of digits is no sentence. */
const maxInspected = 2000
