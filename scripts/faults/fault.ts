/** A fault of the outside world, injected into a whole site in a process of its own. */
export interface Fault {
  name: string
  /** The reason why this fault cannot be tried on this machine, if there is one. */
  missing?(): string | undefined
  /** Injects the fault `rounds` times and resolves with a summary. @throws Error with the failure */
  run(rounds: number, options: FaultOptions): Promise<string>
}

/** @throws Error with the sentence if `isSo` is falsy */
export function expectThat(isSo: unknown, sentence: string): asserts isSo {
  if (!isSo) throw new Error(sentence)
}

/** Polls until the result is truthy. @throws Error with the sentence after `patience` milliseconds */
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

export interface FaultOptions {
  /** Number of projects of a fleet. */
  projects: number
}
