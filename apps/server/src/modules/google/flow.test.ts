import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addMillis } from '../../ground/utc-text.ts'
import { sql } from '../../store/sql.ts'
import { onPostgres } from '../../store/testing.ts'
import { type Answer, makeTestSite, messageOf, type TestSite } from '../../testing/test-site.ts'
import { account, client, TestGoogle } from './testing-google.ts'

const hq = 'https://hq.example.com'
const staffId = 'staff@example.com'
let google: TestGoogle
let site: TestSite
let manager: string
let staff: string

beforeAll(async () => {
  google = await TestGoogle.start()
  site = await makeTestSite({ allowedOrigins: [hq] })
  ;[manager, staff] = await Promise.all([site.signIn('manager@example.com'), site.signIn(staffId)])
  await setUp(client)
})

afterAll(() => google.stop())
afterEach(() => Object.assign(google, { fault: 200, expiresIn: 3599, givesRefreshToken: true }))

const act = (name: string, data: object = {}, as = staff, app = 'google') =>
  site.call('POST', `/api/entity/Connected App/${app}?run_method=${name}`, { body: { data }, as })
const setUp = (more: object) =>
  site.call('PUT', '/api/entity/Connected App', { body: { id: 'google', ...google.endpoints, ...more }, as: manager })
const home = () => `${site.config.publicUrl}/app`
const begin = async (data: object = {}, as = staff): Promise<string> =>
  (await act('initiate_web_application_flow', { success_uri: home(), ...data }, as)).json.data
const finish = (query: Record<string, string>, as: string | undefined = staff, headers: Record<string, string> = {}) =>
  site.call('GET', `/api/auth/oauth?${new URLSearchParams(query)}`, { as, headers })
const refusalOf = async (call: Promise<Answer>) => {
  const { status, json } = await call
  return [status, messageOf(json).message]
}
const tokenOf = async (user = staffId) =>
  (await site.call('GET', `/api/entity/Token Cache/google-${encodeURIComponent(user)}`, { as: manager })).json.entity
const lapsed = [417, 'This sign-in attempt has expired. Start again.']

async function connect(): Promise<void> {
  const answer = await finish({ ...google.grant(await begin()), app_id: 'google' })
  expect(answer.status).toBe(200)
}

