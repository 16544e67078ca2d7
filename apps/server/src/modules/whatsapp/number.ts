/** The site's country, for numbers written as people dial them at home (reference: conversations, Sending WhatsApp). */
const countryCode = '972'

/**
 * A telephone number as WhatsApp knows it: digits with the country code, without `+`. A leading 00 is the `+` of a
 * telephone, a single leading 0 stands for the country. Undefined for what is no number.
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
 * The last `count` digits of a number in each way that people write it: with its country, or with a 0 in its place, which is
 * what differs where the number itself is shorter than that, as an Israeli landline is.
 */
export function typedEndingsOf(number: string, count: number): string[] {
  const home = number.startsWith(countryCode) ? `0${number.slice(countryCode.length)}` : number
  return [...new Set([number, home].map((digits) => digits.slice(-count)))].filter((digits) => digits.length === count)
}
