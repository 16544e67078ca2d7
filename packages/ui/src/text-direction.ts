/** The direction of a value of its own: what holds no letter, such as a phone number, reads from left to right everywhere. */
export const textDirection = (text: string): 'auto' | 'ltr' =>
  /\p{L}/u.test(text.slice(0, longestLook)) ? 'auto' : 'ltr'

/** A text is asked at every key; what begins with thousands of digits is no sentence. */
const longestLook = 2000
