import { expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { createRecord, entityMeta, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'
import { definitionTests, type Row } from './testing.ts'

eachStore((open) => {
  const { site, define, save, fieldsOf } = definitionTests(open)

  it('a child entity may have no field, unless a formula names one', async () => {
    const rows = await define([], { type: 'Table' })
    const order = await define([{ fieldname: 'rows', fieldtype: 'Table', options: rows }])
    const make = (list: object[]) => createRecord(site.engine, site.staff, order, { rows: list }) as Promise<Row>
    expect((await make([{}, {}])).rows).toHaveLength(2)
    await save(rows, { fields: [{ fieldname: 'n', fieldtype: 'Int' }] })
    const made = await make([{ n: 2 }])
    await save(rows, { fields: [], confirm_data_loss: 1 })
    expect(entityMeta(site.engine, site.staff, rows).meta.doc_meta.fields).toEqual([])
    const longer = await updateRecord(site.engine, site.staff, order, made.id, { rows: [{}, {}, {}] })
    expect(longer.rows).toHaveLength(3)
    await save(rows, { fields: [{ fieldname: 'n', fieldtype: 'Int' }] })
    const size = { fieldname: 'total', fieldtype: 'Int', formula: 'sum(rows.map(r, r.n))' }
    await save(order, { fields: [...(await fieldsOf(order)), size] })
    const refused = await refusal(save(rows, { fields: [], confirm_data_loss: 1 }))
    expect([refused.status, refused.errors?.[0]?.used_by]).toEqual([417, 'total'])
  })
})
