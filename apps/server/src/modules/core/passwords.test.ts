import { expect, test } from 'vitest'
import { passwordFault } from './password-rules.ts'
import { hashPassword, hashPasswordNow, verifyPassword } from './passwords.ts'

test('a password is right with its own hash alone', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('correct horse', hash)).toEqual({ isRight: true, isOld: false })
  expect(await verifyPassword('correct horsf', hash)).toEqual({ isRight: false, isOld: false })
  expect(await verifyPassword('correct horse', hashPasswordNow('correct horse'))).toMatchObject({ isRight: true })
})

test('nobody is let in without a hash, or with a broken one', async () => {
  for (const hash of [undefined, '', 'plain', '$argon2id$v=19$m=1$x$y', '$2b$10$abc']) {
    expect((await verifyPassword('x', hash)).isRight).toBe(false)
  }
})

test('a hash made with other parameters is told apart', async () => {
  const old = (await hashPassword('x')).replace('t=2', 't=1')
  expect((await verifyPassword('x', old)).isOld).toBe(true)
})

test('the same letters are the same password, however they were composed; beyond 72 bytes too', async () => {
  expect((await verifyPassword('caf\u00e9', await hashPassword('cafe\u0301'))).isRight).toBe(true)
  const long = 'x'.repeat(500)
  expect((await verifyPassword(`${long}a`, await hashPassword(`${long}b`))).isRight).toBe(false)
})

test('a password is long enough and no name', () => {
  const person = { email: 'dana@example.com', full_name: 'Dana Levi' }
  const fault = (password: string) => passwordFault(password, 8, person)?.text
  expect(fault('1234567')).toBe('The password must be at least {0} characters long.')
  expect(fault('😀😀😀😀')).toBe('The password must be at least {0} characters long.')
  expect(fault('DANA@example.com')).toBe('Choose a password that is harder to guess.')
  expect(fault(' dana levi ')).toBe('Choose a password that is harder to guess.')
  expect(fault('x'.repeat(513))).toBe('{0} is too long (maximum {1} characters)')
  expect(fault('correct horse')).toBeUndefined()
})
