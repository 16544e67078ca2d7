import { expect, it } from 'vitest'
import { sql } from './sql.ts'

it('keeps values apart from the text, in the order of their placeholders', () => {
  const inner = sql`b = ${2} or c in (${sql.join([3, 'four'])})`
  const { sql: text, parameters } =
    sql`select ${sql.id('a')} from ${sql.table('t')} where a = ${1} and (${inner})`.print()
  expect(text).toBe('select "a" from "t" where a = ? and (b = ? or c in (?, ?))')
  expect(parameters).toEqual([1, 2, 3, 'four'])
})

it('binds everything that is not a fragment as a value, whatever it looks like', () => {
  const hostile = ['1; drop table t', { sql: 'drop table t' }, ['x'], null, { print: () => 'x' }]
  const { sql: text, parameters } = sql`select ${sql.join(hostile)}`.print()
  expect(text).toBe('select ?, ?, ?, ?, ?')
  expect(parameters).toEqual(hostile)
})

it('quotes names, so that no name can end early', () => {
  expect(sql`${sql.id('t', 'a"b')}`.print().sql).toBe('"t"."a""b"')
})

it('writes only whole numbers of the program into the text', () => {
  expect(sql`limit ${sql.lit(20)}`.print()).toEqual({ sql: 'limit 20', parameters: [] })
  expect(() => sql.lit(Number.NaN)).toThrow(TypeError)
})