describe('a sign-in', () => {
  test('sends the provider all that it needs and no secret', async () => {
    const url = new URL(await begin())
    expect(url.origin + url.pathname).toBe(`${google.url}/auth`)
    const query = Object.fromEntries(url.searchParams)
    expect(query).toEqual({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: `${site.config.publicUrl}/api/auth/oauth`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
    })
    const stored = JSON.stringify(await site.site.store.all(sql`select * from oauth_flow`))
    expect(stored).not.toContain(query.state)
    expect((await tokenOf()).status).toBe('Pending')
  })

  test('returns to the console’s screen if it began there, else to the app’s address, else to the site', async () => {
    const redirectOf = async (success_uri: string) =>
      new URL(await begin({ success_uri })).searchParams.get('redirect_uri')
    const callback = `${hq}/project/acme/google-callback/google`
    expect(await redirectOf(callback)).toBe(callback)
    const own = `${site.config.publicUrl}/api/auth/oauth`
    expect(await redirectOf(`${hq}/project/acme/google-callback/other`)).toBe(own)
    expect(await redirectOf(`${hq}/project/acme/google`)).toBe(own)
    await setUp({ redirect_uri: 'https://proxy.example.com/back' })
    expect(await redirectOf(callback)).toBe('https://proxy.example.com/back')
    await setUp({ redirect_uri: null })
  })

  test('ends with tokens, which are sealed at rest and masked for every user', async () => {
    const { code, state } = google.grant(await begin())
    const { status, json } = await finish({ code, state, app_id: 'google' })
    expect([status, json]).toEqual([
      200,
      { message: 'Connected', app_id: 'google', user: staffId, account_email: account, success_uri: home() },
    ])
    expect(google.tokenCalls.at(-1)).toMatchObject({ ...client, code, grant_type: 'authorization_code' })
    const token = await tokenOf()
    expect(token).toMatchObject({
      owner: staffId,
      user: staffId,
      connected_app: 'google',
      provider_name: 'Google',
      status: 'Connected',
      access_token: '********',
      refresh_token: '********',
      token_type: 'Bearer',
      account_email: account,
      error: null,
    })
    expect(token.scopes.map(({ scope }: { scope: string }) => scope)).toEqual(['openid', 'email', 'profile'])
    const rows = await site.site.store.all<Record<string, string>>(
      sql`select * from ${sql.id(site.site.engine.models.require('Token Cache').table.name)}`,
    )
    expect(JSON.stringify(rows)).not.toMatch(/ya29|1\/\//)
    const told = (await act('get_token_status')).json.data
    expect(told).toMatchObject({ status: 'Connected', account_email: account, scopes: ['openid', 'email', 'profile'] })
    expect(told.expires_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:/)
  })

  test('redirects a browser from the provider to where it began, whatever the result', async () => {
    const html = { accept: 'text/html,application/xhtml+xml' }
    const good = await finish(google.grant(await begin()), staff, html)
    expect([good.status, good.headers.location]).toEqual([302, `${home()}?connected=1`])
    const { state } = google.grant(await begin())
    const bad = await finish({ state, error: 'access_denied' }, staff, html)
    expect([bad.status, bad.headers.location]).toEqual([302, `${home()}?error=Access+was+not+granted`])
    const forged = await finish({ state: 'x', code: 'y', success_uri: 'https://evil.example.com' }, staff, html)
    expect(forged.headers.location).toBe(
      `${site.config.publicUrl}/?error=This+sign-in+attempt+has+expired.+Start+again.`,
    )
  })

  test('that the provider refuses gives a sentence, and its state is used up', async () => {
    const { code, state } = google.grant(await begin())
    expect(await refusalOf(finish({ state, error: 'access_denied' }))).toEqual([417, 'Access was not granted'])
    expect(await refusalOf(finish({ state, code }))).toEqual(lapsed)
  })

  test('is valid for one attempt, by the user who began it, for its own app, within ten minutes', async () => {
    const { code, state } = google.grant(await begin())
    const other = google.grant(await begin())
    expect(await refusalOf(finish({ code, state: 'unknown' }))).toEqual(lapsed)
    expect(await refusalOf(finish({ code }))).toEqual(lapsed)
    expect(await refusalOf(finish({ code, state }, manager))).toEqual(lapsed)
    expect(await refusalOf(finish({ code, state, app_id: 'another' }))).toEqual(lapsed)
    expect((await finish({ code, state }, '')).status).toBe(401)
    expect((await finish({ code, state })).status).toBe(200)
    expect(await refusalOf(finish({ code, state }))).toEqual(lapsed)
    await site.site.store.write((tx) =>
      tx.run(sql`update oauth_flow set expires = ${addMillis(site.site.engine.clock.nowUtc(), -1)}`),
    )
    expect(await refusalOf(finish(other))).toEqual(lapsed)
  })

  test('with two concurrent callbacks is finished once', async () => {
    const granted = google.grant(await begin())
    const before = google.tokenCalls.length
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(granted)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '417', '417', '417', '417'])
    expect(google.tokenCalls.length).toBe(before + 1)
  })

  test('never calls an inner address, whatever the app has', async () => {
    for (const token_uri of [
      'https://10.0.0.1/token',
      'https://[::ffff:169.254.169.254]/token',
      'https://3232235777/',
    ]) {
      await setUp({ token_uri })
      expect(await refusalOf(finish(google.grant(await begin())))).toEqual([
        502,
        'Google did not accept this: This address may not be called',
      ])
    }
    await setUp({})
  })

  test('with an expired code must begin again', async () => {
    const { code, state } = google.grant(await begin())
    google.forgetCodes()
    expect(await refusalOf(finish({ code, state }))).toEqual([
      502,
      'Google did not accept this: Token has been expired or revoked.',
    ])
    expect(await refusalOf(finish({ code, state }))).toEqual(lapsed)
    await connect()
  })

  test('that fails at the provider gives a plain sentence', async () => {
    const { state } = google.grant(await begin())
    expect(await refusalOf(finish({ state, code: 'made-up' }))).toEqual([
      502,
      'Google did not accept this: Token has been expired or revoked.',
    ])
    google.fault = 503
    expect(await refusalOf(finish(google.grant(await begin())))).toEqual([
      502,
      'Google answered with an error (server_error).',
    ])
  })

  test.each([
    'https://evil.example.com/app',
    'https://hq.example.com.evil.example.com/',
    'https://hq.example.com@evil.example.com/',
    'javascript:alert(1)',
    '//hq.example.com/',
    '/app',
    'http://hq.example.com/',
    `${hq}/project/a/google-callback/%E0%A4%A`,
  ])('does not begin with the return address %s', async (success_uri) => {
    expect(await refusalOf(act('initiate_web_application_flow', { success_uri }))).toEqual([
      417,
      'The return address is not allowed',
    ])
  })

  test('for another user can be begun by a manager, and its tokens belong to that user', async () => {
    expect(
      (await act('initiate_web_application_flow', { user: 'manager@example.com', success_uri: home() })).status,
    ).toBe(403)
    for (const name of ['get_token_status', 'refresh_token', 'revoke_token']) {
      expect((await act(name, { user: 'manager@example.com' })).status).toBe(403)
    }
    const unknown = { user: 'nobody@example.com', success_uri: home() }
    expect((await act('initiate_web_application_flow', unknown, manager)).status).toBe(404)
    const granted = google.grant(await begin({ user: staffId }, manager))
    expect(await refusalOf(finish(granted, staff))).toEqual(lapsed)
    expect((await finish(granted, manager)).json.user).toBe(staffId)
  })
})

