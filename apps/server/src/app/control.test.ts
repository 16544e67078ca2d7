import { beforeAll, describe, expect, test } from 'vitest'
import { createRecord, find, findOne, setSilently, systemContext } from '../entity/index.ts'
import { utcText } from '../ground/utc-text.ts'
import { connectControl } from '../hosting/control-client.ts'
import type { SiteFacts } from '../hosting/driver.ts'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await makeTestSite()
})

async function ask<T>(question: string, data?: unknown): Promise<T> {
  const { dir, instanceSecret } = site.config
  const client = await connectControl(dir, instanceSecret)
  try {
    return await (client as NonNullable<typeof client>).ask<T>(question, data)
  } finally {
    client?.end()
  }
}

test('facts are the bytes of the data, the errors of a day and the newest sign-in, for HQ alone', async () => {
  const { engine } = site.site
  const before = await ask<SiteFacts>('facts')
  expect(before.storage).toBeGreaterThan(100_000)
  const faults = [
    { title: 'now', level: 'Error' },
    { title: 'no error', level: 'Warning' },
    { title: 'old', level: 'Error' },
  ]
  for (const values of faults) {
    const { id } = await createRecord(engine, systemContext(engine), 'Error Log', values)
    if (values.title !== 'old') continue
    const creation = utcText(Date.now() - 25 * 3_600_000)
    await engine.store.write((tx) => setSilently(engine, tx, 'Error Log', String(id), { creation }))
  }
  const as = await site.signIn('staff@example.com')
  const after = await ask<SiteFacts>('facts')
  expect(after.errors_24h - before.errors_24h).toBe(1)
  const staff = await findOne(engine, 'User', { where: { id: 'staff@example.com' }, fields: ['last_login'] })
  expect(after.last_sign_in).toBe(staff?.last_login)

  const headers = { authorization: `Bearer ${site.config.instanceSecret}` }
  const { json } = await site.call('GET', '/api/internal/facts', { headers })
  expect(json).toMatchObject({ errors_24h: after.errors_24h, last_sign_in: after.last_sign_in })
  expect((await site.call('GET', '/api/internal/facts', { as })).status).toBe(404)
})

describe('a reset password', () => {
  test('opens the account of a disabled person, ends their sessions, and is noted', async () => {
    const { engine } = site.site
    const old = await site.signIn('staff@example.com')
    const manager = await site.signIn('Administrator')
    await site.call('PUT', '/api/user/staff@example.com', { body: { enabled: 0 }, as: manager })
    const { user, password } = await ask<{ user: string; password: string }>('reset_password', ' Staff@example.com')
    expect([user, password]).toEqual(['staff@example.com', expect.stringMatching(/^\w{20}$/)])
    const as = await site.signIn(user, password)
    expect((await site.call('GET', '/api/auth/validate', { as })).json.user).toBe(user)
    expect((await site.call('GET', '/api/auth/validate', { as: old })).json.user).toBe('Guest')
    const notes = await find(engine, 'Version', {
      where: { ref_entity: 'User', ref_id: user, action: 'Action' },
      fields: ['data'],
    })
    expect(notes.map(({ data }) => JSON.parse(String(data)))).toEqual([{ action: 'reset_password' }])
    const events = await find(engine, 'Security Event', { where: { event: 'Password Changed', account: user } })
    expect(events).toHaveLength(1)
    const texts = JSON.stringify(await find(engine, 'Version', { fields: ['data'] }))
    expect(texts).not.toContain(password)
  })

  test('needs a name that this site knows', async () => {
    for (const name of ['nobody@example.com', 'Guest', '', 7, null]) {
      await expect(ask('reset_password', name)).rejects.toThrow(`This site has no user ${name}.`)
    }
    const { engine } = site.site
    const ctx = systemContext(engine)
    await createRecord(engine, ctx, 'User', { email: 'omer@hq.example.com', full_name: 'Omer', from_hq: 1 })
    await expect(ask('reset_password', 'omer@hq.example.com')).rejects.toThrow('People of HQ sign in through HQ.')
  })
})
