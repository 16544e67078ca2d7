/** A decimal number of any length: `digits` × 10^-`scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

export const zero: Decimal = { digits: 0n, scale: 0 }

/** The number that the shortest text of a double says. */
export function decimalOf(number: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(number).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale }
}

export const times = (a: Decimal, count: number): Decimal => ({ ...a, digits: a.digits * BigInt(count) })

const digitsAt = ({ digits, scale }: Decimal, wanted: number) => digits * 10n ** BigInt(wanted - scale)

/** A mean with at most `places` decimals; half is rounded away from zero. */
export function mean({ digits, scale }: Decimal, count: number, places: number): Decimal {
  const up = places >= scale ? digits * 10n ** BigInt(places - scale) : digits
  const divisor = BigInt(count) * (places >= scale ? 1n : 10n ** BigInt(scale - places))
  const doubled = (up < 0n ? -up : up) * 2n + divisor
  const rounded = doubled / (2n * divisor)
  return { digits: up < 0n ? -rounded : rounded, scale: places }
}

/** Without zeros at the end. */
export function textOf({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}