describe('credentials', () => {
  const refusal = async (app = 'google') =>
    refusalOf(act('initiate_web_application_flow', { success_uri: home() }, staff, app))
  const settings = (body: object) => site.call('PUT', '/api/entity/Google Settings', { body, as: manager })

  test('of Google Settings apply to the app of Google only if it has none', async () => {
    await setUp({ client_id: null, client_secret: null })
    const missing = [417, 'Google is not set up yet. Add a client ID and secret.']
    expect(await refusal()).toEqual(missing)
    await settings({ enable: 0, ...client })
    expect(await refusal()).toEqual(missing)
    await settings({ enable: 1 })
    expect((await finish(google.grant(await begin()))).status).toBe(200)
    const other = { id: 'other', provider_name: 'Other', ...google.endpoints }
    await site.call('POST', '/api/entity/Connected App', { body: other, as: manager })
    const { id } = (
      await site.call('GET', '/api/entity/Connected App?filters={"provider_name":"Other"}', { as: manager })
    ).json.data[0]
    expect(await refusal(id)).toEqual([417, 'Other is not set up yet. Add a client ID and secret.'])
    await setUp(client)
    await settings({ enable: 0 })
  })

  test('and addresses of an app are visible only to managers', async () => {
    const { entity } = (await site.call('GET', '/api/entity/Connected App/google', { as: staff })).json
    expect(entity).not.toHaveProperty('client_id')
    expect(entity).not.toHaveProperty('client_secret')
    expect(entity).not.toHaveProperty('token_uri')
    const theirs = await site.call('GET', '/api/entity/Token Cache', { as: await site.signIn('Administrator') })
    expect(JSON.stringify(theirs.json)).not.toMatch(/ya29|1\/\//)
  })
})

describe('an access token', () => {
  const fresh = (user = staffId) => site.site.tokens.fresh('google', user)
  const problemOf = (promise: Promise<string>) =>
    promise.then(
      () => 'given',
      (error: { status: number; detail: { text: string } }) => `${error.status} ${error.detail.text}`,
    )

  test('is used while it is valid for a minute, and renewed before it expires', async () => {
    google.expiresIn = 61
    await connect()
    const first = await fresh()
    expect(await fresh()).toBe(first)
    google.expiresIn = 59
    await connect()
    const second = await fresh()
    expect(second).not.toBe(first)
    expect(google.tokenCalls.at(-1)).toMatchObject({ grant_type: 'refresh_token' })
    expect(await tokenOf()).toMatchObject({ status: 'Connected', refresh_token: '********' })
  })

  test('is renewed once for all concurrent callers', async () => {
    google.expiresIn = 1
    await connect()
    google.expiresIn = 3599
    const letGo = google.hold()
    const before = google.tokenCalls.length
    const all = Array.from({ length: 8 }, () => fresh())
    await expect.poll(() => google.tokenCalls.length).toBe(before + 1)
    letGo()
    expect(new Set(await Promise.all(all)).size).toBe(1)
    expect(google.tokenCalls.length).toBe(before + 1)
  })

  test('is deleted when its refresh token was withdrawn, with a sentence', async () => {
    google.expiresIn = 1
    await connect()
    google.refreshTokens.clear()
    expect(await problemOf(fresh())).toBe('417 The access to {0} was withdrawn. Connect the account again.')
    expect(await tokenOf()).toMatchObject({ status: 'Revoked', access_token: null, refresh_token: null })
    expect(await problemOf(fresh())).toContain('417')
  })

  test('that cannot be renewed now is kept', async () => {
    google.expiresIn = 1
    await connect()
    google.fault = 503
    expect(await problemOf(fresh())).toContain('502')
    const error = 'The provider answered with an error (server_error).'
    expect(await tokenOf()).toMatchObject({ status: 'Connected', refresh_token: '********', error })
    google.fault = 200
    google.expiresIn = 3599
    expect(await fresh()).toMatch(/^ya29\./)
    expect((await tokenOf()).error).toBeNull()
  })

  test('that is refused because of the app has an error, in each reader’s language, until the app is corrected', async () => {
    google.expiresIn = 1
    await connect()
    await setUp({ client_secret: 'changed there' })
    expect(await refusalOf(act('refresh_token'))).toEqual([
      502,
      'Google did not accept this: The OAuth client was not found.',
    ])
    expect(await tokenOf()).toMatchObject({
      status: 'Error',
      refresh_token: '********',
      error: 'The OAuth client was not found.',
    })
    const speak = (language: string) => site.call('PUT', `/api/user/${staffId}`, { body: { language }, as: staff })
    await speak('he')
    expect((await act('get_token_status')).json.data).toMatchObject({
      status: 'Error',
      error: 'מזהה הלקוח לא נמצא אצל הספק.',
    })
    await speak('en')
    await setUp(client)
    expect((await act('refresh_token')).json.data.status).toBe('Connected')
    expect((await tokenOf()).error).toBeNull()
  })

  test('without a refresh token expires', async () => {
    await act('revoke_token')
    Object.assign(google, { expiresIn: 1, givesRefreshToken: false })
    await connect()
    expect(await problemOf(fresh())).toBe('417 The access to {0} has expired. Connect the account again.')
    expect((await act('get_token_status')).json.data.status).toBe('Expired')
    expect((await act('refresh_token')).status).toBe(417)
  })

  test('is renewed on demand', async () => {
    await connect()
    const before = await fresh()
    expect((await act('refresh_token')).json).toEqual({ data: { status: 'Connected' } })
    expect(await fresh()).not.toBe(before)
  })

  test('is revoked here and at the provider, and here even if that fails', async () => {
    await connect()
    const [refresh] = [...google.refreshTokens].slice(-1)
    expect((await act('revoke_token')).json).toEqual({ data: { status: 'Revoked' } })
    expect(google.revoked).toContain(refresh)
    await connect()
    google.fault = 500
    expect((await act('revoke_token')).status).toBe(200)
    expect(await tokenOf()).toMatchObject({ status: 'Revoked', access_token: null, refresh_token: null })
    expect(await problemOf(fresh('manager@example.com'))).toBe('417 No account is connected to {0} yet.')
  })
})

describe('the OpenID configuration of a provider', () => {
  const add = async (more: object) =>
    (
      await site.call('POST', '/api/entity/Connected App', {
        body: { provider_name: `P ${randomBytes(4).toString('hex')}`, ...more },
        as: manager,
      })
    ).json.entity

  test('fills only blank addresses', async () => {
    const openid_configuration = `${google.url}/.well-known/openid-configuration`
    expect(await add({ openid_configuration, token_uri: 'https://token.example.com/' })).toMatchObject({
      authorization_uri: `${google.url}/auth`,
      token_uri: 'https://token.example.com/',
      revocation_uri: `${google.url}/revoke`,
      userinfo_uri: `${google.url}/userinfo`,
      introspection_uri: `${google.url}/introspect`,
    })
    const later = await add({})
    const body = { id: later.id, openid_configuration: google.url }
    const { json } = await site.call('PUT', '/api/entity/Connected App', { body, as: manager })
    expect(json.entity.token_uri).toBe(`${google.url}/token`)
  })

  test('that cannot be read does not prevent a save', async () => {
    expect(await add({ openid_configuration: 'http://127.0.0.1:1/' })).toMatchObject({ authorization_uri: null })
  })
})

onPostgres((_open, database) => {
  test('a sign-in with two concurrent callbacks is finished once there too', async () => {
    const there = await makeTestSite({ database })
    const as = await there.signIn('Administrator')
    const app = { id: 'google', ...google.endpoints, ...client }
    await there.call('PUT', '/api/entity/Connected App', { body: app, as })
    const path = '/api/entity/Connected App/google?run_method=initiate_web_application_flow'
    const { data } = (await there.call('POST', path, { body: { data: {} }, as })).json
    const query = new URLSearchParams(google.grant(data))
    const before = google.tokenCalls.length
    const answers = await Promise.all([1, 2, 3, 4].map(() => there.call('GET', `/api/auth/oauth?${query}`, { as })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '417', '417', '417'])
    expect(google.tokenCalls.length).toBe(before + 1)
  })
})
