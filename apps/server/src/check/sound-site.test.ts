import { closeSync, existsSync, openSync, readdirSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  findOne,
  getRecord,
  renameEntity,
  renameRecord,
  runAction,
  systemContext,
  updateRecord,
} from '../entity/index.ts'
import { eachSite } from './testing.ts'

eachSite((site) => {
  const admin = () => systemContext(site.engine)
  const create = (entity: string, body: object) => createRecord(site.engine, admin(), entity, body)
  const update = (entity: string, id: string, body: object) => updateRecord(site.engine, admin(), entity, id, body)
  const fieldsOf = async (entity: string) =>
    (await getRecord(site.engine, admin(), 'Entity', entity)).fields as { fieldname: string }[]

  test('a site with sample records is sound, while it runs and after its end', async () => {
    expect(await site.faults()).toEqual([])
    expect((await site.check(true)).map((line) => `${line.state} ${line.check}`)).toEqual([
      'ok database',
      'ok tables',
      'ok table rows',
      'ok links',
      'ok unique values',
      'ok derived values',
      'ok folded texts',
      'ok search index',
      'ok files',
      'ok unnamed bytes',
      'ok history',
      'ok trash',
      'ok operations',
      'ok outbox',
      'ok secrets',
    ])
    await site.stop()
    expect(await site.faults(true)).toEqual([])
    // The first check left the two files that SQLite makes for a reader.
    if (site.isSqlite) expect(readdirSync(join(site.dir, 'store'))).toContain('data.sqlite-shm')
    expect(await site.faults(true)).toEqual([])
    await site.start()
  })

  test('a page of the log that is just being written is no damage', async () => {
    if (!site.isSqlite) return
    const log = openSync(join(site.dir, 'store', 'data.sqlite-wal'), 'r+')
    // Of the first page, after the headers of the log and of the page.
    const [at, whole] = [100, Buffer.alloc(1)]
    readSync(log, whole, 0, 1, at)
    writeSync(log, Buffer.from([(whole[0] ?? 0) ^ 16]), 0, 1, at)
    setTimeout(() => writeSync(log, whole, 0, 1, at), 100)
    expect(await site.faults()).toEqual([])
    closeSync(log)
  })

  test('a site stays sound when its records change in every way', async () => {
    const { id: contact } = await create('Contact', { contact_name: 'נועה ÅSA', email: 'noa@example.com' })
    const { id: task } = await create('Task', {
      subject: 'Call',
      contact,
      config: { a: [1, 2.5] },
      api_key: 'secret',
      related_entity: 'Contact',
      related_id: contact,
      checklist: [{ title: 'one' }, { title: 'two', hours: 2.25 }],
    })
    const { checklist } = (await getRecord(site.engine, admin(), 'Task', task)) as unknown as { checklist: object[] }
    await update('Task', task, { subject: 'Call again', checklist: [{ ...checklist[1], done: 1 }, { title: 'three' }] })
    await update('Task', task, { config: null, progress: 0.1, api_key: 'another', contact: null })
    await update('Task', task, { contact })
    await bulkUpdate(site.engine, admin(), 'Task', { entities: [{ id: task, priority: 'High' }] })
    await renameRecord(site.engine, admin(), 'Contact', contact, 'noa-1').catch(() => undefined)
    const { id: gone } = await create('Task', { subject: 'Gone', checklist: [{ title: 'gone' }] })
    const bytes = await site.attach('Task', gone)
    await deleteRecord(site.engine, admin(), 'Task', gone)
    expect(existsSync(bytes)).toBe(true)
    expect(await site.faults(true)).toEqual([])
    const item = await findOne(site.engine, 'Trash Item', { where: { ref_id: gone }, fields: [] })
    await runAction(site.engine, admin(), 'Trash Item', item?.id ?? '', 'restore', {})
    expect(await site.faults(true)).toEqual([])
  })

  test('a site stays sound when its definitions change', async () => {
    const row = [{ fieldname: 'what' }, { fieldname: 'other', fieldtype: 'Link', options: 'Shelf' }]
    const fields = [
      { fieldname: 'title', unique: 1 },
      { fieldname: 'size', fieldtype: 'Int' },
      { fieldname: 'note' },
      { fieldname: 'next', fieldtype: 'Link', options: 'Shelf' },
      { fieldname: 'pin', fieldtype: 'Password' },
    ]
    await create('Entity', { id: 'Shelf', module: 'Test', naming_rule: 'Prompt', allow_rename: 1, fields })
    await create('Entity', { id: 'Shelf Row', module: 'Test', type: 'Table', fields: row })
    const table = { fieldname: 'rows', fieldtype: 'Table', options: 'Shelf Row' }
    await update('Entity', 'Shelf', { fields: [...(await fieldsOf('Shelf')), table] })
    await create('Shelf', { id: 'Low', title: 'Unten', size: 7, note: '12', pin: 'x' })
    await create('Shelf', { id: 'High', next: 'Low', rows: [{ what: 'a', other: 'Low' }] })
    const retyped = (await fieldsOf('Shelf')).map((field) => ({
      ...field,
      ...(field.fieldname === 'size' ? { fieldtype: 'Data' } : {}),
      ...(field.fieldname === 'note' ? { fieldname: 'remark' } : {}),
    }))
    await update('Entity', 'Shelf', { fields: retyped })
    const added = { fieldname: 'colour', default: 'red' }
    await update('Entity', 'Shelf', {
      fields: [...(await fieldsOf('Shelf')).filter(({ fieldname }) => fieldname !== 'pin'), added],
      confirm_data_loss: 1,
    })
    await renameRecord(site.engine, admin(), 'Shelf', 'Low', 'Lower')
    await renameEntity(site.engine, admin(), 'Shelf', 'Rack')
    await renameEntity(site.engine, admin(), 'Shelf Row', 'Rack Row')
    await create('Rack', { id: 'Third', next: 'Lower' })
    expect(await site.faults(true)).toEqual([])
    await update('Rack', 'High', { next: null, rows: [] })
    await update('Rack', 'Third', { next: null })
    await deleteRecord(site.engine, admin(), 'Rack', 'Lower')
    await create('Rack', { id: 'Lower', title: 'Anew' })
    expect(await site.faults(true)).toEqual([])
    await update('Entity', 'Rack Row', { fields: [{ fieldname: 'what' }], confirm_data_loss: 1 })
    await deleteRecord(site.engine, admin(), 'Entity', 'Rack', { sent: { confirm_data_loss: 1 } })
    expect(await site.faults(true)).toEqual([])
    const item = await findOne(site.engine, 'Trash Item', { where: { ref_id: 'Rack' }, fields: [] })
    await runAction(site.engine, admin(), 'Trash Item', item?.id ?? '', 'restore', {})
    expect(await site.faults(true)).toEqual([])
  })
})
