import { expect, test } from 'vitest'
import { passwordFault } from './password-rules.ts'
import { hashPassword, hashPasswordNow, verifyPassword } from './passwords.ts'

test('a password matches only its own hash', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('correct horse', hash)).toEqual({ isRight: true, isOld: false })
  expect(await verifyPassword('correct horsf', hash)).toEqual({ isRight: false, isOld: false })
  expect(await verifyPassword('correct horse', hashPasswordNow('correct horse'))).toMatchObject({ isRight: true })
})

test('no password matches without a hash or with a broken one', async () => {
  for (const hash of [undefined, '', 'plain', '$argon2id$v=19$m=1$x$y', '$2b$10$abc']) {
    expect((await verifyPassword('x', hash)).isRight).toBe(false)
  }
})

test('a hash with other parameters is recognised as old', async () => {
  const old = (await hashPassword('x')).replace('t=2', 't=1')
  expect((await verifyPassword('x', old)).isOld).toBe(true)
})

test('the same letters are the same password, however they are composed, also beyond 72 bytes', async () => {
  expect((await verifyPassword('caf\u00e9', await hashPassword('cafe\u0301'))).isRight).toBe(true)
  const long = 'x'.repeat(500)
  expect((await verifyPassword(`${long}a`, await hashPassword(`${long}b`))).isRight).toBe(false)
})

test('a password must be long enough and no name', () => {
  const person = { email: 'dana@example.com', full_name: 'Dana Levi', siteTitle: null }
  const fault = (password: string) => passwordFault(password, 8, person)?.text
  expect(fault('1234567')).toBe('The password must be at least {0} characters long.')
  expect(fault('😀😀😀😀')).toBe('The password must be at least {0} characters long.')
  expect(fault('DANA@example.com')).toBe('Choose a password that is harder to guess.')
  expect(fault(' dana levi ')).toBe('Choose a password that is harder to guess.')
  expect(fault('x'.repeat(513))).toBe('{0} is too long (maximum {1} characters)')
  expect(fault('correct horse')).toBeUndefined()
})

test('a password must not be common, a run, a repetition, or hold a name of its user or site', () => {
  const person = { email: 'dana.l@example.com', full_name: 'דנה לוי', siteTitle: 'Blue Harbour' }
  const fault = (password: string) => passwordFault(password, 8, person)?.text
  const common = ['password', 'Password1', 'ILOVEYOU', 'trustno1', 'qwerty123', 'admin123', 'baseball1', 'p@ssw0rd']
  const runs = [
    '12345678',
    '87654321',
    '34567890',
    'abcdefgh',
    'zyxwvuts',
    'qwertyui',
    'poiuytre',
    'אבגדהוזח',
    'חזוהדגבא',
  ]
  const repeated = ['aaaaaaaa', '........', 'אאאאאאאא', '😀😀😀😀😀😀😀😀', '        ']
  const own = ['dana.l-2026!', 'my DanaL horse', 'דנה-לוי-1984', 'דנהלוי סוס', 'blue harbour 7', 'xBlueHarbourx']
  for (const password of [...common, ...runs, ...repeated, ...own]) {
    expect([password, fault(password)]).toEqual([password, 'This password is too common.'])
  }
  for (const password of ['correct horse', 'a brand new password', 'harbour blue', 'סוס נכון סוללה', 'dane levi']) {
    expect([password, fault(password)]).toEqual([password, undefined])
  }
  // Short words occur in good passwords by chance.
  expect(
    passwordFault('correct horse', 8, { email: 'or@example.com', full_name: 'Se', siteTitle: 'rec' }),
  ).toBeUndefined()
})
