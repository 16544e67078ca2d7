const away = new Set<string>()
const listeners = new Set<() => void>()

/** Notes whether a call to `host` got an answer; for calls that go past `request`. */
export function noteAnswer(host: string, isAnswered: boolean): void {
  if (isAnswered) away.delete(host)
  else away.add(host)
  for (const listener of listeners) listener()
}

/** Whether the last call to `host` got no answer; '' is the page's own origin. */
export const isAway = (host = ''): boolean => away.has(host)

/** Calls `listener` after every call to any host, answered or not; returns how to stop it. */
export function watchReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
