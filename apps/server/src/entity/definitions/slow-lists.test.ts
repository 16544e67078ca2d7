import { expect, it } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { getRecord, systemContext, updateRecord } from '../index.ts'
import type { StoredRow } from '../tables/rows.ts'
import { listTests } from '../testing-lists.ts'

eachStore((open) => {
  const { site, create, define } = listTests(open)

  it('tells managers by which fields the lists of a large entity are slow, until these have an index', async () => {
    const { engine, manager } = site
    const listed = { in_list_view: 1 }
    const fields = [
      { fieldname: 'title', ...listed },
      { fieldname: 'amount', fieldtype: 'Currency', ...listed },
      { fieldname: 'due', fieldtype: 'Date', index: 1, ...listed },
      { fieldname: 'notes', fieldtype: 'Text', ...listed },
      { fieldname: 'inner' },
    ]
    for (const id of ['Slow', 'Quick']) await define(id, fields, { title_field: 'title' })
    await create('Slow', { id: 'last', title: 'the last of many' })
    const { name } = engine.models.require('Slow').table
    await engine.store.writeAlone((tx) => tx.run(sql`update ${sql.table(name)} set rid = 60000`))
    const read = async (id: string) => (await getRecord(engine, manager, 'Entity', id)) as StoredRow
    expect(await read('Slow')).toMatchObject({ slow_lists: { records: 60_000, fields: ['amount'] } })
    expect(await read('Quick')).not.toHaveProperty('slow_lists')

    const rows = ((await read('Slow')) as unknown as { fields: StoredRow[] }).fields
    const indexed = rows.map((row) => (row.fieldname === 'amount' ? { ...row, index: 1 } : row))
    await updateRecord(engine, systemContext(engine), 'Entity', 'Slow', { fields: indexed })
    expect(await read('Slow')).not.toHaveProperty('slow_lists')
    const columns = engine.models
      .require('Slow')
      .table.indexes.map((one) => one.columns.map((column) => column.name).join())
    expect(columns).toContain('c_amount,id_fold')
  })
})
