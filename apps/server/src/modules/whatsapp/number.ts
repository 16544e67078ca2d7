/** The site's country, for numbers written as people dial them at home (contract 3.9). */
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
