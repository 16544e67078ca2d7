import { expect, test } from 'vitest'
import { codeDirection } from './code-direction.ts'

test('code runs from left to right, a template in Hebrew from right to left', () => {
  expect(codeDirection('const a = "שלום"')).toBe('ltr')
  expect(codeDirection('{{1}}')).toBe('ltr')
  expect(codeDirection('')).toBe('ltr')
  expect(codeDirection('{{1}}, שלום! ניפגש ב-Office.')).toBe('rtl')
})
