import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { deleteRecord, entityMeta, updateRecord } from '../index.ts'
import { dumpOf, refusal } from '../testing.ts'
import { altered, definitionTests } from './testing.ts'

eachStore((open) => {
  const { site, create, get, define, reshape, ids } = definitionTests(open)

  describe('changing the target', () => {
    it('of a link loses values without a target record, after a confirmation', async () => {
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

    it('of a table loses its rows, after a confirmation', async () => {
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

    it('to fewer options of a select keeps stored values until they are changed', async () => {
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

    it('covers values that another type makes equal, and a refusal changes nothing', async () => {
      const id = await define([{ fieldname: 'code', unique: 1 }])
      await create(id, { code: '1' })
      await create(id, { code: '01' })
      const before = await dumpOf(site.engine.store)
      expect((await refusal(reshape(id, altered('code', { fieldtype: 'Int' })))).detail.args).toEqual(['code', ['1']])
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
      expect(entityMeta(site.engine, site.manager, id).meta.doc_meta.fields[0]?.fieldtype).toBe('Data')
      await create(id, { code: 'x' })
    })

    it('works for long texts, too', async () => {
      const long = 'א'.repeat(900)
      const id = await define([{ fieldname: 'words', fieldtype: 'Small Text', unique: 1, in_standard_filter: 1 }], {
        sort_field: 'words',
      })
      await create(id, { words: long })
      expect((await refusal(create(id, { words: long }))).status).toBe(409)
    })
  })
})
