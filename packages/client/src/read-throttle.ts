import { timing } from './timing.ts'

/**
 * A throttle: collects changes for `timing.listRefetch` milliseconds and then calls `read`, at least `pause` after the
 * previous call, because changes of a whole entity may come from every user's work.
 */
export function createReadThrottle(
  read: () => void,
  pause: number = timing.veiledRefetch,
): { schedule(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  return {
    schedule() {
      if (timer !== undefined) return
      const wait = Math.max(timing.listRefetch, last + pause - performance.now())
      timer = setTimeout(() => {
        timer = undefined
        last = performance.now()
        read()
      }, wait)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
