import { expect, test } from 'vitest'
import { israel } from '../wall-clock.fixture.ts'
import json from './json.server.ts'

const parse = (value: unknown) =>
  json.parse(value, { fieldname: 'config', label: 'Config', fieldtype: 'JSON', options: null }, israel)

test('JSON text and its value are stored alike', () => {
  expect(parse(' {"a": [1, 2]} ')).toEqual({ value: '{"a":[1,2]}' })
  expect(parse({ a: [1, 2] })).toEqual({ value: '{"a":[1,2]}' })
  expect(json.present?.('{"a":[1,2]}')).toEqual({ a: [1, 2] })
})

test('0 and false are values, null is a blank', () => {
  expect([0, false, 'null', null].map(parse)).toEqual([
    { value: '0' },
    { value: 'false' },
    { value: null },
    { value: null },
  ])
})

test('depth is limited, both in text and in values', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(parse(nested(100))).toEqual({ value: nested(100) })
  const tooDeep = {
    problem: { text: '{0} is nested too deeply (maximum {1} levels)', args: [{ translate: 'Config' }, 100] },
  }
  expect(parse(nested(101))).toEqual(tooDeep)
  expect(parse(JSON.parse(nested(101)))).toEqual(tooDeep)
})

test('length is limited, both in text and in values', () => {
  expect(parse(JSON.stringify('x'.repeat(1_000_000)))).toMatchObject({ type: 'CharacterLengthExceededError' })
  expect(parse(['x'.repeat(1_000_000)])).toMatchObject({ type: 'CharacterLengthExceededError' })
})

test('half characters and NUL are stored escaped', () => {
  expect(parse({ a: '\ud800\0' })).toEqual({ value: '{"a":"\\ud800\\u0000"}' })
})
