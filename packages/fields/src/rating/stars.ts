/** Maximum number of stars; 0 stands for no rating. */
export const maxStars = 5

/** The stars of a stored or drafted value, a whole number from 0 to `maxStars`. */
export function starsOf(value: unknown): number {
  const number = Math.trunc(Number(value ?? 0))
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), maxStars) : 0
}

/** The choices of a rating, from no star on. */
export const steps: readonly number[] = Array.from({ length: maxStars + 1 }, (_, stars) => stars)
