/** Most digits after the point that a double can tell apart. */
const mostDigits = 15

/**
 * Rounds half away from zero, by the shortest decimal text of the number: 1.005 with two digits is 1.01, as a person
 * who reads 1.005 expects.
 */
export function roundTo(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value
  const places = Math.min(Math.max(Math.trunc(digits), -mostDigits), mostDigits)
  const rounded = shift(Math.round(shift(Math.abs(value), places)), -places)
  return value < 0 ? 0 - rounded : rounded
}

/** Moves the point of a decimal text, which multiplying would not do exactly. */
function shift(value: number, places: number): number {
  const [digits, exponent = '0'] = `${value}`.split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
