import { setTimeout as wait } from 'node:timers/promises'
import { HostingFault } from '../driver.ts'

const attempts = 6
/** Milliseconds. */
const pause = 500

/** Repeats a call that was cut off or not answered, a few times; the call must bear it. @throws what the last one did */
export async function persistently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof HostingFault) || error.kind !== 'away' || attempt === attempts) throw error
    }
    await wait(pause, undefined, { signal })
  }
}
