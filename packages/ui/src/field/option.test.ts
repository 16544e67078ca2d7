import { expect, test } from 'vitest'
import { matchOptions } from './option.ts'

const options = ['Haifa', 'New Haifa', 'Tel Aviv', 'חיפה'].map((label) => ({ value: label, label }))
const found = (typed: string) => matchOptions(options, typed).map((option) => option.label)

test('what is typed narrows the options, those that begin with it first', () => {
  expect(found('ha')).toEqual(['Haifa', 'New Haifa'])
  expect(found(' NEW ')).toEqual(['New Haifa'])
  expect(found('חי')).toEqual(['חיפה'])
  expect(found('x')).toEqual([])
})

test('nothing typed leaves the options as they are', () => {
  expect(matchOptions(options, ' ')).toBe(options)
})
