import { describe, expect, test } from 'vitest'
import { makeTestSite } from '../testing/test-site.ts'

describe('health', () => {
  test('tells a guest only that the site serves', async () => {
    const site = await makeTestSite()
    const answer = await site.call('GET', '/api/health')
    expect([answer.status, answer.json]).toEqual([200, { status: 'ok', ready: true }])
    expect((await site.call('GET', '/api/health/live')).json).toEqual({ status: 'ok' })
    const staff = await site.signIn('staff@example.com')
    expect((await site.call('GET', '/api/health', { as: staff })).json).toEqual({ status: 'ok', ready: true })
    expect((await site.call('GET', '/api/auth/validate')).json).not.toHaveProperty('version')
    expect((await site.call('GET', '/api/auth/validate', { as: staff })).json.version).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('tells System Managers and HQ the version and the uptime', async () => {
    const site = await makeTestSite()
    const whole = {
      status: 'ok',
      ready: true,
      site: site.config.siteId,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime: expect.any(Number),
    }
    const manager = await site.signIn('manager@example.com')
    expect((await site.call('GET', '/api/health', { as: manager })).json).toEqual(whole)
    const proof = { authorization: `Bearer ${site.config.instanceSecret}` }
    expect((await site.call('GET', '/api/health', { headers: proof })).json).toEqual(whole)
    const wrong = { authorization: 'Bearer nonsense' }
    expect((await site.call('GET', '/api/health', { headers: wrong })).json).toEqual({ status: 'ok', ready: true })
  })
})
