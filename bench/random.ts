export { randomFrom } from '../apps/server/src/testing/random.ts'

export const pick = <T>(random: () => number, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

/** Picks few items often and most items rarely, like words in a text: the probability falls with the rank (Zipf). */
export const pickByRank = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor((items.length + 1) ** random()) - 1] as T
