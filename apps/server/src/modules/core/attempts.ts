import { Problem, tooManyAttempts } from '@tavla/contract'
import { FailureLocks, type LockRules } from './throttles.ts'

/** Who tries the password of an account. */
export interface Attempt {
  /** As `accountOf` names it. */
  account: string
  /** The network that the call comes from. */
  network?: string
  /** A device that signed in to the account before. */
  device?: string | undefined
  /** A session of the account, which asks for the current password. */
  session?: string
}

/**
 * Failed passwords, counted for (account, network) and for the account over all networks. A device that signed in to the
 * account before, and a session of it, have a count of their own and are kept out by that alone: a stranger who fails
 * again and again locks strangers out.
 */
export class Attempts {
  readonly #locks: FailureLocks

  constructor(rules: () => LockRules) {
    this.#locks = new FailureLocks(rules)
  }

  /** @throws Problem 429 */
  refuseLocked(attempt: Attempt): void {
    const seconds = Math.max(...locking(attempt).map((key) => this.#locks.wait(key)))
    if (seconds > 0) throw tooManyAttempts(seconds)
  }

  /** Counts the attempt before the password is looked at. True when it locks. @throws Problem 429 while it is locked */
  begin(attempt: Attempt): boolean {
    this.refuseLocked(attempt)
    return counting(attempt)
      .map((key) => this.#locks.fail(key))
      .includes(true)
  }

  /** The password was right, or is another from now on: whoever tries next from there begins anew. */
  succeed(attempt: Attempt): void {
    for (const key of [...counting(attempt), accountKey(attempt)]) this.#locks.succeed(key)
  }

  /** Takes an attempt back that failed by the server's own fault: it counts for nobody. */
  takeBack(attempt: Attempt): void {
    for (const key of counting(attempt)) this.#locks.takeBack(key)
  }
}

/** Whether `error` is the caller's own doing, and no fault of the server. */
export const isCallersFault = (error: unknown) => error instanceof Problem && error.status < 500

/** What keeps an attempt out. */
function locking(attempt: Attempt): string[] {
  const own = ownKey(attempt)
  return own === undefined ? [networkKey(attempt), accountKey(attempt)] : [own]
}

/** What an attempt counts for. That of a session counts for the account, too: its device is not known to be the owner's. */
function counting(attempt: Attempt): string[] {
  if (attempt.session !== undefined) return [...locking(attempt), accountKey(attempt)]
  return locking(attempt)
}

function ownKey({ account, device, session }: Attempt): string | undefined {
  if (session !== undefined) return `session\n${account}\n${session}`
  return device === undefined ? undefined : `device\n${account}\n${device}`
}

const networkKey = ({ account, network = '' }: Attempt) => `network\n${account}\n${network}`
const accountKey = ({ account }: Attempt) => `account\n${account}`
