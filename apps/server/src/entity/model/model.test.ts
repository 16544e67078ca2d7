import { limits } from '@tavla/contract'
import { loadFieldTypes } from '@tavla/fields/server'
import { expect, test } from 'vitest'
import type { EntityDefinition, FieldDefinition } from './definition.ts'
import { compileModel, type Model } from './model.ts'

const types = await loadFieldTypes()

function compile(fields: readonly Partial<FieldDefinition>[], more: Partial<EntityDefinition> = {}): Model {
  const definition: EntityDefinition = {
    id: 'Trip',
    module: 'Travel',
    app_name: 'sample',
    type: 'Document',
    fields: fields.map((field) => ({ fieldname: 'a', fieldtype: 'Data', label: 'A', ...field })),
    ...more,
  }
  return compileModel(definition, 'e_trip', 1, types)
}

const indexedColumns = (model: Model) =>
  model.table.indexes.map(({ columns }) => columns.map(({ name }) => name).join())

test('a link and a quick filter lead an index that continues in the order of the list', () => {
  const model = compile([
    { fieldname: 'guide', fieldtype: 'Link', options: 'User' },
    { fieldname: 'stage', in_standard_filter: 1 },
    { fieldname: 'title' },
  ])
  expect(indexedColumns(model)).toEqual([
    'id_fold',
    'modified,id_fold',
    'c_guide,modified,id_fold',
    'c_stage,modified,id_fold',
    'creation,id_fold',
  ])
})

test('system times, the title and fields with an index of their own have one in their order', () => {
  const fields = [
    { fieldname: 'title' },
    { fieldname: 'due', fieldtype: 'Date', index: 1 as const },
    { fieldname: 'city', index: 1 as const },
  ]
  const model = compile(fields, { title_field: 'title', sort_field: 'due' })
  expect(indexedColumns(model)).toEqual([
    'id_fold',
    'c_due,id_fold',
    'c_city,c_due,id_fold',
    'creation,id_fold',
    'modified,id_fold',
    'f_title,id_fold',
    'f_city,id_fold',
  ])
  const ordered = [...model.ordered].map(({ name }) => name)
  expect(ordered).toEqual(['id', 'due', 'creation', 'modified', 'title', 'city'])
})

test('owners lead an index if there is a rule for own records', () => {
  const permissions = [{ role: 'Staff', read: 1 as const, if_owner: 1 as const }]
  expect(indexedColumns(compile([{}], { permissions }))).toContain('owner,modified,id_fold')
})

test('a log has only the indexes that it names', () => {
  const fields = [
    { fieldname: 'guide', fieldtype: 'Link', options: 'User' },
    { fieldname: 'hash', index: 1 as const, is_core: 1 as const },
  ]
  expect(indexedColumns(compile(fields, { is_log: true }))).toEqual(['id_fold', 'modified,id_fold', 'c_hash'])
})

test('a counted field ends the indexes of the order', () => {
  const permissions = [{ role: 'Staff', read: 1 as const, if_owner: 1 as const }]
  const fields = [{ fieldname: 'size', fieldtype: 'Int', counted: 1 as const }]
  expect(indexedColumns(compile(fields, { is_log: true, permissions }))).toEqual([
    'id_fold',
    'modified,id_fold,c_size',
    'owner,modified,id_fold,c_size',
  ])
})

test('a field of unlimited length has no index of its own', () => {
  const notes = { fieldname: 'notes', fieldtype: 'Text', unique: 1 as const, in_standard_filter: 1 as const }
  const model = compile([notes], { sort_field: 'notes' })
  expect(indexedColumns(model)).toEqual(['id_fold', 'id_fold', 'creation,id_fold', 'modified,id_fold'])
})

test('names of indexes depend on their columns and fit both databases', () => {
  const fields = ['a', 'b'].map((fieldname) => ({ fieldname, unique: 1 as const, in_standard_filter: 1 as const }))
  const { table } = compileModel(compile(fields).definition, `e_${'x'.repeat(38)}`, 1, types)
  const names = table.indexes.map(({ name }) => name)
  expect(new Set(names).size).toBe(7)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(limits.entityNameLength)
})

test('rows of a table are found by id, by their record in order and by their links', () => {
  const model = compile([{ fieldname: 'stop', fieldtype: 'Link', options: 'Place' }, {}], { type: 'Table' })
  expect(indexedColumns(model)).toEqual(['id', 'parent,parent_entity,parent_field,idx', 'c_stop'])
  expect(model.byName.has('owner')).toBe(false)
})

test('choices with labels are sent as a list, other options unchanged', () => {
  const pairs = [{ value: 'a', label: 'First' }]
  const optionsOf = (options: string) => compile([{ fieldtype: 'Select', options }]).byName.get('a')?.meta.options
  expect(optionsOf(JSON.stringify(pairs))).toEqual(pairs)
  expect([optionsOf('[broken'), optionsOf('One\nTwo')]).toEqual(['[broken', 'One\nTwo'])
})

test('a field of an unknown type is refused by name', () => {
  expect(() => compile([{ fieldname: 'blob', fieldtype: 'Hologram' }])).toThrow(
    'unknown field type Hologram of field blob',
  )
})
