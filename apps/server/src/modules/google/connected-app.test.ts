import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let manager: string

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('manager@example.com')
})

describe('a connected app', () => {
  test('for Google exists on every site and lacks only its client ID and secret', async () => {
    const { json } = await site.call('GET', '/api/entity/Connected App/google', { as: manager })
    const { scopes, query_parameters, ...app } = json.entity
    expect(app).toMatchObject({
      provider_name: 'Google',
      client_id: null,
      authorization_uri: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
      revocation_uri: 'https://oauth2.googleapis.com/revoke',
      userinfo_uri: 'https://openidconnect.googleapis.com/v1/userinfo',
    })
    expect(scopes.map(({ scope }: { scope: string }) => scope)).toEqual(['openid', 'email', 'profile'])
    expect(query_parameters.map(({ key, value }: Record<string, string>) => `${key}=${value}`)).toEqual([
      'access_type=offline',
      'prompt=consent',
      'include_granted_scopes=true',
    ])
  })

  test.each([
    'openid_configuration',
    'authorization_uri',
    'token_uri',
    'revocation_uri',
    'userinfo_uri',
    'introspection_uri',
  ])('must have https or this machine as %s', async (field) => {
    const statusOf = async (address: string) => {
      const body = { provider_name: 'Provider', [field]: address }
      return (await site.call('POST', '/api/entity/Connected App', { body, as: manager })).status
    }
    expect(await statusOf('https://id.example.com/x')).toBe(200)
    expect(await statusOf('http://localhost:9000/x')).toBe(200)
    expect(await statusOf('http://127.0.0.1/x')).toBe(200)
    for (const address of ['http://id.example.com/x', 'http://localhost.example.com', 'ftp://localhost/x', 'id']) {
      expect([address, await statusOf(address)]).toEqual([address, 417])
    }
  })
})
