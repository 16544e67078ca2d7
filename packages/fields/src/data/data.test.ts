import { expect, test } from 'vitest'
import { israel } from '../wall-clock.fixture.ts'
import data from './data.server.ts'

const parse = (value: unknown, options: string | null, fieldname = 'some_field') =>
  data.parse(value, { fieldname, label: 'Some Label', fieldtype: 'Data', options }, israel)
const refusal = (text: string) => ({ problem: { text, args: [{ translate: 'Some Label' }] } })

test('options Email ask for an address, and so does the name email', () => {
  const refused = refusal('{0} is not a valid email address')
  expect(parse(' noa@example.com ', 'Email')).toEqual({ value: 'noa@example.com' })
  expect(parse('noa', 'Email')).toEqual(refused)
  expect(parse('noa', null, 'email')).toEqual(refused)
  expect(parse('noa', null, 'email_text')).toEqual({ value: 'noa' })
  expect(parse('', 'Email')).toEqual({ value: null })
})

test('options Phone ask for a phone number, and drop its invisible direction marks', () => {
  expect(parse('\u202a+972 50-123-4567\u202c', 'Phone')).toEqual({ value: '+972 50-123-4567' })
  expect(parse(972501234567, 'Phone')).toEqual({ value: '972501234567' })
  expect(parse('call me', 'Phone')).toEqual(refusal('{0} is not a valid phone number'))
})

test('options URL ask for http or https', () => {
  expect(parse('https://example.com', 'URL')).toEqual({ value: 'https://example.com' })
  expect(parse('javascript:alert(1)', 'URL')).toEqual(refusal('{0} is not a valid web address'))
})
