import { expect, test } from 'vitest'
import { readSelectOptions } from '../select-options.ts'
import { israel } from '../wall-clock.fixture.ts'
import select from './select.server.ts'

const parse = (value: unknown, options: string | null) =>
  select.parse(value, { fieldname: 'status', label: 'Status', fieldtype: 'Select', options }, israel)

test('options are lines, and a blank line means no value', () => {
  expect(readSelectOptions('\n Open\r\nDone \n')).toEqual([
    { label: 'Open', value: 'Open' },
    { label: 'Done', value: 'Done' },
  ])
  expect(parse('', '\nOpen\nDone')).toEqual({ value: null })
})

test('options may be JSON text of label and value pairs', () => {
  const options = JSON.stringify([{ label: 'Very high', value: 'high' }, { value: 2 }, 'plain', null, { label: 'x' }])
  expect(readSelectOptions(options)).toEqual([
    { label: 'Very high', value: 'high' },
    { label: '2', value: '2' },
    { label: 'plain', value: 'plain' },
  ])
  expect(parse(2, options)).toEqual({ value: '2' })
})

test('another value is refused with the labels of the valid ones', () => {
  expect(parse('Gone', 'Open\nDone')).toEqual({
    problem: {
      text: '{0} must be one of: {1}',
      args: [{ translate: 'Status' }, [{ translate: 'Open' }, { translate: 'Done' }]],
    },
  })
})
