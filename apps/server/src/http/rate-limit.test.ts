import { expect, test } from 'vitest'
import { addressKey } from '../ground/address-key.ts'
import { makeTestSite } from '../testing/test-site.ts'

test('a session and a guest’s address have a limited number of calls a minute', async () => {
  const site = await makeTestSite({
    rateLimit: 30,
    change: (config) => ({ ...config, guestRateLimit: 20, trustedProxies: ['127.0.0.1'] }),
  })
  const [one, two] = [await site.signIn('staff@example.com'), await site.signIn('manager@example.com')]
  const from = (ip: string, path = '/api/auth/validate') =>
    site.call('GET', path, { headers: { 'x-forwarded-for': ip } })
  const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
    const all = await Promise.all(Array.from({ length: times }, call))
    return [200, 429].map((status) => all.filter((answer) => answer.status === status).length)
  }
  expect(await statuses(40, () => site.call('GET', '/api/auth/validate', { as: one }))).toEqual([30, 10])
  expect(await statuses(5, () => site.call('GET', '/api/auth/validate', { as: two }))).toEqual([5, 0])
  expect(await statuses(25, () => from('203.0.113.7'))).toEqual([20, 5])
  expect(await statuses(5, () => from('203.0.113.8'))).toEqual([5, 0])
  expect(await statuses(30, () => from('203.0.113.7', '/api/health'))).toEqual([30, 0])
  const refused = await from('203.0.113.7')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json).toMatchObject({ exc_type: 'RateLimitExceededError', retry_after: expect.any(Number) })
  // A household has a whole network of IPv6 addresses.
  expect(await statuses(25, async () => from('2001:db8:1:2::1'))).toEqual([20, 5])
  expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429)
  expect((await from('2001:db8:1:3::1')).status).toBe(200)
})

test('forwarded addresses are trusted only from configured proxies', async () => {
  const site = await makeTestSite({ rateLimit: 30, change: (config) => ({ ...config, guestRateLimit: 5 }) })
  const answers = []
  for (let n = 0; n < 8; n++) {
    answers.push(
      (await site.call('GET', '/api/auth/validate', { headers: { 'x-forwarded-for': `203.0.113.${n}` } })).status,
    )
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
})

test('every spelling of an address counts under one key', () => {
  expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(addressKey('2001:0DB8::1')).toBe(addressKey('2001:db8:0:0:9::'))
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(addressKey('::1')).toBe('0:0:0:0')
})
