import { expect, test } from 'vitest'
import { activeOption, matchOptions, onlyMatch } from './option.ts'

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

test('the option that the arrows reached stays active when a later answer of the search moves or removes it', () => {
  const [haifa, newHaifa, telAviv] = options
  if (!haifa || !newHaifa || !telAviv) throw new Error('There are too few options')
  const pointed = { at: 1, meant: newHaifa.value }
  expect(activeOption(options, pointed)).toBe(1)
  expect(activeOption([newHaifa], pointed)).toBe(0)
  expect(activeOption([telAviv, haifa, newHaifa], pointed)).toBe(2)
  expect(activeOption([telAviv, haifa], pointed)).toBe(0)
  expect(activeOption([], pointed)).toBe(-1)
  expect(activeOption([haifa], { at: 3 })).toBe(0)
  expect(activeOption(options, { at: -1 })).toBe(-1)
})

test('a search finds an option by words that are not shown, after those it finds by their names', () => {
  const types = [
    { value: 'Int', label: 'Int', words: 'number, quantity' },
    { value: 'Data', label: 'Data', words: 'text' },
    { value: 'Number Card', label: 'Number Card' },
  ]
  expect(matchOptions(types, 'Number').map(({ value }) => value)).toEqual(['Number Card', 'Int'])
})
