import { functionNames, macroNames, methodNames } from '@tavla/expressions'
import { expect, test } from 'vitest'
import { completionsAt } from './completions.ts'
import { functionHelp } from './function-help.ts'
import { scopeOf } from './scope.ts'

const column = { fieldname: 'amount', label: 'Amount', fieldtype: 'Currency', permlevel: 0 }
const scope = scopeOf({
  type: 'Document',
  rows: [
    { idx: 1, fieldname: 'lines', label: 'Lines', fieldtype: 'Table', options: 'Line' },
    { idx: 2, fieldname: 'subject', label: 'Subject', fieldtype: 'Data' },
    { idx: 3, fieldname: 'secret', label: 'Secret', fieldtype: 'Password' },
    { idx: 4, fieldname: 'inner', label: 'Inner', fieldtype: 'Data', permlevel: 1 },
    { idx: 5, fieldname: 'in', label: 'In', fieldtype: 'Data' },
  ],
  links: [{ id: 'Line', title_field: null, fields: [column] as never }],
  parent: null,
  level: 0,
  hasContext: true,
  hasOld: false,
})
const words = (before: string, isAsked = false) => completionsAt(before, scope, isAsked).options.map(({ word }) => word)

test('the editor explains each function of the language, and no other', () => {
  const known = new Set<string>([...functionNames, ...macroNames, ...methodNames])
  expect(new Set(functionHelp.map(({ name }) => name))).toEqual(known)
})

test('fields, functions and the context go on with what is typed', () => {
  expect(words('sub')).toEqual(['subject'])
  expect(words('su')).toEqual(['subject', 'sum'])
  expect(words('ctx')).toEqual(['ctx.'])
  expect(words('ctx.ro')).toEqual(['roles'])
  expect(words('subject.st')).toEqual(['startsWith'])
  expect(words('lines.fi')).toEqual(['filter'])
  expect(completionsAt('lines.m', scope, false).options[0]).toMatchObject({ text: 'map(row, )', caret: 9 })
})

test('the row of a list function has its columns', () => {
  expect(words('sum(lines.map(row, row.')).toEqual(['amount'])
  expect(words('sum(lines.map(row, ro')).toEqual(['row.', 'round'])
})

test('nothing is offered in texts, in numbers, for a whole word, or before one asks', () => {
  for (const before of ['subject == "su', '12', 'subject', '', 'subject + ']) expect(words(before), before).toEqual([])
  expect(words('', true).slice(0, 4)).toEqual(['id', 'owner', 'lines', 'subject'])
})

test('secrets, fields of level 1 and reserved words are unknown', () => {
  expect([...scope.names.fields.keys()]).toEqual(['id', 'owner', 'lines', 'subject'])
})
