import { expect, it } from 'vitest'
import { onPostgres } from '../store/testing.ts'
import { startDatabaseProxy } from '../testing/proxy.ts'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

onPostgres((_open, newDatabase) => {
  /** Opens a site whose line to its database can break, before any call has read its texts. */
  async function openOverLine() {
    const { url, proxy: line } = await startDatabaseProxy(await newDatabase())
    return { line, site: await makeTestSite({ databaseUrl: url }) }
  }

  const call = (site: TestSite, method: string, path: string, as?: string, body?: object) =>
    site.call(method, path, { as, headers: { 'accept-language': 'he' }, ...(body ? { body } : {}) })

  it('while the database is away every call gets the reason, and once it is back calls are served', async () => {
    const { line, site } = await openOverLine()
    const staff = await site.signIn('staff@example.com')
    line.freeze()
    const english = [
      call(site, 'GET', '/api/entity/Task?filters={"points":7}', staff),
      call(site, 'POST', '/api/entity/Task', staff, { subject: 'While it is away' }),
    ]
    const answers = await Promise.all([
      call(site, 'POST', '/api/auth/login', undefined, { user: 'manager@example.com', password: 'the demo password' }),
      call(site, 'GET', '/api/entity/Task', 'sid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
    ])
    for (const { status, json, headers } of answers) {
      expect(status).toBe(503)
      expect(json).toMatchObject({ exc_type: 'Unavailable', status: 503, request_id: headers['x-request-id'] })
      expect(JSON.parse(json._server_messages)[0]).toMatchObject({ message: json.message, title: 'השירות אינו זמין' })
      expect(json.message).toMatch(/[א-ת]/)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    for (const { status, json } of await Promise.all(english)) {
      expect([status, json.message]).toEqual([503, expect.stringMatching(/^The database /)])
    }
    const health = await call(site, 'GET', '/api/health', staff)
    expect([health.status, health.json]).toEqual([503, { status: 'database', ready: false }])
    expect((await call(site, 'GET', '/api/health/live')).status).toBe(200)
    // The texts of the screens are served without the database.
    const texts = await call(site, 'GET', '/api/app/get_translations?language=he')
    expect([texts.status, texts.json.translations.length > 500]).toEqual([200, true])
    // An unknown address and an unreadable body need no database.
    expect((await call(site, 'GET', '/api/nothing')).json.message).toMatch(/[א-ת]/)

    line.thaw()
    await expect.poll(async () => (await call(site, 'GET', '/api/health')).status).toBe(200)
    await expect
      .poll(async () => (await call(site, 'POST', '/api/entity/Task', staff, { subject: 'It is back' })).status)
      .toBe(200)
  })
})
