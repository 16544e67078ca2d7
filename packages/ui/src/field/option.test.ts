import { expect, test } from 'vitest'
import { matchOptions, onlyMatch } from './option.ts'

const options = ['Haifa', 'New Haifa', 'Tel Aviv', 'חיפה'].map((label) => ({ value: label, label }))
const found = (typed: string) => matchOptions(options, typed).map((option) => option.label)

test('typed text narrows the options, those that begin with it first', () => {
  expect(found('ha')).toEqual(['Haifa', 'New Haifa'])
  expect(found(' NEW ')).toEqual(['New Haifa'])
  expect(found('חי')).toEqual(['חיפה'])
  expect(found('x')).toEqual([])
})

test('an empty search leaves the options as they are', () => {
  expect(matchOptions(options, ' ')).toBe(options)
})

test('typed text means an option if it is the only one, or the only one of that name', () => {
  const haifas = options.slice(0, 2)
  expect(onlyMatch(haifas.slice(0, 1), 'hai')?.value).toBe('Haifa')
  expect(onlyMatch(haifas, ' haifa ')?.value).toBe('Haifa')
  expect(onlyMatch(haifas, 'hai')).toBeUndefined()
  expect(onlyMatch([...haifas, ...haifas], 'haifa')).toBeUndefined()
  expect(onlyMatch([], 'haifa')).toBeUndefined()
})
