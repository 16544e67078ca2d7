import { describe, expect, test } from 'vitest'
import { Attempts } from './attempts.ts'
import { FailureLocks, Throttle } from './throttles.ts'

const rules = () => ({ maxFailures: 3, lockSeconds: 60 })

describe('an account', () => {
  const second = 1000

  test('is locked after the allowed failures, and for twice as long after each further one, up to 15 minutes', () => {
    const account = new FailureLocks(rules)
    let now = 0
    for (let n = 0; n < 2; n++) account.fail('a', now)
    expect(account.wait('a', now)).toBe(0)
    for (const expected of [60, 120, 240, 480, 900, 900]) {
      account.fail('a', now)
      expect(account.wait('a', now)).toBe(expected)
      now += expected * second
      expect(account.wait('a', now)).toBe(0)
    }
  })

  test('has no failures after a success, and others keep theirs', () => {
    const account = new FailureLocks(rules)
    for (let n = 0; n < 3; n++) account.fail('a', 0)
    expect([account.wait('a', 0), account.wait('b', 0)]).toEqual([60, 0])
    account.succeed('a')
    account.fail('a', 0)
    expect(account.wait('a', 0)).toBe(0)
  })

  test('is not locked, or for a shorter time, after a failure is taken back', () => {
    const account = new FailureLocks(rules)
    for (let n = 0; n < 3; n++) account.fail('a', 0)
    account.takeBack('a', 0)
    expect(account.wait('a', 0)).toBe(0)
    for (let n = 0; n < 2; n++) account.fail('a', 0)
    expect(account.wait('a', 0)).toBe(120)
    account.takeBack('a', 0)
    expect(account.wait('a', 0)).toBe(60)
    for (let n = 0; n < 9; n++) account.takeBack('a', 0)
    expect(account.wait('a', 0)).toBe(0)
  })
})

describe('attempts at a password', () => {
  const stranger = { account: 'a', network: '203.0.113' }
  const failed = (attempts: Attempts, attempt: object, times = 3) => {
    for (let n = 0; n < times; n++) attempts.begin({ account: 'a', ...attempt })
  }
  const isLocked = (attempts: Attempts, attempt: object) => {
    try {
      attempts.refuseLocked({ account: 'a', ...attempt })
      return false
    } catch {
      return true
    }
  }

  test('by strangers lock out all strangers, but no known device', () => {
    const attempts = new Attempts(rules)
    failed(attempts, stranger)
    expect(isLocked(attempts, { network: '198.51.100' })).toBe(true)
    expect(isLocked(attempts, { network: '198.51.100', device: 'd' })).toBe(false)
    expect(isLocked(attempts, { ...stranger, device: 'd' })).toBe(false)
    expect(isLocked(attempts, { session: 's' })).toBe(false)
    expect(isLocked(attempts, { ...stranger, account: 'b' })).toBe(false)
  })

  test('of a known device count only for that device', () => {
    const attempts = new Attempts(rules)
    failed(attempts, { ...stranger, device: 'd' })
    expect(isLocked(attempts, { ...stranger, device: 'd' })).toBe(true)
    expect(isLocked(attempts, { ...stranger, device: 'e' })).toBe(false)
    expect(isLocked(attempts, stranger)).toBe(false)
  })

  test('of a network stay counted when the owner signs in', () => {
    const attempts = new Attempts(rules)
    failed(attempts, stranger)
    attempts.succeed({ account: 'a', network: '198.51.100', device: 'd' })
    expect(isLocked(attempts, { network: '198.51.100' })).toBe(false)
    expect(isLocked(attempts, stranger)).toBe(true)
  })

  test('with a session count for the session and for the account', () => {
    const attempts = new Attempts(rules)
    failed(attempts, { session: 's' })
    expect([isLocked(attempts, { session: 's' }), isLocked(attempts, stranger)]).toEqual([true, true])
    expect(isLocked(attempts, { session: 't' })).toBe(false)
  })
})

describe('an address', () => {
  test('waits for the whole span once its limit is reached', () => {
    const throttle = new Throttle(2, 600_000)
    throttle.count('ip', 0)
    throttle.count('ip', 500_000)
    expect(throttle.wait('ip', 500_000)).toBe(600)
    expect(throttle.wait('ip', 1_099_500)).toBe(1)
    expect(throttle.wait('ip', 1_100_000)).toBe(0)
  })

  test('is not charged for attempts that are taken back', () => {
    const throttle = new Throttle(2, 1000)
    for (let n = 0; n < 10; n++) {
      throttle.count('ip', 0)
      throttle.uncount('ip')
    }
    expect(throttle.wait('ip', 0)).toBe(0)
  })
})

test('a change of the machine’s clock moves no limit', () => {
  const throttle = new Throttle(1, 60_000)
  const locks = new FailureLocks(rules)
  const { now } = Date
  try {
    Date.now = () => now() + 6 * 3_600_000
    throttle.count('ip')
    for (let n = 0; n < 3; n++) locks.fail('a')
  } finally {
    Date.now = now
  }
  for (const seconds of [throttle.wait('ip'), locks.wait('a')]) {
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  }
})
