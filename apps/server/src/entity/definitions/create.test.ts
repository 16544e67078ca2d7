import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { createRecord, deleteRecord, listRecords, updateRecord } from '../index.ts'
import { dumpOf, refusal } from '../testing.ts'
import { definitionTests, type FieldRow, type Row } from './testing.ts'

eachStore((open) => {
  const { site, create, get, define, save, text } = definitionTests(open)

  describe('creating an entity', () => {
    it('requires id and module', async () => {
      for (const body of [{}, { id: 'A' }, { module: 'M' }, { id: ' ', module: '' }]) {
        expect(await text(createRecord(site.engine, site.manager, 'Entity', body))).toEqual([
          417,
          'Entity ID or Module is required',
        ])
      }
    })

    it('sets the defaults: custom, ids by hash, open to Staff', async () => {
      const id = await define([{ label: 'Due Date', fieldtype: 'Date' }])
      const entity = await get('Entity', id)
      expect(entity).toMatchObject({
        ...{ app_name: 'custom', type: 'Document', naming_rule: 'Hash', sort_field: 'modified', sort_order: 'DESC' },
        ...{ is_main_nav: 1, track_changes: 1, layout: 'List', entity_name: id, schema_version: 1 },
      })
      expect(
        (entity.permissions as Row[]).map(({ role, permlevel, read, write }) => [role, permlevel, read, write]),
      ).toEqual([
        ['System Manager', 0, 1, 1],
        ['Staff', 0, 1, 1],
        ['System Manager', 1, 1, 1],
      ])
      expect((entity.fields as Row[])[0]).toMatchObject({ fieldname: 'due_date', label: 'Due Date' })
      const record = await createRecord(site.engine, site.staff, id, { due_date: '2026-01-05' })
      expect(record.id).toMatch(/^[a-z2-7]{10}$/)
    })

    it('accepts names in Hebrew, names of 61 characters, and two names with the same table name', async () => {
      for (const id of ['לקוחות ותיקים', `Ä${'x'.repeat(60)}`, 'Same-Name', 'Same Name']) {
        await createRecord(site.engine, site.manager, 'Entity', { id, module: 'T', fields: [{ fieldname: 'a' }] })
        await createRecord(site.engine, site.staff, id, { a: id })
        expect((await listRecords(site.engine, site.staff, id, { fields: 'a' })).data).toMatchObject([{ a: id }])
      }
    })

    it.each([['1abc'], ['a/b'], ['a.b'], ['x'.repeat(62)], ['meta'], ['<b>'], ['a\u200fb']])(
      'refuses the name %s',
      async (id) => {
        expect((await refusal(createRecord(site.engine, site.manager, 'Entity', { id, module: 'T' }))).status).toBe(417)
      },
    )

    it('refuses a name that is taken in another case', async () => {
      const call = createRecord(site.engine, site.manager, 'Entity', { id: 'TASK', module: 'T' })
      expect((await refusal(call)).status).toBe(409)
    })

    it('creates the single record of a Settings entity at once', async () => {
      const id = await define([{ fieldname: 'colour', default: 'red' }], { type: 'Settings' })
      expect(await get(id, id)).toMatchObject({ id, colour: 'red' })
      expect((await listRecords(site.engine, site.manager, id, {})).count).toBe(1)
      expect((await refusal(create(id, {}))).status).toBe(409)
    })
  })

  describe('a refused definition changes nothing', () => {
    const cases: [string, FieldRow[], object, (string | number | { translate: string })[]][] = [
      ['a bad fieldname', [{ fieldname: 'Due Date' }], {}, [417, 'Fieldname {0} is not valid', 'Due Date']],
      ['a fieldname of Hebrew', [{ fieldname: 'שם' }], {}, [417, 'Fieldname {0} is not valid', 'שם']],
      ['a long fieldname', [{ fieldname: 'a'.repeat(62) }], {}, [417, 'Fieldname {0} is not valid', 'a'.repeat(62)]],
      [
        'a default that is no number',
        [{ fieldname: 'n', fieldtype: 'Int', default: 'abc' }],
        {},
        [417, 'The value for {0} is not valid', 'n (default)'],
      ],
      [
        'a default that is no option',
        [{ fieldname: 's', fieldtype: 'Select', options: 'A\nB', default: 'C' }],
        {},
        [417, 'The value for {0} is not valid', 's (default)'],
      ],
      ['a reserved name', [{ fieldname: 'owner' }], {}, [417, 'Fieldname {0} is reserved', 'owner']],
      ['the id as a field', [{ fieldname: 'id' }], {}, [417, 'Fieldname {0} is reserved', 'id']],
      ['the row number', [{ fieldname: 'rid' }], {}, [417, 'Fieldname {0} is reserved', 'rid']],
      ['a word of JavaScript', [{ fieldname: 'constructor' }], {}, [417, 'Fieldname {0} is reserved', 'constructor']],
      [
        'a name twice',
        [{ fieldname: 'a' }, { fieldname: 'a' }],
        {},
        [417, 'Fieldname {0} appears more than once', 'a'],
      ],
      [
        'a link to nothing',
        [{ fieldname: 'a', fieldtype: 'Link', options: 'Nowhere' }],
        {},
        [417, '{0} needs the name of an existing entity in Options', 'a'],
      ],
      [
        'a link to a table entity',
        [{ fieldname: 'a', fieldtype: 'Link', options: 'Task Item' }],
        {},
        [417, '{0} needs the name of an existing entity in Options', 'a'],
      ],
      [
        'a table of nothing',
        [{ fieldname: 'a', fieldtype: 'Table' }],
        {},
        [417, '{0} needs the name of an existing entity in Options', 'a'],
      ],
      [
        'a table of documents',
        [{ fieldname: 'a', fieldtype: 'Table', options: 'Task' }],
        {},
        [417, '{0} must name an entity of type Table', 'a'],
      ],
      ['a select without options', [{ fieldname: 'a', fieldtype: 'Select' }], {}, [417, '{0} must have options', 'a']],
      [
        'more choices than the field for them holds',
        [{ fieldname: 'a', fieldtype: 'Select', options: 'choice\n'.repeat(200) }],
        {},
        [417, '{0} is too long (maximum {1} characters)', { translate: 'Options' }, 1000],
      ],
      [
        'a dynamic link that names no field',
        [{ fieldname: 'a', fieldtype: 'Dynamic Link', options: 'b' }],
        {},
        [417, '{0} needs a field in Options that names the entity', 'a'],
      ],
      [
        'a title that is no field',
        [{ fieldname: 'a' }],
        { title_field: 'b' },
        [417, 'Title field {0} is not a field of this entity', 'b'],
      ],
      [
        'a title that is a secret',
        [{ fieldname: 'a', fieldtype: 'Password' }],
        { title_field: 'a' },
        [417, 'Title field {0} is not a field of this entity', 'a'],
      ],
      [
        'an image that is none',
        [{ fieldname: 'a' }],
        { image_field: 'a' },
        [417, 'Title field {0} is not a field of this entity', 'a'],
      ],
      [
        'an order by no field',
        [{ fieldname: 'a' }],
        { sort_field: 'b' },
        [417, 'Title field {0} is not a field of this entity', 'b'],
      ],
      [
        'a table within a table',
        [{ fieldname: 'a', fieldtype: 'Table', options: 'Task Item' }],
        { type: 'Table' },
        [417, 'A table entity cannot contain table fields'],
      ],
      [
        'rules that shut the managers out',
        [{ fieldname: 'a' }],
        { permissions: [{ role: 'Staff', read: 1, write: 1 }] },
        [417, 'At least one rule must let System Manager read and change this entity'],
      ],
    ]

    it.each(cases)('%s', async (_, fields, more, expected) => {
      const body = { id: 'Never', module: 'T', fields, ...more }
      const before = await dumpOf(site.engine.store)
      expect(await text(createRecord(site.engine, site.manager, 'Entity', body))).toEqual(expected)
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
      expect(site.engine.models.get('Never')).toBeUndefined()
    })

    it('an unknown type, an unknown level, an unknown role', async () => {
      for (const [fields, permissions] of [
        [[{ fieldname: 'a', fieldtype: 'Geolocation' }], []],
        [[{ fieldname: 'a', permlevel: 2 }], []],
        [[{ fieldname: 'a' }], [{ role: 'System Manager', read: 1, write: 1, permlevel: -1 }]],
        [
          [{ fieldname: 'a' }],
          [
            { role: 'Nobody', read: 1 },
            { role: 'System Manager', read: 1, write: 1 },
          ],
        ],
      ] as const) {
        const body = { id: 'Never', module: 'T', fields, permissions }
        expect((await refusal(createRecord(site.engine, site.manager, 'Entity', body))).status).toBe(417)
      }
    })

    it('another type for an entity with records, or for one that other definitions need', async () => {
      const id = await define([{ fieldname: 'a' }])
      const linking = await define([{ fieldname: 'b', fieldtype: 'Link', options: id }])
      expect(await text(save(id, { type: 'Table' }))).toEqual([
        417,
        '{0} needs the name of an existing entity in Options',
        'b',
      ])
      await create(id, { a: 'x' })
      expect(await text(save(id, { type: 'Table' }))).toEqual([
        417,
        'The type of an entity with records cannot be changed',
      ])
      await deleteRecord(site.engine, site.manager, 'Entity', linking)
    })
  })

  it('an entity without records changes its type', async () => {
    const id = await define([{ fieldname: 'a' }])
    await save(id, { type: 'Table' })
    const parent = await define([{ fieldname: 'rows', fieldtype: 'Table', options: id }])
    const record = await create(parent, { rows: [{ a: 'x' }] })
    expect((record.rows as Row[])[0]).toMatchObject({ a: 'x', idx: 1 })
    await deleteRecord(site.engine, site.manager, parent, record.id)
    await deleteRecord(site.engine, site.manager, 'Entity', parent)
    await save(id, { type: 'Settings' })
    await updateRecord(site.engine, site.manager, id, id, { a: 'y' })
    expect(await get(id, id)).toMatchObject({ a: 'y' })
  })
})
