import { expect, test } from 'vitest'
import { fieldLabel, itemName, propertyLabel, propertyText } from './plan-names.ts'
import type { PlanItem } from './promotion-calls.ts'

const t = (text: string) => `<${text}>`
const item = (values: Partial<PlanItem>): PlanItem => ({
  ...({ key: 'Entity/Contact', change: 'change', risk: 'Safe', conflict: 0, picked: 1 } as const),
  ...values,
})

test('an item is named by its words, an entity by its translated name', () => {
  expect(itemName(item({}), t)).toBe('<Contact>')
  expect(itemName(item({ key: 'Translation/x1', after: { source_text: 'Phone' } }), t)).toBe('Phone')
})

test('a field is named by the label that either side knows', () => {
  const fields = [{ fieldname: 'birthday', label: 'Birthday' }]
  expect(fieldLabel(item({ before: { fields }, after: { fields: [] } }), 'birthday')).toBe('Birthday')
  expect(fieldLabel(item({ after: { fields } }), 'birthday')).toBe('Birthday')
  expect(fieldLabel(undefined, 'birthday')).toBe('birthday')
})

test('properties of a definition have the labels of the editor, and flags are words', () => {
  expect(['reqd', 'fieldtype', 'in_list_view'].map(propertyLabel)).toEqual(['Required', 'Field Type', 'In List View'])
  expect(propertyText('reqd', 1, t)).toBe('<Yes>')
  expect(propertyText('personal', 0, t)).toBe('<No>')
  expect(propertyText('permlevel', 1, t)).toBe('1')
  expect(propertyText('options', '', t)).toBe('–')
})
