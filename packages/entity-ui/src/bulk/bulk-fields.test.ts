import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { withField, withoutField } from './bulk-fields.ts'

const field = (fieldname: string, fieldtype: string, options: string | null = null) =>
  ({ fieldname, fieldtype, options, label: fieldname }) as FieldMeta
const fields = [
  field('about_entity', 'Link', 'Entity'),
  field('about_id', 'Dynamic Link', 'about_entity'),
  field('status', 'Select'),
]

test('adding or removing a dynamic link adds or removes the field that names its entity', () => {
  const chosen = withField(fields, withField(fields, {}, 'status'), 'about_id')
  expect(Object.keys(chosen)).toEqual(['status', 'about_entity', 'about_id'])
  expect(Object.keys(withoutField(fields, chosen, 'about_entity'))).toEqual(['status'])
  expect(Object.keys(withoutField(fields, chosen, 'about_id'))).toEqual(['status', 'about_entity'])
})

test('entered values stay when another field is added', () => {
  expect(withField(fields, { about_entity: 'Task' }, 'about_id')).toMatchObject({ about_entity: 'Task' })
})
