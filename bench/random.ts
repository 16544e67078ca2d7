/** Numbers from 0 to below 1, always the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: () => number, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

/** A few items come up very often and most hardly ever, as words do: the chance falls with the rank (Zipf). */
export const pickByRank = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor((items.length + 1) ** random()) - 1] as T
