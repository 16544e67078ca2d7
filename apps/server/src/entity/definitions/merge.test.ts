import { describe, expect, it } from 'vitest'
import type { EntityDefinition, FieldDefinition } from '../model/definition.ts'
import { mergeBuiltIn } from './merge.ts'

const field = (fieldname: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  fieldname,
  label: fieldname,
  fieldtype: 'Data',
  ...more,
})

const file = (more: Partial<EntityDefinition> = {}): EntityDefinition => ({
  id: 'Thing',
  module: 'Core',
  app_name: 'platform',
  type: 'Document',
  fields: [field('a', { is_core: 1 }), field('b', { is_core: 1 })],
  permissions: [{ role: 'Staff', read: 1 }],
  ...more,
})

/** A definition as the store returns it: no key is omitted. */
const stored = (definition: EntityDefinition): EntityDefinition => ({
  layout: 'List',
  is_main_nav: 1,
  nav_order: 100,
  ...definition,
  search_fields: definition.search_fields ?? [],
  fields: definition.fields.map((one) => ({ reqd: 0, in_list_view: 0, in_standard_filter: 0, ...one })),
  permissions: (definition.permissions ?? []).map((rule) => ({
    ...{ permlevel: 0, if_owner: 0, read: 0, write: 0, create: 0, delete: 0 },
    ...rule,
  })),
})

const names = ({ fields }: EntityDefinition) => fields.map((one) => one.fieldname)

describe('a newer built-in definition', () => {
  it('replaces untouched properties, even where the older file omitted a default', () => {
    const next = file({
      layout: 'Tiles',
      nav_order: 5,
      permissions: [{ role: 'Staff', read: 1, write: 1 }],
      fields: [field('a', { is_core: 1, in_list_view: 1, label: 'New' }), field('b', { is_core: 1 })],
    })
    expect(mergeBuiltIn(next, file(), stored(file()))).toEqual(next)
  })

  it('keeps an operator’s changes of appearance', () => {
    const mine = stored(file())
    const current = {
      ...mine,
      icon: 'star',
      permissions: [...(mine.permissions ?? []), { role: 'Guide', read: 1 as const }],
      fields: mine.fields.map((one) => (one.fieldname === 'a' ? { ...one, label: 'Mine' } : one)),
    }
    const next = file({ icon: 'new', fields: [field('a', { is_core: 1, label: 'New', reqd: 1 }), field('b')] })
    const merged = mergeBuiltIn(next, file(), current)
    expect(merged).toMatchObject({ icon: 'star', permissions: [{ role: 'Staff' }, { role: 'Guide' }] })
    expect(merged.fields[0]).toMatchObject({ label: 'Mine', reqd: 1 })
  })

  it('adds new fields, removes its own old ones and keeps fields added on the site', () => {
    const current = stored({ ...file(), fields: [...file().fields, field('mine')] })
    const next = file({ fields: [field('a', { is_core: 1 }), field('c', { is_core: 1 })] })
    expect(names(mergeBuiltIn(next, file(), current))).toEqual(['a', 'c', 'mine'])
  })

  it('keeps the order that an operator chose', () => {
    const current = stored({ ...file(), fields: [field('mine'), ...file().fields.toReversed()] })
    const next = file({ fields: [field('a'), field('b'), field('c')] })
    expect(names(mergeBuiltIn(next, file(), current))).toEqual(['mine', 'b', 'a', 'c'])
  })

  it('of an app that belongs to the site restores no removed field and resets no changed type', () => {
    const sample = file({ app_name: 'sample', title_field: 'a', fields: [field('a'), field('b'), field('gone')] })
    const current = stored({ ...sample, title_field: 'b', fields: [field('a', { fieldtype: 'Text' }), field('b')] })
    const next = { ...sample, fields: [...sample.fields, field('c')] }
    const merged = mergeBuiltIn(next, sample, current)
    expect(names(merged)).toEqual(['a', 'b', 'c'])
    expect(merged).toMatchObject({ title_field: 'b', fields: [{ fieldtype: 'Text' }, {}, {}] })
  })
})
