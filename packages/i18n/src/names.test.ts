import { expect, test } from 'vitest'
import { currencySuffix, direction, formatNumber } from './locale.ts'
import { pluralOf, titleCase } from './names.ts'

test.each([
  ['HQ_info', 'HQ Info'],
  ['logs', 'Logs'],
  ['email_accounts', 'Email Accounts'],
  ['some-long name', 'Some Long Name'],
  ['', ''],
  ['פרטי_לקוח', 'פרטי לקוח'],
])('%s has the title %s', (name, title) => {
  expect(titleCase(name)).toBe(title)
})

test.each([
  ['Contact', 'Contacts'],
  ['Catalog Item', 'Catalog Items'],
  ['Company', 'Companies'],
  ['Survey', 'Surveys'],
  ['Address', 'Addresses'],
  ['Box', 'Boxes'],
  ['Goods', undefined],
  ['Form 27', undefined],
  ['לקוח', undefined],
])('several records of %s are %s', (name, plural) => {
  expect(pluralOf(name)).toBe(plural)
})

test('Hebrew runs from right to left, anything else from left to right', () => {
  expect(['he', 'en', 'de', ''].map(direction)).toEqual(['rtl', 'ltr', 'ltr', 'ltr'])
})

test('numbers have the separators of the language', () => {
  expect(formatNumber(1234567.891, 'en')).toBe('1,234,567.891')
  expect(formatNumber(1234567.891, 'he', 2)).toBe('1,234,567.89')
})

test('an amount ends with the sign of its currency, else with the code', () => {
  expect(['ILS', 'USD', 'EUR', 'GBP', 'CHF'].map(currencySuffix)).toEqual(['₪', '$', '€', '£', 'CHF'])
})
