import type { EntityRecord } from '@tavla/contract'
import { loadFieldTypes } from '@tavla/fields/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  createRecord,
  deleteRecord,
  entityMeta,
  getRecord,
  listRecords,
  openEngine,
  purgeRetired,
  runAction,
  systemContext,
  updateRecord,
} from '../index.ts'
import { dumpOf, openTestEngine, refusal, type TestEngine } from '../testing.ts'

type Row = EntityRecord & Record<string, unknown>
type FieldRow = Record<string, unknown>

eachStore((open) => {
  let site: TestEngine
  let made = 0

  const system = () => systemContext(site.engine)
  const create = (entity: string, body: object) => createRecord(site.engine, system(), entity, body) as Promise<Row>
  const get = (entity: string, id: string) => getRecord(site.engine, site.manager, entity, id) as Promise<Row>
  const define = async (fields: FieldRow[], more: object = {}) => {
    made += 1
    const id = `Thing ${made}`
    await createRecord(site.engine, site.manager, 'Entity', { id, module: 'Test', fields, ...more })
    return id
  }
  const fieldsOf = async (id: string) => (await get('Entity', id)).fields as FieldRow[]
  const save = (id: string, body: object) => updateRecord(site.engine, site.manager, 'Entity', id, body) as Promise<Row>
  /** Saves the definition with its fields put through `change`. */
  const reshape = async (id: string, change: (fields: FieldRow[]) => FieldRow[], more: object = {}) =>
    save(id, { fields: change(await fieldsOf(id)), ...more })
  const renamed = (from: string, to: string) => (fields: FieldRow[]) =>
    fields.map((field) => (field.fieldname === from ? { ...field, fieldname: to } : field))
  const altered = (name: string, change: FieldRow) => (fields: FieldRow[]) =>
    fields.map((field) => (field.fieldname === name ? { ...field, ...change } : field))
  const without = (name: string) => (fields: FieldRow[]) => fields.filter((field) => field.fieldname !== name)
  const ids = async (entity: string, filters: unknown) =>
    (await listRecords(site.engine, site.manager, entity, { filters, order_by: 'id' })).data.map((row) => row.id)
  /** Tables that hold the text, history left out. */
  const tablesWith = async (words: string) =>
    (await dumpOf(site.engine.store))
      .split('\n\n')
      .filter((table) => table.includes(words) && !table.startsWith('e_version'))
      .map((table) => table.split('\n')[0])
  const text = async (call: Promise<unknown>) => {
    const { status, detail } = await refusal(call)
    return [status, detail.text, ...((detail.args ?? []) as readonly unknown[])]
  }

  beforeAll(async () => {
    site = await openTestEngine(await open())
  })

  describe('creating an entity', () => {
    it('asks for id and module', async () => {
      for (const body of [{}, { id: 'A' }, { module: 'M' }, { id: ' ', module: '' }]) {
        expect(await text(createRecord(site.engine, site.manager, 'Entity', body))).toEqual([
          417,
          'Entity ID or Module is required',
        ])
      }
    })

    it('fills in what is usual: custom, by hash, open to Staff', async () => {
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

    it('takes names in Hebrew, of 61 characters, and two whose tables would be named alike', async () => {
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

    it('gives a Settings entity its one record at once', async () => {
      const id = await define([{ fieldname: 'colour', default: 'red' }], { type: 'Settings' })
      expect(await get(id, id)).toMatchObject({ id, colour: 'red' })
      expect((await listRecords(site.engine, site.manager, id, {})).count).toBe(1)
      expect((await refusal(create(id, {}))).status).toBe(409)
    })
  })

  describe('what is refused, and leaves everything as it was', () => {
    const cases: [string, FieldRow[], object, (string | number)[]][] = [
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
        [417, '{0} must name an entity of type Table', 'Task'],
      ],
      ['a select without options', [{ fieldname: 'a', fieldtype: 'Select' }], {}, [417, '{0} must have options', 'a']],
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
      const body = { id: `Never ${made}`, module: 'T', fields, ...more }
      const before = await dumpOf(site.engine.store)
      expect(await text(createRecord(site.engine, site.manager, 'Entity', body))).toEqual(expected)
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
      expect(site.engine.models.get(`Never ${made}`)).toBeUndefined()
    })

    it('a type that is none, a level that is none, a role that is none', async () => {
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

    it('another type for an entity with records, or for one that others rely on', async () => {
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

  describe('adding a field', () => {
    it('leaves it empty, 0, or at its default in the records that are there, and finds the default', async () => {
      const id = await define([{ fieldname: 'a' }])
      const { id: record } = await create(id, { a: 'x' })
      await reshape(id, (fields) => [
        ...fields,
        { fieldname: 'plain' },
        { fieldname: 'n', fieldtype: 'Int' },
        { fieldname: 'on', fieldtype: 'Check', default: '1' },
        { fieldname: 'words', default: 'Früher' },
        { fieldname: 'day', fieldtype: 'Date', default: '2026-01-05' },
        { fieldname: 'must', reqd: 1 },
      ])
      expect(await get(id, record)).toMatchObject({
        ...{ a: 'x', plain: null, n: 0, on: 1, words: 'Früher', day: '2026-01-05', must: null },
      })
      expect(await ids(id, { words: ['like', '%FRÜH%'] })).toEqual([record])
      expect((await refusal(updateRecord(site.engine, site.manager, id, record, { a: 'y' }))).type).toBe(
        'MandatoryError',
      )
    })

    it('with a default that is unique is refused where two records would share it', async () => {
      const id = await define([{ fieldname: 'a' }])
      await create(id, {})
      await create(id, {})
      const before = await dumpOf(site.engine.store)
      const more = (fields: FieldRow[]) => [...fields, { fieldname: 'code', default: 'X', unique: 1 }]
      expect(await text(reshape(id, more))).toEqual([417, '{0} must be unique: {1} is already used', 'code', ['X']])
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
      await create(id, { a: 'still works' })
    })
  })

  describe('renaming a field', () => {
    it('keeps its values, and what names it follows', async () => {
      const id = await define(
        [
          { fieldname: 'subject', unique: 1 },
          { fieldname: 'picture', fieldtype: 'Attach Image' },
          { fieldname: 'about', fieldtype: 'Link', options: 'Entity' },
          { fieldname: 'what', fieldtype: 'Dynamic Link', options: 'about' },
          { fieldname: 'steps', fieldtype: 'Table', options: 'Task Item' },
        ],
        {
          ...{ title_field: 'subject', image_field: 'picture', search_fields: 'subject, what', sort_field: 'subject' },
          ...{ naming_rule: 'Field', naming_value: 'subject' },
        },
      )
      const record = await create(id, { subject: 'One', about: 'Role', what: 'Staff', steps: [{ title: 'x' }] })
      const file = { file_name: 'a.png', file_url: '/files/a.png', attached_to_entity: id, attached_to_id: record.id }
      const { id: attached } = await create('File', { ...file, attached_to_field: 'picture' })
      const template = { template_name: 't', for_entity: id, field_names: 'subject\nid' }
      const { id: templateId } = await create('Whatsapp Template', { ...template, ...(await templateNeeds()) })
      await reshape(id, (fields) =>
        [
          ['subject', 'headline'],
          ['picture', 'photo'],
          ['about', 'regarding'],
          ['steps', 'stages'],
        ].reduce((rows, [from, to]) => renamed(from as string, to as string)(rows), fields),
      )
      expect(await get('Entity', id)).toMatchObject({
        ...{ title_field: 'headline', image_field: 'photo', search_fields: 'headline, what', sort_field: 'headline' },
        naming_value: 'headline',
      })
      expect((await fieldsOf(id)).find((field) => field.fieldname === 'what')).toMatchObject({ options: 'regarding' })
      expect(await get(id, record.id)).toMatchObject({
        ...{ headline: 'One', regarding: 'Role', what: 'Staff' },
        stages: [{ title: 'x', parent_field: 'stages' }],
      })
      expect(await ids(id, { headline: ['like', '%one%'] })).toEqual([record.id])
      expect((await refusal(create(id, { headline: 'ONE' }))).status).toBe(409)
      expect(await get('File', attached)).toMatchObject({ attached_to_field: 'photo' })
      expect((await get('Whatsapp Template', templateId)).field_names).toBe('headline\nid')
    })

    const templateNeeds = async () => {
      const model = site.engine.models.require('Whatsapp Template')
      const needs = model.fields.filter((field) => field.meta.reqd && field.kind !== 'flag')
      return Object.fromEntries(needs.map((field) => [field.name, field.rule.options?.split('\n')[0] ?? 'x']))
    }

    it('two fields exchange their names, tables too', async () => {
      const id = await define(
        [
          { fieldname: 'a' },
          { fieldname: 'b' },
          { fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' },
          { fieldname: 'more', fieldtype: 'Table', options: 'Task Item' },
        ],
        { title_field: 'a' },
      )
      const { id: record } = await create(id, { a: 'A', b: 'B', rows: [{ title: 'r' }], more: [{ title: 'm' }] })
      const others: Record<string, string> = { a: 'b', b: 'a', rows: 'more', more: 'rows' }
      await reshape(id, (fields) => fields.map((field) => ({ ...field, fieldname: others[String(field.fieldname)] })))
      expect(await get(id, record)).toMatchObject({ a: 'B', b: 'A', rows: [{ title: 'm' }], more: [{ title: 'r' }] })
      expect((await get('Entity', id)).title_field).toBe('b')
      expect(await ids(id, { b: ['like', 'a'] })).toEqual([record])
    })

    it('goes together with another type', async () => {
      const id = await define([{ fieldname: 'a' }])
      const { id: record } = await create(id, { a: ' 12 ' })
      await reshape(id, altered('a', { fieldname: 'n', fieldtype: 'Int' }))
      expect(await get(id, record)).toMatchObject({ n: 12 })
      await reshape(id, altered('n', { fieldname: 'a', fieldtype: 'Data' }))
      expect(await ids(id, { a: ['like', '12'] })).toEqual([record])
    })
  })

  describe('removing a field', () => {
    it('asks first where records hold a value, and tells which', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'n', fieldtype: 'Int' }])
      const made = [await create(id, { a: 'x' }), await create(id, { a: 'y', n: 0 }), await create(id, {})]
      const problem = await refusal(reshape(id, without('a')))
      expect([problem.status, problem.type, problem.detail]).toMatchObject([
        417,
        'DataLossError',
        { text: 'This change would lose data in {0} records. Confirm to continue.', args: [2] },
      ])
      expect(problem.errors).toMatchObject([{ fieldname: 'a', records: 2, samples: [made[0]?.id, made[1]?.id] }])
      expect(await get(id, made[0]?.id as string)).toMatchObject({ a: 'x' })
      await reshape(id, without('n'))
      await reshape(id, without('a'), { confirm_data_loss: 1 })
      expect(await get(id, made[0]?.id as string)).not.toHaveProperty('a')
    })

    it('hides what it held: the same name starts empty, in searches and history too', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'pay', permlevel: 1 }])
      const { id: record } = await create(id, { a: 'x', pay: 'five thousand' })
      await reshape(id, without('pay'), { confirm_data_loss: 1 })
      await reshape(id, (fields) => [...fields, { fieldname: 'pay' }])
      expect(await get(id, record)).toMatchObject({ pay: null })
      expect(await ids(id, { pay: ['like', '%thousand%'] })).toEqual([])
      const history = await runAction(site.engine, site.staff, id, record, 'get_history', {})
      expect(JSON.stringify(history)).not.toContain('thousand')
      await updateRecord(site.engine, site.staff, id, record, { pay: 'mine to see' })
      expect(JSON.stringify(await runAction(site.engine, site.staff, id, record, 'get_history', {}))).toContain('mine')
    })

    it('a name that a renamed field left behind tells nothing of it either', async () => {
      const id = await define([{ fieldname: 'pay', permlevel: 1 }])
      const { id: record } = await create(id, { pay: 'five thousand' })
      await reshape(id, (fields) => [...renamed('pay', 'salary')(fields), { fieldname: 'pay' }])
      expect(await get(id, record)).toMatchObject({ salary: 'five thousand', pay: null })
      const history = await runAction(site.engine, site.staff, id, record, 'get_history', {})
      expect(JSON.stringify(history)).not.toContain('thousand')
    })

    it('of a number that was text once leaves nothing for a text of the same name', async () => {
      const id = await define([{ fieldname: 'a' }])
      await create(id, { a: '12' })
      await reshape(id, altered('a', { fieldtype: 'Int' }))
      await reshape(id, without('a'), { confirm_data_loss: 1 })
      await reshape(id, (fields) => [...fields, { fieldname: 'a' }])
      expect(await ids(id, { a: ['like', '%1%'] })).toEqual([])
    })

    it('is final after thirty days', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      await create(id, { a: 'secret of the past', b: 'x' })
      await reshape(id, without('a'), { confirm_data_loss: 1 })
      const { store } = site.engine
      await purgeRetired(site.engine)
      expect(await tablesWith('secret of the past')).toHaveLength(1)
      await store.write((tx) => tx.run(`update retired_column set retired_at = '2020-01-01' where column_name <> ''`))
      await purgeRetired(site.engine)
      expect(await tablesWith('secret of the past')).toEqual([])
      await purgeRetired(site.engine)
      expect((await listRecords(site.engine, site.manager, id, { fields: 'b' })).data).toMatchObject([{ b: 'x' }])
    })
  })

  describe('pointing elsewhere', () => {
    it('a link loses what is not there, after a confirmation', async () => {
      const [one, two] = [await define([{ fieldname: 'a' }]), await define([{ fieldname: 'a' }])]
      const linking = await define([{ fieldname: 'to', fieldtype: 'Link', options: one }])
      for (const id of ['both', 'only']) await create(one, { id })
      await create(two, { id: 'both' })
      const [kept, lost] = [await create(linking, { to: 'both' }), await create(linking, { to: 'only' })]
      const elsewhere = altered('to', { options: two })
      expect((await refusal(reshape(linking, elsewhere))).errors).toMatchObject([
        { fieldname: 'to', records: 1, samples: [lost.id] },
      ])
      await reshape(linking, elsewhere, { confirm_data_loss: 1 })
      expect(await get(linking, kept.id)).toMatchObject({ to: 'both' })
      expect(await get(linking, lost.id)).toMatchObject({ to: null })
      expect(await ids(linking, { to: ['like', '%only%'] })).toEqual([])
      expect((await refusal(deleteRecord(site.engine, site.manager, two, 'both'))).type).toBe('LinkExistsError')
    })

    it('a table loses its rows, after a confirmation', async () => {
      const child = await define([{ fieldname: 'word' }], { type: 'Table' })
      const id = await define([{ fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' }])
      const record = await create(id, { rows: [{ title: 'x' }] })
      const elsewhere = altered('rows', { options: child })
      expect((await refusal(reshape(id, elsewhere))).errors).toMatchObject([{ fieldname: 'rows', records: 1 }])
      await reshape(id, elsewhere, { confirm_data_loss: 1 })
      expect(await get(id, record.id)).toMatchObject({ rows: [] })
      await updateRecord(site.engine, site.manager, id, record.id, { rows: [{ word: 'new' }] })
      expect(await get(id, record.id)).toMatchObject({ rows: [{ word: 'new' }] })
    })

    it('a select with fewer options keeps what is stored until it is changed', async () => {
      const id = await define([{ fieldname: 's', fieldtype: 'Select', options: 'A\nB' }, { fieldname: 'x' }])
      const { id: record } = await create(id, { s: 'B' })
      await reshape(id, altered('s', { options: 'A\nC' }))
      expect(await updateRecord(site.engine, site.manager, id, record, { s: 'B', x: '1' })).toMatchObject({ s: 'B' })
      expect((await refusal(updateRecord(site.engine, site.manager, id, record, { s: 'D' }))).status).toBe(417)
    })
  })

  describe('making a field unique', () => {
    it('is refused where values repeat, ignoring case, with up to five of them; blanks may repeat', async () => {
      const id = await define([{ fieldname: 'code' }])
      for (const n of [1, 2, 3, 4, 5, 6]) for (const code of [`Ä${n}`, `ä${n}`]) await create(id, { code })
      await create(id, {})
      await create(id, {})
      const problem = await refusal(reshape(id, altered('code', { unique: 1 })))
      expect(problem.status).toBe(417)
      expect((problem.detail.args as unknown[])[1]).toHaveLength(5)
      for (const record of await ids(id, { code: ['like', 'ä_'] })) {
        await updateRecord(site.engine, site.manager, id, record, { code: record })
      }
      await reshape(id, altered('code', { unique: 1 }))
      await create(id, { code: 'Münster' })
      const taken = await refusal(create(id, { code: 'MÜNSTER' }))
      expect([taken.status, taken.detail.text]).toEqual([409, '{0} must be unique: {1} is already used'])
      await create(id, { code: '' })
    })

    it('holds for values that another type makes equal, and then nothing has happened', async () => {
      const id = await define([{ fieldname: 'code', unique: 1 }])
      await create(id, { code: '1' })
      await create(id, { code: '01' })
      const before = await dumpOf(site.engine.store)
      expect((await refusal(reshape(id, altered('code', { fieldtype: 'Int' })))).detail.args).toEqual(['code', ['1']])
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
      expect(entityMeta(site.engine, site.manager, id).meta.doc_meta.fields[0]?.fieldtype).toBe('Data')
      await create(id, { code: 'x' })
    })

    it('works for long texts too', async () => {
      const long = 'א'.repeat(900)
      const id = await define([{ fieldname: 'words', fieldtype: 'Small Text', unique: 1, in_standard_filter: 1 }], {
        sort_field: 'words',
      })
      await create(id, { words: long })
      expect((await refusal(create(id, { words: long }))).status).toBe(409)
    })
  })

  describe('versions and conflicts', () => {
    it('each change raises the version and with it the ETag; a save that changes nothing does not', async () => {
      const id = await define([{ fieldname: 'a' }])
      const first = entityMeta(site.engine, site.manager, id)
      const changed = await reshape(id, altered('a', { label: 'Anna' }))
      const second = entityMeta(site.engine, site.manager, id)
      expect([first.meta.schema_version, second.meta.schema_version]).toEqual([1, 2])
      expect(second.etag).not.toBe(first.etag)
      const heard: unknown[] = []
      const stop = site.engine.listen((event) => heard.push(event))
      const same = await save(id, changed)
      stop()
      expect([same.modified, same.schema_version, heard]).toEqual([changed.modified, 2, []])
    })

    it('two people who change one definition: the second is told', async () => {
      const id = await define([{ fieldname: 'a' }])
      const { modified, fields } = await get('Entity', id)
      const both = await Promise.allSettled(
        ['b', 'c'].map((fieldname) => save(id, { modified, fields: [...(fields as FieldRow[]), { fieldname }] })),
      )
      const [failed] = both.filter((one) => one.status === 'rejected')
      expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(failed?.reason).toMatchObject({ status: 409, type: 'TimestampMismatchError' })
      expect(await fieldsOf(id)).toHaveLength(2)
    })

    it('rows without an id are matched by their name, also when the id stands in the address alone', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      const { id: record } = await create(id, { a: 'x', b: 'y' })
      const { fields } = entityMeta(site.engine, site.manager, id).meta.doc_meta
      await save(id, { meta: { doc_meta: { fields: fields.toReversed() } } })
      expect((await fieldsOf(id)).map((field) => field.fieldname)).toEqual(['b', 'a'])
      expect(await get(id, record)).toMatchObject({ a: 'x', b: 'y' })
    })

    it('check_changes tells what would happen and does nothing', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }, { fieldname: 'p', fieldtype: 'Password' }])
      const { id: record } = await create(id, { a: 'x', b: 'y' })
      const before = await dumpOf(site.engine.store)
      const fields = [
        ...altered('a', { fieldtype: 'Int' })(without('b')(await fieldsOf(id))),
        { fieldname: 'c' },
        { fieldname: 'owner' },
      ].map((field: FieldRow) => (field.fieldname === 'p' ? { ...field, fieldtype: 'Data' } : field))
      const answer = (await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', { fields })) as Row
      expect(answer.plan).toMatchObject([
        { change: 'remove', fieldname: 'b', from: 'Data' },
        { change: 'retype', fieldname: 'a', from: 'Data', to: 'Int' },
        { change: 'retype', fieldname: 'p' },
        { change: 'add', fieldname: 'c' },
        { change: 'add', fieldname: 'owner' },
      ])
      expect(answer.losses).toEqual([
        { fieldname: 'b', records: 1, samples: [record] },
        { fieldname: 'a', records: 1, samples: [record] },
      ])
      expect(answer.refused).toHaveLength(2)
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
    })
  })

  describe("the product's own entities", () => {
    it('are for Administrator alone, who may change their looks', async () => {
      for (const call of [
        () => get('Entity', 'User'),
        () => save('User', { description: 'x' }),
        () => deleteRecord(site.engine, site.manager, 'Entity', 'User'),
      ]) {
        expect((await refusal(call())).status).toBe(403)
      }
      const { engine, admin } = site
      const role = (await getRecord(engine, admin, 'Entity', 'Role')) as Row
      const fields = role.fields as FieldRow[]
      const put = (rows: FieldRow[]) => updateRecord(engine, admin, 'Entity', 'Role', { fields: rows })
      const sentence = '{0} is a built-in field and cannot be removed, renamed or retyped'
      for (const change of [
        without('disabled'),
        renamed('disabled', 'off'),
        altered('disabled', { fieldtype: 'Int' }),
        altered('disabled', { hidden: 1 }),
        altered('disabled', { is_core: 0, fieldtype: 'Int' }),
      ]) {
        expect(await text(put(change(fields)))).toEqual([417, sentence, 'disabled'])
      }
      await put([...altered('disabled', { label: 'Switched off', field_group: 'Old' })(fields), { fieldname: 'mine' }])
      const { doc_meta } = entityMeta(engine, admin, 'Role').meta
      expect(doc_meta.fields.find((field) => field.fieldname === 'disabled')).toMatchObject({ label: 'Switched off' })
      expect((await refusal(deleteRecord(engine, admin, 'Entity', 'Role'))).status).toBe(403)
      await put(
        altered('disabled', { is_core: 0 })(
          ((await getRecord(engine, admin, 'Entity', 'Role')) as Row).fields as FieldRow[],
        ),
      )
      const after = ((await getRecord(engine, admin, 'Entity', 'Role')) as Row).fields as FieldRow[]
      expect(after.find((field) => field.fieldname === 'disabled')).toMatchObject({ is_core: 1 })
    })

    it("those of the sample app are the site's to change", async () => {
      await reshape('Contact', altered('company', { fieldname: 'firm' }))
      await reshape('Contact', renamed('firm', 'company'))
    })
  })

  describe('deleting an entity', () => {
    it('is refused while another links to it, then while it has records, then goes with everything of it', async () => {
      const id = await define([{ fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' }])
      const linking = await define([{ fieldname: 'to', fieldtype: 'Link', options: id }])
      const record = await create(id, { rows: [{ title: 'only here' }] })
      const remove = (options = {}) => deleteRecord(site.engine, site.manager, 'Entity', id, options)
      expect((await refusal(remove())).extra.links).toEqual([{ entity: 'Entity', id: linking, fieldname: 'options' }])
      await deleteRecord(site.engine, site.manager, 'Entity', linking)
      expect(await refusal(remove())).toMatchObject({ type: 'DataLossError', errors: [{ samples: [record.id] }] })
      const task = await create('Task', { subject: 'a', related_entity: id, related_id: record.id })
      expect((await refusal(remove({ confirm_data_loss: '1' }))).extra.links).toEqual([
        { entity: 'Task', id: task.id, fieldname: 'related_id' },
      ])
      await deleteRecord(site.engine, site.manager, 'Task', task.id)
      const mail = { communication_medium: 'Email', sent_or_received: 'Received', subject: 's', status: 'Open' }
      const when = { communication_date: '2026-01-05 10:00:00' }
      const { id: message } = await create('Communication', {
        ...{ ...mail, ...when, reference_entity: id, reference_id: record.id },
      })
      await remove({ confirm_data_loss: '1' })
      expect((await refusal(get(id, record.id))).status).toBe(404)
      expect((await refusal(get('Communication', message))).status).toBe(404)
      expect(await tablesWith('only here')).toEqual([])
      await createRecord(site.engine, site.manager, 'Entity', { id, module: 'T', fields: [{ fieldname: 'rows' }] })
      expect((await listRecords(site.engine, site.manager, id, {})).count).toBe(0)
    })
  })

  describe('while records are written', () => {
    it('every write meets one definition or the other, and none fails', async () => {
      const id = await define([{ fieldname: 'a' }])
      const writes = Array.from({ length: 60 }, (_, n) => createRecord(site.engine, site.staff, id, { a: `${n}` }))
      const reads = Array.from({ length: 20 }, () => listRecords(site.engine, site.staff, id, { fields: '*' }))
      const changes = ['b', 'c', 'a'].reduce(
        (done, name, index) => done.then(() => reshape(id, renamed(['a', 'b', 'c'][index] as string, name))),
        Promise.resolve<unknown>(undefined),
      )
      const more = Array.from({ length: 60 }, async (_, n) => {
        await new Promise((resolve) => setImmediate(resolve))
        return createRecord(site.engine, site.staff, id, { b: `${n}` })
      })
      await Promise.all([...writes, ...reads, changes, ...more])
      expect((await listRecords(site.engine, site.staff, id, {})).count).toBe(120)
    })
  })

  describe('changing a type', () => {
    const texts = ['Data', 'Link', 'Select', 'Read Only', 'Dynamic Link']
    const longTexts = ['Small Text', 'Text', 'Long Text', 'Text Editor', 'Code']
    const wholes = ['Int', 'Duration']
    const numbers = [...wholes, 'Float', 'Currency']
    const isText = (type: string) => texts.includes(type) || longTexts.includes(type)
    const long = 'long '.repeat(40).trim()
    const words = ['12', 'Nope', '1', '2026-01-05', null]
    const options: Record<string, string> = { Select: '12\n1', 'Dynamic Link': 'about', Table: 'Task Item' }

    /** The stored values that the records of the test hold in a field of the type. */
    function valuesOf(type: string): unknown[] {
      if (type === 'Link' || type === 'Dynamic Link') return ['12', 'Nope', '1', null, null]
      if (longTexts.includes(type)) return ['12', ' Nope', long, '{"a":[1]}', '10:30']
      if (isText(type)) return words
      if (wholes.includes(type)) return [12, 0, 1, -7, 90]
      if (numbers.includes(type)) return [12.5, 0, 1, -0.0000001, 9e15]
      if (type === 'Check') return [1, 0, 1, 0, 0]
      if (type === 'Date') return ['2026-01-05', null, '0001-01-01', null, null]
      if (type === 'Datetime') return ['2026-01-05 10:00:00.000000', '2026-01-05 00:00:00.000000', null, null, null]
      if (type === 'Time') return ['10:30:00', null, null, null, null]
      if (type === 'JSON') return [{ a: [1] }, 12, 'x', [long], null]
      if (type.startsWith('Attach')) return ['https://x.example/a.png', null, 'https://x.example/b.PDF', null, null]
      return [null, null, null, null, null]
    }

    const lost = (value: unknown = null) => ({ value, lost: true })
    const kept = (value: unknown) => ({ value, lost: false })
    const when = (condition: boolean, value: unknown, otherwise: unknown = null) =>
      condition ? kept(value) : lost(otherwise)

    /** The table of contract 2.3, once more: what becomes of a value, or `no`. */
    function outcome(from: string, to: string, value: unknown): { value: unknown; lost: boolean } | 'no' {
      const blank = [...numbers, 'Check'].includes(to) ? 0 : null
      if ([from, to].some((type) => type === 'Password' || type === 'Table')) return 'no'
      const plain = String(value)
      const target = () => when(['12', 'Nope', '1'].includes(plain), plain)
      const attached = (type: string) => type.startsWith('Attach')
      if (attached(from) || attached(to)) {
        if (!attached(from) || !attached(to)) return 'no'
        return value === null || to === 'Attach' ? kept(value) : when(/png$/.test(plain), value)
      }
      if (isText(from)) return value === null ? kept(blank) : fromText(from, to, plain, target)
      if (isText(to)) {
        const written = from === 'JSON' ? JSON.stringify(value) : plain
        if (value === null) return kept(null)
        if (to === 'Link') return when(['12', 'Nope', '1'].includes(written), written)
        return texts.includes(to) ? when(written.length <= 140, written) : kept(written)
      }
      if (numbers.includes(from) && numbers.includes(to)) {
        return wholes.includes(to)
          ? { value: Math.trunc(Number(value)) + 0, lost: !Number.isInteger(value) }
          : kept(value)
      }
      if (numbers.includes(from) && to === 'Check') return when(value === 0 || value === 1, value, 0)
      if (from === 'Check' && numbers.includes(to)) return kept(value)
      if (from === 'Date' && to === 'Datetime') return kept(value === null ? null : `${plain} 00:00:00.000000`)
      if (from === 'Datetime' && to === 'Date') {
        return value === null ? kept(null) : when(plain.endsWith('00:00:00.000000'), plain.slice(0, 10))
      }
      return 'no'
    }

    function fromText(from: string, to: string, plain: string, target: () => { value: unknown; lost: boolean }) {
      if (longTexts.includes(to)) return kept(plain)
      const line = plain.trim()
      if (to === 'Link') return when(!target().lost || ['12', 'Nope', '1'].includes(line), line)
      if (to === 'Select') return when(['12', '1'].includes(line), line)
      if (texts.includes(to)) return from === 'Link' ? kept(plain) : when(line.length <= 140, line)
      if (numbers.includes(to)) return when(/^\d+$/.test(line), Number(line), 0)
      if (to === 'Check') return when(line === '1' || line === '0', Number(line), 0)
      if (to === 'Date') return when(/^\d{4}-\d\d-\d\d$/.test(line), line)
      if (to === 'Datetime') return when(/^\d{4}-\d\d-\d\d$/.test(line), `${line} 00:00:00.000000`)
      if (to === 'Time') return when(/^\d\d:\d\d$/.test(line), `${line}:00`)
      try {
        return kept(JSON.parse(plain))
      } catch {
        return lost()
      }
    }

    let types: string[]
    let target: string
    const nameOf = (type: string) => `f_${type.toLowerCase().replaceAll(' ', '_')}`
    const fieldOf = (type: string): FieldRow => ({
      fieldname: nameOf(type),
      fieldtype: type,
      ...(type === 'Link' ? { options: target } : options[type] ? { options: options[type] } : {}),
    })

    beforeAll(async () => {
      types = [...(await loadFieldTypes()).keys()]
      target = await define([{ fieldname: 'a' }])
      for (const id of ['12', 'Nope', '1']) await create(target, { id })
    })

    async function defineAll(): Promise<{ id: string; records: string[] }> {
      const fields = types.map((type) =>
        type === 'Select' ? { ...fieldOf(type), options: '12\nNope\n1\n2026-01-05' } : fieldOf(type),
      )
      const id = await define([{ fieldname: 'about', fieldtype: 'Link', options: 'Entity' }, ...fields])
      const records: string[] = []
      for (let n = 0; n < 5; n++) {
        const values = types.filter((type) => type !== 'Table').map((type) => [nameOf(type), valuesOf(type)[n]])
        records.push(
          (
            await create(id, {
              ...Object.fromEntries(values),
              f_json: JSON.stringify(valuesOf('JSON')[n]),
              about: target,
            })
          ).id,
        )
      }
      return { id, records }
    }

    it('is refused exactly where the table says no', async () => {
      const { id } = await defineAll()
      const fields = await fieldsOf(id)
      for (const to of types) {
        const changed = fields.map((field) =>
          field.fieldname === 'about' || field.fieldtype === to
            ? field
            : { ...field, fieldtype: to, options: fieldOf(to).options ?? null },
        )
        const answer = (await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', {
          fields: changed,
        })) as {
          refused: string[]
        }
        const refused = types.filter((from) => from !== to && outcome(from, to, valuesOf(from)[0]) === 'no')
        const texts = answer.refused.filter((one) => one === '{0} cannot be changed from {1} to {2}')
        expect([to, texts.length]).toEqual([to, refused.length])
        for (const from of refused.slice(0, 3)) {
          const one = altered(nameOf(from), { fieldtype: to, options: fieldOf(to).options ?? null })
          expect(await text(reshape(id, one))).toEqual([
            ...[417, '{0} cannot be changed from {1} to {2}'],
            ...[nameOf(from), from, to],
          ])
        }
      }
    })

    it('counts what would be lost, and once confirmed loses just that', { timeout: 60_000 }, async () => {
      for (const to of types.filter((type) => type !== 'Table' && type !== 'Password')) {
        const { id, records } = await defineAll()
        const from = types.filter((type) => type !== to && outcome(type, to, valuesOf(type)[0]) !== 'no')
        const change = (fields: FieldRow[]) =>
          from.reduce(
            (rows, type) => altered(nameOf(type), { fieldtype: to, options: fieldOf(to).options ?? null })(rows),
            fields,
          )
        const expected = from.map((type) =>
          valuesOf(type).map((value) => outcome(type, to, value) as { value: unknown; lost: boolean }),
        )
        const losses = from.flatMap((type, index) => {
          const ids = records.filter((_, n) => expected[index]?.[n]?.lost)
          return ids.length > 0 ? [{ fieldname: nameOf(type), records: ids.length, samples: ids }] : []
        })
        const before = await get(id, records[0] as string)
        if (losses.length > 0) {
          const problem = await refusal(reshape(id, change))
          const told = problem.errors?.map(({ fieldname, records, samples }) => ({ fieldname, records, samples }))
          expect({ to, told }).toEqual({ to, told: losses })
          expect(await get(id, records[0] as string)).toEqual(before)
        }
        await reshape(id, change, losses.length > 0 ? { confirm_data_loss: 1 } : {})
        for (const [n, record] of records.entries()) {
          const now = await get(id, record)
          const seen = from.map((type) => [type, now[nameOf(type)]])
          expect({ to, n, seen }).toEqual({
            to,
            n,
            seen: from.map((type, index) => [type, expected[index]?.[n]?.value]),
          })
        }
        const first = await get(id, records[0] as string)
        expect(await updateRecord(site.engine, site.manager, id, first.id, first)).toEqual(first)
      }
    })
  })

  it('a site that is opened again finds everything as it was left', async () => {
    const id = await define([{ fieldname: 'a', unique: 1 }])
    const { id: record } = await create(id, { a: 'x' })
    await reshape(id, (fields) => [...renamed('a', 'b')(fields), { fieldname: 'n', fieldtype: 'Int' }])
    const { engine } = site
    const again = await openEngine({
      ...{ store: engine.store, fieldTypes: engine.types, modules: engine.modules },
      siteKey: Buffer.alloc(32),
    })
    const meta = (one: typeof engine) => entityMeta(one, site.manager, id)
    expect(meta(again)).toEqual(meta(engine))
    expect(await getRecord(again, site.manager, id, record)).toMatchObject({ b: 'x', n: 0 })
    expect((await refusal(createRecord(again, site.manager, id, { b: 'X' }))).status).toBe(409)
  })
})
