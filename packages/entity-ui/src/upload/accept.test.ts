import { fileSize } from '@tavla/fields/ui'
import { expect, test } from 'vitest'
import { expectation, isAccepted } from './accept.ts'

test('an empty list accepts any file', () => {
  expect(isAccepted({ name: 'a.exe', type: '' }, [])).toBe(true)
})

test('wildcards, exact types and extensions match', () => {
  expect(isAccepted({ name: 'a.png', type: 'image/png' }, ['image/*'])).toBe(true)
  expect(isAccepted({ name: 'a.svg', type: 'imagex/svg' }, ['image/*'])).toBe(false)
  expect(isAccepted({ name: 'a.pdf', type: 'application/pdf' }, ['image/*', 'application/pdf'])).toBe(true)
  expect(isAccepted({ name: 'A.PDF', type: '' }, ['.pdf'])).toBe(true)
  expect(isAccepted({ name: 'a.txt', type: 'text/plain' }, ['.pdf'])).toBe(false)
})

test('the hint names a single accepted type alone, and joins several with "or"', () => {
  expect(expectation(['image/*'], 'en')).toEqual({ text: 'Expects {lastType}', args: { lastType: 'image/*' } })
  expect(expectation(['image/*', 'video/*', '.pdf'], 'en').args).toEqual({
    allButLastType: 'image/*, video/*',
    lastType: '.pdf',
  })
})

test('sizes are written in base 1000', () => {
  expect(fileSize(999, 'en')).toEqual({ amount: '999', unit: 'bytes' })
  expect(fileSize(1999, 'en')).toEqual({ amount: '1', unit: 'KB' })
  expect(fileSize(5_250_000, 'en')).toEqual({ amount: '5.3', unit: 'MB' })
  expect(fileSize(1_234_000_000, 'en')).toEqual({ amount: '1.23', unit: 'GB' })
})
