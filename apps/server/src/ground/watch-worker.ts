import type { Worker } from 'node:worker_threads'

/** Limits of a thread for one task. Milliseconds. */
export interface WorkLimits {
  /** Processor time. */
  work: number
  /** Elapsed time, which also runs while other work has the processor. */
  wait: number
  /** The polling interval. */
  check: number
}

/** Calls `tell` when the thread exceeds its limits, counted from now; returns a function that stops this. */
export function watchWorker(worker: Worker, limits: WorkLimits, tell: () => void): () => void {
  const begun = performance.now()
  // A starting thread has used nothing.
  const used = () =>
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => 0,
    )
  const before = used()
  const check = async () => {
    const isLate = performance.now() - begun > limits.wait || (await used()) - (await before) > limits.work
    if (isLate) tell()
  }
  const timer = setInterval(() => void check(), limits.check).unref()
  return () => clearInterval(timer)
}
