import { describe, expect, it } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { listRecords, purgeRetired, runAction, updateRecord } from '../index.ts'
import { dumpOf, refusal } from '../testing.ts'
import { altered, definitionTests, type FieldRow, renamed, without } from './testing.ts'

eachStore((open) => {
  const { site, create, get, define, fieldsOf, reshape, ids, tablesWith, text } = definitionTests(open)

  describe('adding a field', () => {
    it('leaves it empty, 0, or at its default in existing records, and finds the default', async () => {
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

    it('with a unique default is refused where two records would share it', async () => {
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
    it('keeps its values, and references to it get the new name', async () => {
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

    it('two fields swap their names, including tables', async () => {
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

    it('can be combined with another type', async () => {
      const id = await define([{ fieldname: 'a' }])
      const { id: record } = await create(id, { a: ' 12 ' })
      await reshape(id, altered('a', { fieldname: 'n', fieldtype: 'Int' }))
      expect(await get(id, record)).toMatchObject({ n: 12 })
      await reshape(id, altered('n', { fieldname: 'a', fieldtype: 'Data' }))
      expect(await ids(id, { a: ['like', '12'] })).toEqual([record])
    })
  })

  describe('removing a field', () => {
    it('asks first where records have a value, and tells which', async () => {
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

    it('hides its values: the same name starts empty, in searches and history, too', async () => {
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

    it('the old name of a renamed field reveals none of its values', async () => {
      const id = await define([{ fieldname: 'pay', permlevel: 1 }])
      const { id: record } = await create(id, { pay: 'five thousand' })
      await reshape(id, (fields) => [...renamed('pay', 'salary')(fields), { fieldname: 'pay' }])
      expect(await get(id, record)).toMatchObject({ salary: 'five thousand', pay: null })
      const history = await runAction(site.engine, site.staff, id, record, 'get_history', {})
      expect(JSON.stringify(history)).not.toContain('thousand')
    })

    it('of a number that was once a text leaves nothing for a text of the same name', async () => {
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
      await store.write((tx) =>
        tx.run(sql`update retired_column set retired_at = '2020-01-01' where column_name <> ''`),
      )
      await purgeRetired(site.engine)
      expect(await tablesWith('secret of the past')).toEqual([])
      await purgeRetired(site.engine)
      expect((await listRecords(site.engine, site.manager, id, { fields: 'b' })).data).toMatchObject([{ b: 'x' }])
    })
  })
})
