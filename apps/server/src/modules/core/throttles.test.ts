import { describe, expect, test } from 'vitest'
import { AccountLocks, Throttle } from './throttles.ts'

describe('an account', () => {
  const locks = () => new AccountLocks(() => ({ maxFailures: 3, lockSeconds: 60 }))
  const second = 1000

  test('is locked after so many failures, then for twice as long by each further one, to 15 minutes', () => {
    const account = locks()
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

  test('starts anew after a success, and does not touch others', () => {
    const account = locks()
    for (let n = 0; n < 3; n++) account.fail('a', 0)
    expect([account.wait('a', 0), account.wait('b', 0)]).toEqual([60, 0])
    account.succeed('a')
    account.fail('a', 0)
    expect(account.wait('a', 0)).toBe(0)
  })
})

describe('an address', () => {
  test('waits out the whole span once its measure is full', () => {
    const throttle = new Throttle(2, 600_000)
    throttle.count('ip', 0)
    throttle.count('ip', 500_000)
    expect(throttle.wait('ip', 500_000)).toBe(600)
    expect(throttle.wait('ip', 1_099_500)).toBe(1)
    expect(throttle.wait('ip', 1_100_000)).toBe(0)
  })

  test('is not charged for what was taken back', () => {
    const throttle = new Throttle(2, 1000)
    for (let n = 0; n < 10; n++) {
      throttle.count('ip', 0)
      throttle.uncount('ip')
    }
    expect(throttle.wait('ip', 0)).toBe(0)
  })
})
