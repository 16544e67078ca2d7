import { readdir } from 'node:fs/promises'
import { dictionaryOf, isMissing, translate } from '@tavla/i18n'
import { catalogueEntries } from '@tavla/i18n/catalogue'
import { describe, expect, test } from 'vitest'
import { inputTypes } from './input-registry.tsx'
import { type FieldRule, type FieldTypeServer, loadFieldTypes, type ParseResult } from './server.ts'
import { fieldTypes, fieldUi } from './ui.ts'
import { israel } from './wall-clock.fixture.ts'

const types = await loadFieldTypes()
const lines = ['Data', 'Link', 'Dynamic Link', 'Read Only', 'Select']

test('each folder is a type of its name, with both halves and its inputs', async () => {
  const entries = await readdir(new URL('./', import.meta.url), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const folderOf = (type: string) => type.toLowerCase().replaceAll(' ', '-')
  expect([...types.keys()].map(folderOf).sort()).toEqual(folders.sort())
  expect(
    fieldTypes()
      .map(({ type }) => folderOf(type))
      .sort(),
  ).toEqual(folders)
  expect(inputTypes().map(folderOf).sort()).toEqual(folders)
})

test('the name of a type is the same in Hebrew, whatever its word means elsewhere', () => {
  const hebrew = dictionaryOf(catalogueEntries(), 'he')
  for (const name of types.keys()) {
    expect(translate(hebrew, name, undefined, 'he', 'fieldtype')).toBe(name)
    expect(isMissing(hebrew, name, 'he', 'fieldtype')).toBe(false)
  }
  expect(translate(hebrew, 'Color', undefined, 'he')).toBe('צבע')
})

test('both halves agree on searching and on naming entities', () => {
  for (const type of types.values()) {
    const ui = fieldUi(type.type)
    expect(ui.isSearched === true, type.type).toBe(type.searchable === true)
    for (const options of [null, 'Entity', 'User'])
      expect(ui.namesEntity?.({ options }) === true, type.type).toBe(type.namesEntity?.(options) === true)
    expect(ui.isUnlisted === true, type.type).toBe(type.kind === 'table' || type.kind === 'secret')
    expect(ui.hasRows === true, type.type).toBe(type.kind === 'table')
    expect(ui.isPicture === true, type.type).toBe(type.onlyPictures === true)
    if (type.needsOptions) expect(ui.options, type.type).toBeDefined()
  }
})

describe.each([...types.values()].filter((type) => type.kind !== 'table'))('$type', (type) => {
  test('reads its sample, and reads the stored form as the same value', () => {
    expect(parse(type, type.sample.value)).toEqual({ value: type.sample.stored })
    expect(parse(type, type.present ? type.present(type.sample.stored) : type.sample.stored)).toEqual({
      value: type.sample.stored,
    })
  })

  test.each(type.sample.refused ?? [])('refuses %j', (value) => {
    expect(parse(type, value)).toHaveProperty('problem')
  })

  test('a blank value is null, or 0 for a number or flag', () => {
    const blank = ['integer', 'decimal', 'flag'].includes(type.kind) ? 0 : null
    for (const value of [null, undefined, '', ' \n\t\u00a0 ', '\0']) {
      if (value === '\0' && type.kind === 'json') continue
      expect(parse(type, value)).toEqual({ value: blank })
    }
  })

  test('a text over the maximum length is refused, and the message names the field', () => {
    if (type.length === null || type.kind === 'json') return
    const message = {
      text: '{0} is too long (maximum {1} characters)',
      args: [{ translate: 'Some Label' }, type.length],
    }
    const tooLong = { problem: message, type: 'CharacterLengthExceededError' }
    expect(parse(type, 'x'.repeat(type.length + 1))).toEqual(tooLong)
    expect(parse(type, 'x'.repeat(type.length))).not.toEqual(tooLong)
  })

  test('an object or a list never becomes text', () => {
    for (const value of [{}, [], { value: 'x' }, ['x'], [5], [[]], { toString: 'x' }, { $ne: null }]) {
      const parsed = parse(type, value)
      if (['integer', 'decimal', 'flag'].includes(type.kind)) expect(parsed).toEqual({ value: 0 })
      else if (type.kind === 'json') expect(parsed).toEqual({ value: JSON.stringify(value) })
      else expect(parsed).toHaveProperty('problem')
    }
  })

  test.each(hostile())('$name gives a storable value or a sentence', ({ value }) => {
    expectSound(type, parse(type, value))
  })
})

test('a table is never parsed as one value', () => {
  const table = types.get('Table') as FieldTypeServer
  expect(parse(table, [])).toHaveProperty('problem')
})

test('text from outside keeps only whole characters', () => {
  for (const name of ['Data', 'Text', 'Code', 'Password']) {
    const type = types.get(name) as FieldTypeServer
    expect(parse(type, 'a\0b\ud800c')).toEqual({ value: 'ab\ufffdc' })
  }
})

test('a number or a boolean for a text field becomes its text', () => {
  for (const name of ['Data', 'Small Text', 'Link']) {
    const type = types.get(name) as FieldTypeServer
    expect([42, -0.5, true].map((value) => parse(type, value))).toEqual([
      { value: '42' },
      { value: '-0.5' },
      { value: 'true' },
    ])
  }
})

test('a single line is trimmed, a longer text keeps its white space', () => {
  for (const type of types.values()) {
    if (type.kind === 'longtext') expect(parse(type, ' a\n')).toEqual({ value: ' a\n' })
    if (type.kind === 'text' && type.type !== 'Select' && !type.isStrict)
      expect(parse(type, ' a\n')).toEqual({ value: 'a' })
  }
  expect(lines.every((name) => types.get(name)?.length === 140)).toBe(true)
})

function parse(type: FieldTypeServer, value: unknown): ParseResult {
  return type.parse(value, ruleOf(type), israel)
}

function ruleOf(type: FieldTypeServer): FieldRule {
  const options = type.sample.options ?? null
  return { fieldname: 'some_field', label: 'Some Label', fieldtype: type.type, options }
}

function expectSound(type: FieldTypeServer, parsed: ParseResult) {
  if ('problem' in parsed) {
    expect(parsed.problem.args).toHaveProperty('0', { translate: 'Some Label' })
    return
  }
  const { value } = parsed
  if (typeof value === 'number') {
    expect(Number.isFinite(value)).toBe(true)
    expect(Object.is(value, -0)).toBe(false)
  } else if (value !== null) {
    expect(typeof value).toBe('string')
    expect(value.isWellFormed()).toBe(true)
    expect(value).not.toContain('\0')
    expect(value).not.toContain('[object')
    expect(value.length).toBeLessThanOrEqual(type.length ?? 40)
  }
}

function hostile(): { name: string; value: unknown }[] {
  let deep: unknown = 'core'
  for (let n = 0; n < 50_000; n++) deep = [deep]
  const circle: Record<string, unknown> = {}
  circle.self = circle
  return [
    { name: 'a deep list', value: deep },
    { name: 'deep JSON text', value: '['.repeat(400_000) + ']'.repeat(400_000) },
    { name: 'unclosed JSON text', value: '{"a":'.repeat(150_000) },
    { name: 'an object that holds itself', value: circle },
    { name: 'a polluting object', value: JSON.parse('{"__proto__":{"admin":1},"constructor":{"prototype":1}}') },
    { name: 'a huge text', value: 'x'.repeat(3_000_000) },
    { name: 'a long row of digits', value: `${'9'.repeat(900_000)}!` },
    { name: 'a long row of spaces', value: `${' '.repeat(900_000)}!` },
    { name: 'a huge number', value: 1e308 },
    { name: 'infinity', value: Number.NEGATIVE_INFINITY },
    { name: 'infinity in text', value: '1e999' },
    { name: 'not a number', value: Number.NaN },
    { name: 'minus zero', value: -0 },
    { name: 'a small fraction below zero', value: '-0.2' },
    { name: 'half a surrogate pair', value: '\udc00\ud800' },
    { name: 'NUL', value: 'a\0' },
    { name: 'a bigint', value: 10n },
    { name: 'a function', value: () => 'x' },
    { name: 'a symbol', value: Symbol('x') },
    { name: 'a date object', value: new Date(0) },
    { name: 'year zero', value: '0000-01-01' },
    { name: 'the last moment, west of Greenwich', value: '9999-12-31T23:59:59-12:00' },
    { name: 'the first moment, east of Greenwich', value: '0001-01-01T00:00:00+12:00' },
    { name: 'an impossible offset', value: '2026-01-05T10:00:00+99:99' },
  ]
}
