import { describe, expect, it } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { createRecord, runAction } from '../index.ts'
import { refusal } from '../testing.ts'
import { altered, definitionTests, type FieldRow, type Row, without } from './testing.ts'

eachStore((open) => {
  const { site, create, define, fieldsOf, save, reshape } = definitionTests(open)
  const act = (id: string, action: string, data: object) =>
    runAction(site.engine, site.manager, 'Entity', id, action, data) as Promise<Row>

  describe('the losses of a change', () => {
    it('are counted by records, each once, whatever number of its values is lost', async () => {
      const id = await define([{ fieldname: 'name' }, { fieldname: 'a' }, { fieldname: 'b' }], { title_field: 'name' })
      const made: string[] = []
      for (let n = 0; n < 60; n++) {
        const values = { name: `Case ${n}`, ...(n < 11 && { a: `a${n}` }), ...(n >= 5 && n < 57 && { b: `b${n}` }) }
        made.push((await create(id, values)).id)
      }
      const fields = without('b')(altered('a', { fieldtype: 'Int' })(await fieldsOf(id)))
      const { losses, records } = await act(id, 'check_changes', { fields })
      expect(records).toBe(57)
      expect(losses).toMatchObject([
        { fieldname: 'b', records: 52 },
        { fieldname: 'a', records: 11 },
      ])
      const [b, a] = losses as { examples: unknown[] }[]
      expect(b?.examples[0]).toEqual({ id: made[5], title: 'Case 5', value: 'b5' })
      expect(a?.examples).toHaveLength(5)
      const { type, detail } = await refusal(save(id, { fields }))
      expect([type, detail.args]).toEqual(['DataLossError', [57]])
    })

    it('count the rows of a table once for their record', async () => {
      const child = await define([{ fieldname: 'a' }, { fieldname: 'b' }], { type: 'Table' })
      const id = await define([{ fieldname: 'items', fieldtype: 'Table', options: child }])
      for (const words of ['x', 'y']) {
        await create(id, { items: [{ a: words, b: words }, { a: words }, { b: words }] })
      }
      const inRows = await act(child, 'check_changes', { fields: [] })
      expect([inRows.records, inRows.losses]).toMatchObject([2, [{ records: 2 }, { records: 2 }]])
      const whole = await act(id, 'check_changes', { fields: [] })
      expect(whole).toMatchObject({
        records: 2,
        losses: [{ fieldname: 'items', records: 2, examples: [{ value: 3 }, {}] }],
      })
    })

    it('show no secret', async () => {
      const id = await define([{ fieldname: 'name' }, { fieldname: 'pin', fieldtype: 'Password' }])
      await create(id, { name: 'x', pin: 'open sesame' })
      const answer = await act(id, 'check_changes', { fields: without('pin')(await fieldsOf(id)) })
      expect(answer.losses).toMatchObject([{ fieldname: 'pin', records: 1 }])
      expect(JSON.stringify(answer)).not.toContain('sesame')
    })
  })

  describe('a refused definition', () => {
    const places = async (call: Promise<unknown>) =>
      ((await refusal(call)).errors ?? []).map(({ fieldname, row, row_fieldname }) => [fieldname, row, row_fieldname])

    it('names the row and the property of every fault', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      const add =
        (...rows: FieldRow[]) =>
        (fields: FieldRow[]) => [...fields, ...rows]
      expect(
        await places(
          reshape(
            id,
            add(
              { fieldname: 'owner' },
              { fieldname: 'a' },
              { fieldname: 'to', fieldtype: 'Link', options: 'Nowhere' },
              { fieldname: 'n', fieldtype: 'Int', default: 'many' },
            ),
          ),
        ),
      ).toEqual([
        ['fields', 3, 'fieldname'],
        ['fields', 4, 'fieldname'],
        ['fields', 5, 'options'],
        ['fields', 6, 'default'],
      ])
      expect(await places(reshape(id, altered('b', { fieldtype: 'Table', options: '' })))).toEqual([
        ['fields', 2, 'options'],
      ])
      expect(await places(save(id, { title_field: 'gone', search_fields: 'a, lost' }))).toEqual([
        ['title_field', undefined, undefined],
        ['search_fields', undefined, undefined],
      ])
      expect(await places(save(id, { permissions: [{ role: 'System Manager', read: 1 }] }))).toEqual([
        ['permissions', 1, 'write'],
      ])
      const secret = { fieldname: 'pin', fieldtype: 'Password', personal: 1 }
      expect(await places(reshape(id, add(secret, { fieldname: 'born', fieldtype: 'Date', personal: 1 })))).toEqual([
        ['fields', 3, 'personal'],
      ])
      expect((await refusal(reshape(id, add(secret)))).detail).toEqual({ text: '{0} cannot be masked', args: ['pin'] })
      const named = { naming_rule: 'Field', naming_value: 'a' }
      const givesIds = define([{ fieldname: 'a', reqd: 1, personal: 1 }], named)
      expect((await refusal(givesIds)).detail).toEqual({ text: '{0} cannot be masked', args: ['a'] })
      for (const a of ['x', 'x']) await create(id, { a })
      expect(await places(reshape(id, altered('a', { unique: 1 })))).toEqual([['fields', 1, 'unique']])
    })
  })

  describe('a naming pattern', () => {
    const defineSeries = (naming_value: string) => define([{ fieldname: 'a' }], { naming_rule: 'Series', naming_value })

    it('with parts of a date gives ids of the day, as its preview shows', async () => {
      const year = site.engine.clock.nowWall().slice(0, 4)
      const id = await defineSeries('CASE-.YYYY.-.####')
      const preview = () => act(id, 'preview_id', { naming_value: 'CASE-.YYYY.-.####' })
      expect(await preview()).toEqual({ id: `CASE-${year}-0001`, refused: null })
      expect((await create(id, { a: 'x' })).id).toBe(`CASE-${year}-0001`)
      await create(id, { id: `CASE-${year}-0002` })
      expect(await preview()).toEqual({ id: `CASE-${year}-0003`, refused: null })
      expect((await create(id, { a: 'y' })).id).toBe(`CASE-${year}-0003`)
    })

    it('with an unknown part is refused with a sentence at its field', async () => {
      const { detail, errors } = await refusal(defineSeries('CASE-.WW.-.####'))
      expect(detail).toMatchObject({
        text: '{0} is not a known part of a naming pattern. Known parts: {1}',
        args: ['WW', expect.any(String)],
      })
      expect(errors).toMatchObject([{ fieldname: 'naming_value' }])
      const id = await defineSeries('CASE-.####')
      const { refused } = await act(id, 'preview_id', { naming_value: 'X-.{branch}.-.##' })
      expect(refused).toBe('{0} is not a known part of a naming pattern. Known parts: {1}')
    })

    it('that existed before continues unchanged', async () => {
      const id = `Old ${Math.random()}`.replace('.', '')
      const system = { id, module: 'Test', fields: [{ fieldname: 'a' }], naming_rule: 'Hash' }
      await createRecord(site.engine, site.manager, 'Entity', system)
      const { table } = site.engine.models.require('Entity')
      await site.engine.store.write((tx) =>
        tx.run(
          sql`update ${sql.id(table.name)} set c_naming_rule = 'Series', c_naming_value = 'A.B.##' where id = ${id}`,
        ),
      )
      expect((await save(id, { description: 'still here' })).naming_value).toBe('A.B.##')
    })
  })
})
