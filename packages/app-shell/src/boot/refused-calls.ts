/** Calls that were refused at the end of a session, and wait for the person to sign in again. */
export interface RefusedCalls {
  /** Resolves to true once the call is worth repeating. */
  wait(): Promise<boolean>
  answer(isSignedIn: boolean): void
}

export function createRefusedCalls(): RefusedCalls {
  let waiting: ((isSignedIn: boolean) => void)[] = []
  return {
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    answer(isSignedIn) {
      const all = waiting
      waiting = []
      for (const resolve of all) resolve(isSignedIn)
    },
  }
}
