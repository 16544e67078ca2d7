import type { Worker } from 'node:worker_threads'

/**
 * Limits of a thread for one task: processor time and elapsed time, which also runs while other work has the processor;
 * and the polling interval. Milliseconds.
 */
export const workLimits = { work: 15_000, wait: 120_000, check: 250 }

/** Calls `tell` when the thread exceeds its limits, counted from now; returns a function that stops this. */
export function watchWorker(worker: Worker, tell: () => void): () => void {
  const begun = performance.now()
  // A starting thread has used nothing.
  const used = () =>
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => 0,
    )
  const before = used()
  const check = async () => {
    const isLate = performance.now() - begun > workLimits.wait || (await used()) - (await before) > workLimits.work
    if (isLate) tell()
  }
  const timer = setInterval(() => void check(), workLimits.check).unref()
  return () => clearInterval(timer)
}
