/** Something that goes wrong in the world, done to a whole site in a process of its own. */
export interface Fault {
  name: string
  /** A sentence when it cannot be done here. */
  missing?(): string | undefined
  /** Does it so many times, and says what came of it. @throws Error with what should not have happened */
  run(rounds: number): Promise<string>
}

/** @throws Error with the sentence unless it is so */
export function expectThat(isSo: unknown, sentence: string): asserts isSo {
  if (!isSo) throw new Error(sentence)
}

/** Asks again until it is so. @throws Error with the sentence after `patience` milliseconds */
export async function until<T>(
  sentence: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  patience = 30_000,
): Promise<T> {
  const latest = performance.now() + patience
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > latest) throw new Error(sentence)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
