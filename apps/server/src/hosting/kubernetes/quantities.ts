const suffixes: Record<string, number> = {
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
}

/** Reads a Kubernetes quantity (`500m`, `512Mi`, `5Gi`) as a number; undefined unless it is above 0. */
export function readQuantity(text: string): number | undefined {
  const [, digits = '', suffix = ''] = /^(\d{1,12}(?:\.\d{1,3})?)([a-zA-Z]*)$/.exec(text) ?? []
  const factor = Object.hasOwn(suffixes, suffix) ? suffixes[suffix] : undefined
  const number = digits === '' || factor === undefined ? 0 : Number(digits) * factor
  return number > 0 ? number : undefined
}

/** The smaller of two quantities, as it was written. */
export const smallerOf = (one: string, other: string) =>
  (readQuantity(one) ?? Number.POSITIVE_INFINITY) <= (readQuantity(other) ?? Number.POSITIVE_INFINITY) ? one : other
