import { createListeners } from './listeners.ts'

const away = new Set<string>()
const calls = createListeners()

/** Notes whether a call to `host` got an answer; for calls that don't use `request`. */
export function noteAnswer(host: string, isAnswered: boolean): void {
  if (isAnswered) away.delete(host)
  else away.add(host)
  calls.tell()
}

/** True if the last call to `host` got no answer; '' is the page's own origin. */
export const isAway = (host = ''): boolean => away.has(host)

/** Calls `listener` after every call to any host, answered or not; returns a function that stops it. */
export const watchReach = calls.listen
