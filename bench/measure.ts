/** One line of the table. */
export interface Row {
  name: string
  value: number
  /** '' for a bare number. */
  unit: '/s' | 'ms' | 's' | 'MiB' | 'KiB' | ''
  /** The baseline of the value, measured alternately with it. */
  baseline?: { name: string; value: number }
  /** Value divided by baseline, for each round. */
  ratio?: Spread
  target?: Target
  note?: string
}

export interface Target {
  of: 'ratio' | 'value'
  least?: number
  most?: number
}

export interface Spread {
  median: number
  min: number
  max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

/** True when the row reaches its target, undefined without a target or a measurement. */
export function isReached({ value, ratio, target }: Row): boolean | undefined {
  const measured = target?.of === 'ratio' ? ratio?.median : value
  if (!target || measured === undefined || Number.isNaN(measured)) return undefined
  return measured >= (target.least ?? Number.NEGATIVE_INFINITY) && measured <= (target.most ?? Number.POSITIVE_INFINITY)
}

/** Measures both alternately, so that other load of the machine affects both. */
export async function compare(
  rounds: number,
  baseline: () => Promise<number> | number,
  subject: () => Promise<number> | number,
): Promise<{ value: number; baseline: number; ratio: Spread }> {
  const pairs: { baseline: number; value: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ baseline: await baseline(), value: await subject() })
  return {
    value: spreadOf(pairs.map(({ value }) => value)).median,
    baseline: spreadOf(pairs.map((pair) => pair.baseline)).median,
    ratio: spreadOf(pairs.map((pair) => pair.value / pair.baseline)),
  }
}
