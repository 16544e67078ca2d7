import { expect, test } from 'vitest'
import { initialsOf } from './Avatar.tsx'

test('initials are the first letters of the first and last word', () => {
  expect(initialsOf('dana ruth Levi', 'dana@example.com')).toBe('DL')
  expect(initialsOf('  נועה   בר ', 'noa')).toBe('נב')
  expect(initialsOf('אבו קורינאת (יישוב)', 'a1')).toBe('אי')
  expect(initialsOf('Dana "Dee" Levi –', 'a1')).toBe('DL')
})

test('one word gives one letter; without a name the id gives it', () => {
  expect(initialsOf('Administrator', 'Administrator')).toBe('A')
  expect(initialsOf(' ', 'noa@example.com')).toBe('N')
})
