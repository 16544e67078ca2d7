import type { SessionInfo } from '@tavla/contract'
import { isAway, watchReach } from '../reach.ts'
import type { RequestOptions } from '../request.ts'
import type { QueuedChange } from '../waiting.ts'
import { callsOfChange } from './calls-of-change.ts'
import { type Answer, pauseAfter } from './order.ts'
import type { QueueBrowser } from './queue-browser.ts'
import { queryWithClock } from './server-clock.ts'

/** Time for the look whether the server is back, in milliseconds. */
const lookTime = 10_000

export interface SenderOptions {
  host: string
  /** The user whose changes these are. */
  user: string
  /** Name of the lock by which one tab sends. */
  lock: string
  browser: Pick<QueueBrowser, 'isVisible' | 'onOnline'>
  /** The change to send now, as it is kept at this moment. */
  next(): Promise<QueuedChange | undefined>
  /** Notes that a change is tried now; false when the person has taken it back meanwhile. */
  claim(change: QueuedChange): Promise<boolean>
  onAnswer(change: QueuedChange, answer: Answer): Promise<void>
}

/** Sends the queued changes in order, in one tab, until none is left (reference: screens, Changes that wait). */
export interface Sender {
  /** Begins to send, after the first pause if an attempt has just failed. */
  begin(hasFailed: boolean): void
  /** The server may be back: tries at once. */
  wake(): void
  stop(): void
}

export function createSender({ host, user, lock, browser, next, claim, onAnswer }: SenderOptions): Sender {
  const end = new AbortController()
  let isRunning = false
  let isDue = false
  /** The person closed the window of the password; only another sign-in goes on. */
  let isPutOff = false
  let failures = 0
  let isWoken = false
  let endRest: () => void = () => undefined

  const rest = async () => {
    if (!isWoken && !end.signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>()
      endRest = resolve
      const timer = setTimeout(resolve, pauseAfter(failures))
      await promise
      clearTimeout(timer)
    }
    isWoken = false
  }

  const quiet = { host, onError: () => undefined, signal: end.signal } satisfies RequestOptions

  const maySend = async (): Promise<boolean> => {
    // The cookie is the browser's: another person may have signed in in another tab.
    const session = await queryWithClock<SessionInfo>('GET', '/api/auth/validate', { ...quiet, timeout: lookTime })
    if (session.user === user) isPutOff = false
    // The call of a change asks for the password.
    const isAsking = session.user === 'Guest' && !isPutOff && browser.isVisible()
    return session.user === user || isAsking
  }

  const call = callsOfChange({ host, signal: end.signal, claim })

  /** True if the change was settled. */
  const attempt = async (change: QueuedChange): Promise<boolean> => {
    if (!(await maySend().catch(() => false))) return false
    const answer = await call(change)
    if (end.signal.aborted || answer.kind === 'unanswered') return false
    isPutOff = answer.kind === 'signed out'
    if (isPutOff) return false
    await onAnswer(change, answer)
    return true
  }

  const run = async () => {
    if (failures > 0) await rest()
    for (;;) {
      const change = end.signal.aborted ? undefined : await next()
      if (!change) return
      failures = (await attempt(change)) ? 0 : failures + 1
      if (failures > 0) await rest()
    }
  }

  const runAlone = async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    try {
      while (isDue) {
        isDue = false
        // Only pages of a secure context have locks; elsewhere the operation ids keep a change from being applied twice.
        if (globalThis.navigator?.locks) await navigator.locks.request(lock, { signal: end.signal }, run)
        else await run()
      }
    } catch {
      // The browser's storage failed, or this page is done; the changes wait for another one.
    } finally {
      isRunning = false
    }
  }

  const wake = () => {
    failures = 0
    isWoken = true
    endRest()
  }

  let wasAway = isAway(host)
  const stopReach = watchReach(() => {
    if (wasAway && !isAway(host)) wake()
    wasAway = isAway(host)
  })
  browser.onOnline(wake, end.signal)

  return {
    begin(hasFailed) {
      if (!isRunning) {
        failures = hasFailed ? 1 : 0
        isWoken = false
      }
      void runAlone()
    },
    wake,
    stop() {
      stopReach()
      end.abort()
      endRest()
    },
  }
}
