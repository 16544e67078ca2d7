const codes = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const
export type Signal = keyof typeof codes

/**
 * Ends this process when its parent is gone: npm forwards a signal to the shell in between, which dies without
 * forwarding it. Then, and at a signal without other handlers, each listener of SIGTERM runs once.
 */
export function leaveWithParent(): void {
  const parent = process.ppid
  let isLeaving = false
  for (const signal of Object.keys(codes) as Signal[]) {
    process.on(signal, () => {
      isLeaving = true
      if (process.listenerCount(signal) === 1) process.exit(codes[signal])
    })
  }
  setInterval(() => {
    if (isLeaving || process.ppid === parent) return
    isLeaving = true
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/** Calls `handle` at SIGTERM, SIGINT and SIGHUP, with the exit code for the signal. Returns a function that stops this. */
export function onSignals(handle: (signal: Signal, code: number) => void): () => void {
  const handlers = (Object.keys(codes) as Signal[]).map((signal) => {
    const handler = () => handle(signal, codes[signal])
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => {
    for (const stop of handlers) stop()
  }
}
