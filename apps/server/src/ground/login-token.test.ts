import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeLoginToken, readLoginToken } from './login-token.ts'

const secret = 'the secret of a project'
const who = { aud: 'acme', sub: 'omer@example.com', name: 'Omer', role: 'Operator' } as const
const now = Date.UTC(2026, 0, 5)

test('a token is valid for its own project, for 60 seconds, with the right secret', () => {
  const token = makeLoginToken(secret, who, now)
  expect(readLoginToken(secret, 'acme', token, now)).toMatchObject({ ...who, exp: now / 1000 + 60 })
  expect(readLoginToken(secret, 'acme', token, now + 59_000)).toBeDefined()
  expect(readLoginToken(secret, 'acme', token, now + 60_000)).toBeUndefined()
  expect(readLoginToken(secret, 'other', token, now)).toBeUndefined()
  expect(readLoginToken('another secret', 'acme', token, now)).toBeUndefined()
})

test('a changed or forged token is refused', () => {
  const token = makeLoginToken(secret, who, now)
  const [payload = '', signature = ''] = token.split('.')
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), role: 'Administrator' }),
  )
  const plainHmac = createHmac('sha256', secret).update(payload).digest('base64url')
  const bad = [
    `${forged.toString('base64url')}.${signature}`,
    `${payload}.`,
    payload,
    `${payload}.${signature}.x`,
    `.${signature}`,
    `${payload}.${plainHmac}`,
    `${payload}.${signature.slice(0, -2)}`,
    '',
    'a.b',
    token.repeat(50),
    undefined,
    null,
    42,
    [token],
    { token },
  ]
  for (const one of bad) expect(readLoginToken(secret, 'acme', one, now)).toBeUndefined()
})
