/** The country code of numbers that users write without one (reference: conversations, Sending WhatsApp). */
const countryCode = '972'

/**
 * A phone number as WhatsApp has it: digits with the country code, without `+`. A leading 00 stands for `+`, a single
 * leading 0 for the country code. Undefined for an invalid number.
 */
export function contactIdOf(number: string): string | undefined {
  if (!/^[\d\s()+.\u00a0\u200e\u200f\u2010-\u2015/-]*$/u.test(number)) return undefined
  const digits = number.replace(/\D/g, '')
  const whole = digits.startsWith('00')
    ? digits.slice(2)
    : digits.replace(/^0/, countryCode).replace(/^9720/, countryCode)
  return /^[1-9]\d{6,14}$/.test(whole) ? whole : undefined
}

/**
 * The last `count` digits of a number in both ways that people write it: with its country code, or with a 0 in its
 * place. They differ when the number itself is shorter than `count`, like an Israeli landline.
 */
export function typedEndingsOf(number: string, count: number): string[] {
  const home = number.startsWith(countryCode) ? `0${number.slice(countryCode.length)}` : number
  return [...new Set([number, home].map((digits) => digits.slice(-count)))].filter((digits) => digits.length === count)
}
