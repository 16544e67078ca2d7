import { expect, test } from 'vitest'
import { colourOf, readChoices, withColour, withTitle, writeChoices } from './choices.ts'

test('choices are read from lines and from pairs, and written back in the same form', () => {
  const pairs = JSON.stringify([{ label: 'Open now', value: 'Open' }])
  for (const options of ['Open\nDone', pairs]) expect(writeChoices(readChoices(options))).toBe(options)
  expect(readChoices('Open\n\n Done ')).toEqual([
    { value: 'Open', label: 'Open' },
    { value: 'Done', label: 'Done' },
  ])
  expect(readChoices('[half')).toEqual([{ value: '[half', label: '[half' }])
  expect(writeChoices([{ value: ' ', label: '' }])).toBeNull()
})

test('a choice has the colour of its state, and is gray without one', () => {
  const states = [{ idx: 1, title: 'Open', color: 'Orange' }]
  expect(colourOf(states, 'Open')).toBe('Orange')
  expect(colourOf(states, 'Done')).toBe('Gray')
  expect(withColour(states, 'Open', 'Red')).toMatchObject([{ title: 'Open', color: 'Red' }])
  expect(withColour(states, 'Done', 'Green')).toMatchObject([
    { title: 'Open' },
    { idx: 1, title: 'Done', color: 'Green' },
  ])
})

test('a reworded choice keeps its colour, unless another field has the old word too', () => {
  const states = [
    { idx: 1, title: 'Open', color: 'Orange' },
    { idx: 2, title: 'Done', color: 'Green' },
  ]
  expect(withTitle(states, 'Open', 'Opened', false)).toMatchObject([{ title: 'Opened', color: 'Orange' }, {}])
  expect(withTitle(states, 'Open', 'Opened', true)).toBeUndefined()
  expect(withTitle(states, 'Open', 'Done', false)).toBeUndefined()
})
