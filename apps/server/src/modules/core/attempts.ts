import { Problem, tooManyAttempts } from '@tavla/contract'
import { FailureLocks, type LockRules } from './throttles.ts'

/** The origin of an attempt at an account's password. */
export interface Attempt {
  /** Name from `accountOf`. */
  account: string
  /** The network that the call comes from. */
  network?: string
  /** A device that signed in to the account before. */
  device?: string | undefined
  /** A session of the account that asks for the current password. */
  session?: string
}

/**
 * Counts failed passwords for (account, network) and for the account over all networks. A known device and a session of
 * the account have counts of their own and are locked by those alone: a stranger's failures lock out only strangers.
 */
export class Attempts {
  readonly #locks: FailureLocks

  constructor(rules: () => LockRules) {
    this.#locks = new FailureLocks(rules)
  }

  /** @throws Problem 429 */
  refuseLocked(attempt: Attempt): void {
    const seconds = Math.max(...lockKeys(attempt).map((key) => this.#locks.wait(key)))
    if (seconds > 0) throw tooManyAttempts(seconds)
  }

  /** Counts an attempt before the password is checked. True when it locks. @throws Problem 429 while locked */
  begin(attempt: Attempt): boolean {
    this.refuseLocked(attempt)
    return countKeys(attempt)
      .map((key) => this.#locks.fail(key))
      .includes(true)
  }

  /** Clears the counts after a right or a changed password. */
  succeed(attempt: Attempt): void {
    for (const key of [...countKeys(attempt), accountKey(attempt)]) this.#locks.succeed(key)
  }

  /** Takes back an attempt that failed by the server's own fault. */
  takeBack(attempt: Attempt): void {
    for (const key of countKeys(attempt)) this.#locks.takeBack(key)
  }
}

/** True if the caller caused the error, not the server. */
export const isCallersFault = (error: unknown) => error instanceof Problem && error.status < 500

/** Keys whose lock refuses an attempt. */
function lockKeys(attempt: Attempt): string[] {
  const own = ownKey(attempt)
  return own === undefined ? [networkKey(attempt), accountKey(attempt)] : [own]
}

/**
 * Keys that an attempt counts for. An attempt by session also counts for the account, because its device may not be the
 * owner's.
 */
function countKeys(attempt: Attempt): string[] {
  if (attempt.session !== undefined) return [...lockKeys(attempt), accountKey(attempt)]
  return lockKeys(attempt)
}

function ownKey({ account, device, session }: Attempt): string | undefined {
  if (session !== undefined) return `session\n${account}\n${session}`
  return device === undefined ? undefined : `device\n${account}\n${device}`
}

const networkKey = ({ account, network = '' }: Attempt) => `network\n${account}\n${network}`
const accountKey = ({ account }: Attempt) => `account\n${account}`
