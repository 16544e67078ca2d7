import { expect, test } from 'vitest'
import { checkPasswords } from './check-passwords.ts'

test('a new password must be present and repeated exactly', () => {
  expect(checkPasswords('', '')).toEqual({ password: 'Password is required.' })
  expect(checkPasswords('secret', '')).toEqual({ confirmation: 'Confirm password is required.' })
  expect(checkPasswords('secret', 'Secret')).toEqual({ confirmation: 'Passwords do not match.' })
  expect(checkPasswords('secret', 'secret')).toEqual({})
})
