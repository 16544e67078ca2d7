import { expect, test } from 'vitest'
import { canBeBlank, choiceLabel, selectChoices } from '../select-choices.ts'

test('a long list of choices is parsed only once', () => {
  const options = Array.from({ length: 10_000 }, (_, n) => `Choice ${n}`).join('\n')
  expect(selectChoices({ options })).toHaveLength(10_000)
  expect(selectChoices({ options }, 'Choice 9999')).toBe(selectChoices({ options }))
})

test('a stored value that the list no longer has stays a choice', () => {
  const options = 'Open\nDone'
  expect(selectChoices({ options }, 'Gone').map((choice) => choice.value)).toEqual(['Open', 'Done', 'Gone'])
  expect(selectChoices({ options })).toHaveLength(2)
})

test('a value without a label is its own label', () => {
  const options = JSON.stringify([{ label: 'Very high', value: 'high' }])
  expect(choiceLabel({ options }, 'high')).toBe('Very high')
  expect(choiceLabel({ options }, 'low')).toBe('low')
})

test('a choice with a default is emptied only where a blank line is among its values', () => {
  const field = { options: 'Open\nDone', default: null, reqd: 0 } as const
  expect(canBeBlank(field)).toBe(true)
  expect(canBeBlank({ ...field, reqd: 1 })).toBe(false)
  expect(canBeBlank({ ...field, default: 'Open' })).toBe(false)
  expect(canBeBlank({ ...field, default: 'Open', options: 'Open\nDone\n' })).toBe(false)
  expect(canBeBlank({ ...field, default: 'Open', options: '\nOpen\nDone' })).toBe(true)
  expect(canBeBlank({ ...field, default: 'Open', options: '\nOpen\nDone', reqd: 1 })).toBe(false)
  expect(canBeBlank({ ...field, default: 'o', options: [{ label: 'Open', value: 'o' }] })).toBe(false)
})
