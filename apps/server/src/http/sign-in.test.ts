import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../store/errors.ts'
import { cookieOf, cookiesOf, makeTestSite, passwords, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let admin: string

beforeAll(async () => {
  site = await makeTestSite()
  admin = await site.signIn('Administrator')
})

const login = (body: object, headers = {}) => site.call('POST', '/api/auth/login', { body, headers })
const whoIs = async (as: string) => (await site.call('GET', '/api/auth/validate', { as })).json.user

/** Creates a user for one test, with a password and without earlier attempts. */
async function newPerson(name: string, more: object = {}): Promise<string> {
  const email = `${name}@example.com`
  const body = { email, full_name: name, new_password: passwords.demo, ...more }
  const answer = await site.call('POST', '/api/user', { body, as: admin })
  expect(answer.json).toMatchObject({ user: { id: email, status: 'Active' } })
  return email
}

describe('signing in', () => {
  test('takes email or user name, in any case', async () => {
    for (const body of [
      { email: 'STAFF@Example.com' },
      { user: 'staff@example.com' },
      { email: ' staff@example.com ' },
    ]) {
      const answer = await login({ ...body, password: passwords.demo })
      expect(answer.json).toEqual({
        message: 'Logged In',
        user: 'staff@example.com',
        full_name: 'Noa Bar',
        lang: 'en',
        home_page: '/app',
      })
      const [session, device] = [answer.headers['set-cookie']].flat()
      expect(session).toMatch(/^sid=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/)
      expect(device).toMatch(/^device=[\w-]+\.[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/)
      expect(await whoIs(cookieOf(answer))).toBe('staff@example.com')
    }
  })

  test('answers every failure alike', async () => {
    await newPerson('disabled', { enabled: 0, new_password: undefined }).catch(() => undefined)
    const bodies: unknown[] = [
      { email: 'staff@example.com', password: 'wrong' },
      { email: 'nobody@example.com', password: 'wrong' },
      { email: 'disabled@example.com', password: passwords.demo },
      { user: 'Guest', password: '' },
      { email: '', password: passwords.demo },
      { email: 'staff@example.com' },
      { email: 'staff@example.com', password: 'x'.repeat(513) },
      { email: ['staff@example.com'], password: passwords.demo },
      { email: { $ne: null }, password: { $ne: null } },
      { email: 'stáff@example.com', password: passwords.demo },
    ]
    for (const body of bodies) {
      const answer = await login(body as object)
      expect(answer.json).toMatchObject({
        status: 401,
        exc_type: 'AuthenticationError',
        message: 'Invalid login credentials',
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('gives a fresh session each time and ends the one it replaces', async () => {
    const first = await site.signIn('staff@example.com')
    const body = { user: 'staff@example.com', password: passwords.demo }
    const second = cookieOf(await site.call('POST', '/api/auth/login', { body, as: first }))
    expect(second).not.toBe(first)
    expect([await whoIs(first), await whoIs(second)]).toEqual(['Guest', 'staff@example.com'])
  })

  test('locks an account after ten failures, for every caller', async () => {
    const email = await newPerson('locked')
    for (let attempt = 0; attempt < 10; attempt++) expect((await login({ email, password: 'x' })).status).toBe(401)
    const answer = await login({ email: email.toUpperCase(), password: passwords.demo })
    expect({ status: answer.status, after: answer.headers['retry-after'] }).toEqual({ status: 429, after: '60' })
  })

  test('counts attempts that come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login({ email: 'burst@example.com', password: 'x' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('works from a browser that signed in before, while strangers lock the account', async () => {
    const email = await newPerson('besieged')
    const device = cookiesOf(await login({ email, password: passwords.demo })).find((one) => one.startsWith('device='))
    const from = '203.0.113.9'
    for (let n = 0; n < 10; n++) await site.call('POST', '/api/auth/login', { body: { email, password: 'x' }, from })
    const right = { email, password: passwords.demo }
    expect((await site.call('POST', '/api/auth/login', { body: right, from: '198.51.100.1' })).status).toBe(429)
    const signIn = (cookie = device) => site.call('POST', '/api/auth/login', { body: right, as: cookie, from })
    for (const forged of [`${device}x`, 'device=a.b', 'device=account administrator.x', `device=${'x'.repeat(3000)}`]) {
      expect((await signIn(forged)).status).toBe(429)
    }
    // The browser is trusted for one account, and may not try more often than other callers.
    const other = { email: await newPerson('besieged.too'), password: 'x' }
    const attempt = (body: object, as?: string) =>
      site.call('POST', '/api/auth/login', { body, as, from: '203.0.114.1' })
    for (let n = 0; n < 10; n++) await attempt(other)
    expect((await attempt(other, device)).status).toBe(429)
    expect((await signIn()).status).toBe(200)
    const wrong = { email, password: 'x' }
    const tries = []
    for (let n = 0; n < 11; n++) tries.push((await attempt(wrong, device)).status)
    expect(tries.filter((status) => status === 401)).toHaveLength(10)
    expect((await signIn()).status).toBe(429)
  })

  test('counts for one account under all names of Administrator', async () => {
    const own = await makeTestSite()
    const as = await own.signIn('Administrator')
    await own.call('PUT', '/api/user/Administrator', { body: { email: 'boss@example.com' }, as })
    const attempt = (user: string, password = 'x') => own.call('POST', '/api/auth/login', { body: { user, password } })
    for (let n = 0; n < 5; n++) for (const user of ['ADMINISTRATOR', 'Boss@example.com']) await attempt(user)
    expect((await attempt('Administrator', passwords.admin)).status).toBe(429)
    expect((await attempt('boss@example.com', passwords.admin)).status).toBe(429)
  })

  test('counts no failure of the server', async () => {
    const own = await makeTestSite()
    const body = { user: 'staff@example.com', password: passwords.demo }
    const as = await own.signIn('staff@example.com')
    const { all, get } = own.site.store
    const fail = () => Promise.reject(new StoreUnavailable('gone'))
    Object.assign(own.site.store, { get: fail, all: fail })
    const change = { old_password: passwords.demo, password: 'a brand new password' }
    for (let n = 0; n < 40; n++) {
      expect((await own.call('POST', '/api/auth/login', { body })).status).toBeGreaterThanOrEqual(500)
      expect(
        (await own.call('POST', '/api/auth/set_password', { body: { ...change, key: 'k' } })).status,
      ).toBeGreaterThanOrEqual(500)
      expect((await own.call('POST', '/api/auth/set_password', { body: change, as })).status).toBeGreaterThanOrEqual(
        500,
      )
    }
    Object.assign(own.site.store, { all, get })
    expect((await own.call('POST', '/api/auth/login', { body })).status).toBe(200)
    expect((await own.call('POST', '/api/auth/set_password', { body: change, as })).status).toBe(200)
  })
})

describe('a session', () => {
  test('ends when its user signs out; guests get the same answer', async () => {
    const as = await site.signIn('staff@example.com')
    for (const method of ['GET', 'POST']) {
      const answer = await site.call(method, '/api/auth/logout', { as })
      expect(answer.json).toEqual({ message: 'Logged Out' })
      expect(answer.headers['set-cookie']).toContain('Max-Age=0')
    }
    expect(await whoIs(as)).toBe('Guest')
    expect((await site.call('GET', '/api/entity/Task', { as })).status).toBe(401)
  })

  test('ends at once when the user is disabled or deleted', async () => {
    const email = await newPerson('leaver')
    const as = await site.signIn(email)
    await site.call('PUT', `/api/user/${email}`, { body: { enabled: 0 }, as: admin })
    expect((await site.call('GET', '/api/entity/Task', { as })).status).toBe(401)
    await site.call('PUT', `/api/user/${email}`, { body: { enabled: 1 }, as: admin })
    expect((await site.call('GET', '/api/entity/Task', { as })).status).toBe(401)
    const again = await site.signIn(email)
    expect((await site.call('DELETE', `/api/user/${email}`, { as: admin })).status).toBe(200)
    expect(await whoIs(again)).toBe('Guest')
  })

  test('is reported to listeners when it ends', async () => {
    const ended: string[] = []
    const stop = site.site.sessions.onEnded(({ user }) => ended.push(user))
    const as = await site.signIn('staff@example.com')
    await site.call('POST', '/api/auth/logout', { as })
    stop()
    expect(ended).toEqual(['staff@example.com'])
  })

  test('is stored and listed to its own user, without its secret', async () => {
    const as = await site.signIn('staff@example.com')
    const filters = encodeURIComponent('{"status":"Active","user":"staff@example.com"}')
    const own = await site.call('GET', `/api/entity/Session?filters=${filters}`, { as })
    expect(own.json.count).toBeGreaterThan(0)
    expect(JSON.stringify(own.json)).not.toContain(as.slice(4))
  })

  test('of another user cannot be read', async () => {
    const as = await site.signIn('staff@example.com')
    const list = await site.call('GET', '/api/entity/Session?limit_page_length=500', { as })
    expect(new Set(list.json.data.map((row: { user: string }) => row.user))).toEqual(new Set(['staff@example.com']))
  })

  test('can be ended by a System Manager through its record', async () => {
    const as = await site.signIn('staff@example.com')
    const manager = await site.signIn('manager@example.com')
    const { json } = await site.call('POST', '/api/entity/User/staff@example.com?run_method=end_sessions', {
      body: {},
      as: manager,
    })
    expect(json.data.ended).toBeGreaterThan(0)
    expect(await whoIs(as)).toBe('Guest')
  })
})

describe('a forgotten password', () => {
  const outbox = () => join(site.config.dir, 'outbox')

  /** Keys of all mails to an address, oldest first. */
  async function keysFor(email: string): Promise<string[]> {
    const names = (await readdir(outbox())).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(outbox(), name), 'utf8')))
    const own = mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replace(/=\r?\n/g, ''))
    return own.flatMap((mail) => /validate-password\?key=(?:3D)?([\w-]{43})/.exec(mail)?.[1] ?? [])
  }

  let callers = 0
  /** Calls come from a new address each time, unless one is given. */
  const reset = (email: unknown, more: { from?: string; as?: string | undefined } = {}) => {
    const from = `198.51.${callers >> 8}.${callers++ & 255}`
    return site.call('POST', '/api/auth/reset_password', { body: { email }, from, ...more })
  }
  const settle = async () => {
    await site.settled()
    await site.site.outbox.settled()
  }

  test('is reset once by the mailed link, which ends all sessions', async () => {
    const email = await newPerson('forgetful')
    const as = await site.signIn(email)
    expect((await reset(email.toUpperCase())).json).toEqual({ message: 'Password reset email sent' })
    await settle()
    const [key] = await keysFor(email)
    const set = (password: string) => site.call('POST', '/api/auth/set_password', { body: { password, key } })
    expect((await set('short')).json.message).toBe('The password must be at least 8 characters long.')
    expect((await set(email)).json.message).toBe('Choose a password that is harder to guess.')
    expect((await set('a brand new password')).json).toEqual({ message: 'Password updated', user: email })
    expect(await whoIs(as)).toBe('Guest')
    expect((await set('yet another password')).json.message).toBe('This link is invalid or has expired.')
    expect(await whoIs(await site.signIn(email, 'a brand new password'))).toBe(email)
  })

  test('is mailed only to known users, with the same answer for all', async () => {
    for (const email of [
      'nobody@example.com',
      'guest@site.invalid',
      'administrator@site.invalid',
      'staff+x@example.com',
    ]) {
      expect((await reset(email)).json).toEqual({ message: 'Password reset email sent' })
    }
    await settle()
    expect(await keysFor('nobody@example.com')).toEqual([])
    for (const bad of ['', 'nobody', ['staff@example.com', 'evil@example.com'], 'a@b.cd, evil@example.com', { a: 1 }]) {
      expect((await reset(bad)).json).toMatchObject({ status: 417, message: 'Please enter a valid email address.' })
    }
  })

  test('is reset by any of the mailed links, and the first use ends them all', async () => {
    const email = await newPerson('impatient')
    for (let n = 0; n < 2; n++) {
      await reset(email)
      await settle()
    }
    const keys = await keysFor(email)
    expect(keys).toHaveLength(2)
    const use = (key: string | undefined) =>
      site.call('POST', '/api/auth/set_password', { body: { password: 'a brand new password', key } })
    expect((await use(keys[0])).status).toBe(200)
    expect((await use(keys[1])).json.message).toBe('This link is invalid or has expired.')
  })

  test('is mailed at most three times an hour, and afterwards still to a browser that signed in before', async () => {
    const email = await newPerson('flooded')
    const device = cookiesOf(await login({ email, password: passwords.demo })).find((one) => one.startsWith('device='))
    for (let n = 0; n < 6; n++) {
      expect((await reset(email)).status).toBe(200)
      await settle()
    }
    expect(await keysFor(email)).toHaveLength(3)
    for (let n = 0; n < 6; n++) {
      expect((await reset(email, { as: device })).status).toBe(200)
      await settle()
    }
    expect(await keysFor(email)).toHaveLength(6)
  })

  test('is asked for at most five times an hour from one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await reset(`nobody${n}@example.com`, { from: '192.0.2.7' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('is looked up and mailed after later calls, whether the user exists or not', async () => {
    const email = await newPerson('unseen')
    // Lookups of earlier tests are over.
    await settle()
    const { engine } = site.site
    const asked: string[] = []
    const rows = engine.rows(engine.models.require('User'))
    const { byId } = rows
    rows.byId = (reader, id) => {
      asked.push(id)
      return byId.call(rows, reader, id)
    }
    try {
      for (const address of [email, 'nobody@example.com']) await reset(address)
      await site.call('GET', '/api/auth/validate')
      expect(asked).toEqual([])
      await settle()
      expect(asked).toContain(email)
    } finally {
      rows.byId = byId
    }
    expect(await keysFor(email)).toHaveLength(1)
  })

  test('sends users to the site’s own address, whatever the call says', async () => {
    const email = await newPerson('poisoned')
    const headers = {
      host: 'evil.example.com',
      'x-forwarded-host': 'evil.example.com',
      origin: 'http://evil.example.com',
    }
    await site.call('POST', '/api/auth/reset_password', { body: { email }, headers })
    await settle()
    const files = await readdir(outbox())
    const mails = await Promise.all(files.map((name) => readFile(join(outbox(), name), 'utf8')))
    expect(mails.join()).not.toContain('evil.example.com')
  })

  test('is mailed right to left to a Hebrew reader, and the queue keeps no key', async () => {
    const email = await newPerson('dana.hebrew', { full_name: 'דנה <לוי>', language: 'he' })
    await reset(email)
    await settle()
    const manager = await site.signIn('manager@example.com')
    const filters = encodeURIComponent(JSON.stringify({ recipients: email }))
    const { json } = await site.call('GET', `/api/entity/Email%20Queue?filters=${filters}&fields=*`, { as: manager })
    expect(json.data).toEqual([
      expect.objectContaining({
        status: 'Sent',
        subject: 'איפוס הסיסמה שלך',
        attempts: 1,
        message: expect.stringContaining('dir="rtl"'),
      }),
    ])
    expect(json.data[0].message).toContain('דנה &lt;לוי&gt;')
    expect(json.data[0].message).not.toMatch(/key=[\w-]{10}/)
    expect(json.data[0].sent_at).toMatch(/^\d{4}-/)
  })

  test('an invitation lets a person choose their first password', async () => {
    const email = 'invited@example.com'
    const body = { email: 'Invited@Example.com', full_name: 'Invited', send_welcome_email: 1 }
    const made = await site.call('POST', '/api/user', { body, as: admin })
    expect(made.json.user).toMatchObject({
      id: email,
      email,
      status: 'Invited',
      role_profiles: [{ role_profile: 'Staff' }],
    })
    await settle()
    const [key] = await keysFor(email)
    await site.call('POST', '/api/auth/set_password', { body: { password: 'my first password', key } })
    const as = await site.signIn(email, 'my first password')
    expect((await site.call('GET', `/api/user/${email}`, { as })).json.user.status).toBe('Active')
  })
})

describe('changing one’s own password', () => {
  test('needs the old one, keeps this session and ends the others', async () => {
    const email = await newPerson('changer')
    const [here, there] = [await site.signIn(email), await site.signIn(email)]
    const change = (old_password: string, password: string) =>
      site.call('POST', '/api/auth/set_password', { body: { old_password, password }, as: here })
    expect((await change('wrong', 'a brand new password')).json.message).toBe('The current password is not correct.')
    expect((await change(passwords.demo, 'a brand new password')).json).toEqual({
      message: 'Password updated',
      user: email,
    })
    expect([await whoIs(here), await whoIs(there)]).toEqual([email, 'Guest'])
  })

  test('counts wrong old passwords as failed sign-ins', async () => {
    const email = await newPerson('guesser')
    const as = await site.signIn(email)
    const body = { old_password: 'wrong', password: 'a brand new password' }
    for (let n = 0; n < 10; n++) await site.call('POST', '/api/auth/set_password', { body, as })
    expect((await login({ email, password: passwords.demo })).status).toBe(429)
  })
})
