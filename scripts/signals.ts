const codes = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const
export type Signal = keyof typeof codes

/**
 * Ends this process when its parent is gone: npm hands a signal on to the shell between it and us, which dies of it and
 * tells nobody. Then, and at a signal that nobody else handles, each listener of SIGTERM gets it once.
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

/** Calls `handle` at SIGTERM, SIGINT and SIGHUP, with the code to leave with. Returns how to stop. */
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
