import { expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { entityMeta } from '../index.ts'
import { refusal } from '../testing.ts'
import { definitionTests } from './testing.ts'

eachStore((open) => {
  const { site, define } = definitionTests(open)
  const metaOf = (id: string) => entityMeta(site.engine, site.manager, id).meta

  it('a field carries its layout, and a group stands in the tab of its first field', async () => {
    const id = await define([
      { fieldname: 'name', in_head: 1, span: 3 },
      { fieldname: 'street', field_group: 'Address', form_tab: 'Places', new_row: 1 },
      { fieldname: 'city', field_group: 'Address', footer: 'Count' },
      { fieldname: 'gone', field_group: 'Hidden', form_tab: 'Never', hidden: 1 },
      { fieldname: 'terms', field_group: 'Terms', form_tab: 'Papers', no_copy: 1, hide_related: 1 },
      { fieldname: 'later' },
    ])
    const meta = metaOf(id)
    expect(meta.form_tabs).toEqual(['Places', 'Papers'])
    const groups = [meta.default_field_group, ...meta.field_groups]
    expect(groups.map(({ group_name, form_tab, fields }) => [group_name, form_tab, fields.length])).toEqual([
      ['', null, 2],
      ['Address', 'Places', 2],
      ['Terms', 'Papers', 1],
    ])
    const [name, street, city, , terms] = meta.doc_meta.fields
    const plain = { form_tab: null, span: 0, new_row: 0, in_head: 0, footer: null, no_copy: 0, hide_related: 0 }
    expect(name).toMatchObject({ ...plain, span: 3, in_head: 1 })
    expect(street).toMatchObject({ ...plain, form_tab: 'Places', new_row: 1 })
    expect(city).toMatchObject({ ...plain, footer: 'Count' })
    expect(terms).toMatchObject({ ...plain, form_tab: 'Papers', no_copy: 1, hide_related: 1 })
  })

  it('a form that names no tab has none', async () => {
    const { form_tabs, default_field_group } = metaOf(await define([{ fieldname: 'a' }]))
    expect([form_tabs, default_field_group.form_tab]).toEqual([[], null])
  })

  it('refuses a group in two tabs, a fifth field in the head and a span beyond the form', async () => {
    const torn = [
      { fieldname: 'a', field_group: 'One', form_tab: 'First' },
      { fieldname: 'b', field_group: 'Two', form_tab: 'Second' },
      { fieldname: 'c', field_group: 'One' },
    ]
    expect(await refusal(define(torn))).toMatchObject({
      status: 417,
      detail: { text: 'Group {0} stands in two tabs.', args: [{ translate: 'One' }] },
      errors: [{ fieldname: 'fields', row: 3, row_fieldname: 'form_tab' }],
    })
    const heads = ['a', 'b', 'c', 'd', 'e'].map((fieldname) => ({ fieldname, in_head: 1 }))
    expect(await refusal(define(heads))).toMatchObject({
      detail: { text: 'At most {0} fields can stand in the head.', args: [4] },
      errors: [{ row: 5, row_fieldname: 'in_head' }],
    })
    for (const span of [-1, 5]) {
      expect(await refusal(define([{ fieldname: 'a', span }]))).toMatchObject({
        status: 417,
        errors: [{ row: 1, row_fieldname: 'span' }],
      })
    }
    expect(await refusal(define([{ fieldname: 'a', footer: 'Middle' }]))).toMatchObject({ status: 417 })
  })
})
