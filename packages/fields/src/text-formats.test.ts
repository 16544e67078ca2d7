import { describe, expect, test } from 'vitest'
import { isEmailAddress, isPhoneNumber, isWebAddress } from './text-formats.ts'

describe('an email address', () => {
  test.each(['noa@example.com', 'Noa.Bar+tag@mail.example.co.il', "o'neil@example.com", '1@a-b.io', 'a@דואר.קום'])(
    'may be %s',
    (text) => expect(isEmailAddress(text)).toBe(true),
  )

  test.each([
    'noa',
    'noa@',
    '@example.com',
    'noa@example',
    'a b@example.com',
    'a..b@example.com',
    '.a@example.com',
    'a@b@example.com,c@example.com',
    'a@example.com,b@example.com',
    'a@example.com\nBcc: b@example.com',
    'Noa <noa@example.com>',
    'a@-example.com',
    'a@example..com',
    'ａdmin@example.com',
    'a@[127.0.0.1]',
  ])('may not be %j', (text) => expect(isEmailAddress(text)).toBe(false))
})

test('a phone number has digits, spaces and +-() only', () => {
  expect(['+972 (50) 123-4567', '*6543', '050-1234567', '---', '050 x 1', '٠٥٠'].map(isPhoneNumber)).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['https://example.com/a?b=1#c', true],
  ['HTTP://localhost:8080', true],
  ['https://דוגמה.ישראל/דף', true],
  ['javascript:alert(1)', false],
  ['ftp://example.com', false],
  ['//example.com', false],
  ['https://', false],
  ['http:example.com', false],
  ['https://exa mple.com', false],
  ['java\nscript://x', false],
])('%j is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected)
})
