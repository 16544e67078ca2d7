import type { Worker } from 'node:worker_threads'

/**
 * What a thread may use for one piece of work: of the processor, and by the clock, which runs on while others have the
 * processor; and how often it is looked at. Milliseconds.
 */
export const patience = { work: 15_000, wait: 120_000, look: 250 }

/** Says when the thread has used more than it may, from now on. Returns the way to stop. */
export function watchWorker(worker: Worker, tell: () => void): () => void {
  const begun = performance.now()
  // A thread that is still starting has used nothing.
  const used = () =>
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => 0,
    )
  const before = used()
  const look = async () => {
    const isLate = performance.now() - begun > patience.wait || (await used()) - (await before) > patience.work
    if (isLate) tell()
  }
  const timer = setInterval(() => void look(), patience.look).unref()
  return () => clearInterval(timer)
}
