import type { RemovedField, UndoAnswer, VersionRecord } from '@tavla/contract'
import { expect, it } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { checkLinks } from '../checking/links.ts'
import { checkTableRows } from '../checking/table-rows.ts'
import { deleteRecord, find, getRecord, purgeRetired, readSecret, runAction } from '../index.ts'
import { personContext, refusal } from '../testing.ts'
import { definitionTests, type FieldRow, renamed, without } from './testing.ts'

eachStore((open) => {
  const { site, create, define, get, ids, reshape, tablesWith } = definitionTests(open)
  const removedOf = async (id: string) => (await get('Entity', id)).removed_fields as RemovedField[]
  const remove = (id: string, name: string) => reshape(id, without(name), { confirm_data_loss: 1 })
  const bringBack = (id: string, data: object, ctx = site.manager) =>
    runAction(site.engine, ctx, 'Entity', id, 'restore_field', data)
  const namesOf = async (id: string) => ((await get('Entity', id)).fields as FieldRow[]).map((one) => one.fieldname)

  it('a removed field comes back in its place with its values, and is searched again', async () => {
    const id = await define([{ fieldname: 'a', unique: 1 }, { fieldname: 'n', fieldtype: 'Int' }, { fieldname: 'b' }])
    const one = await create(id, { a: 'Früher', n: 3, b: 'x' })
    const two = await create(id, { a: null, n: 0, b: 'y' })
    await remove(id, 'a')
    await remove(id, 'n')
    const late = await create(id, { b: 'z' })
    const [n, a] = await removedOf(id)
    const { user } = site.manager.actor
    const by = { removed_by: user, _link_titles: { removed_by: user }, records: 1 }
    expect([n, a]).toMatchObject([
      { ...by, fieldname: 'n', label: 'N', fieldtype: 'Int' },
      { ...by, fieldname: 'a', label: 'A', fieldtype: 'Data' },
    ])
    expect(await bringBack(id, { fieldname: 'n' })).toEqual({ fieldname: 'n', records: 1 })
    expect(await bringBack(id, { fieldname: 'a', removed_at: a?.removed_at })).toEqual({ fieldname: 'a', records: 1 })
    expect(await namesOf(id)).toEqual(['a', 'n', 'b'])
    expect(await get(id, one.id)).toMatchObject({ a: 'Früher', n: 3 })
    expect(await get(id, two.id)).toMatchObject({ a: null, n: 0 })
    expect(await get(id, late.id)).toMatchObject({ a: null, n: 0 })
    expect(await ids(id, { a: ['like', '%FRÜH%'] })).toEqual([one.id])
    expect(await removedOf(id)).toEqual([])
    expect((await refusal(create(id, { a: 'Früher' }))).type).toBe('DuplicateEntryError')
    const history = (await runAction(site.engine, site.manager, id, one.id, 'get_history', {})) as VersionRecord[]
    expect(history[0]?.data.changed).toContainEqual(['a', null, 'Früher'])
  })

  it('a field whose name is in use comes back under another one, and its history follows', async () => {
    const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
    const record = await create(id, { a: 'first' })
    await remove(id, 'a')
    await reshape(id, (fields) => [...fields, { fieldname: 'a' }])
    expect((await refusal(bringBack(id, { fieldname: 'a' }))).status).toBe(409)
    expect((await refusal(bringBack(id, { fieldname: 'a', new_fieldname: 'b' }))).status).toBe(409)
    await bringBack(id, { fieldname: 'a', new_fieldname: 'former' })
    expect(await get(id, record.id)).toMatchObject({ a: null, former: 'first' })
    const history = (await runAction(site.engine, site.manager, id, record.id, 'get_history', {})) as VersionRecord[]
    expect(history[0]?.data.changed).toEqual([['former', null, 'first']])
  })

  it('a record that is deleted without its removed fields has their values when both are back, in any order', async () => {
    const child = await define([{ fieldname: 'step' }], { type: 'Table' })
    const id = await define([
      ...[{ fieldname: 'a' }, { fieldname: 'n', fieldtype: 'Float' }, { fieldname: 'b' }],
      ...[
        { fieldname: 'steps', fieldtype: 'Table', options: child },
        { fieldname: 'code', fieldtype: 'Password' },
      ],
    ])
    const values = { a: 'kept', n: 2.5, b: 'x', steps: [{ step: 'one' }, { step: 'two' }] }
    const [first, second] = [await create(id, { ...values, code: 'open sesame' }), await create(id, values)]
    for (const name of ['a', 'n', 'steps', 'code']) await remove(id, name)
    await deleteRecord(site.engine, site.manager, id, first.id)
    await deleteRecord(site.engine, site.manager, id, second.id)
    expect(await removedOf(id)).toMatchObject(Array(4).fill({ records: 0 }))
    const restore = async (record: string) => {
      const [item] = await find(site.engine, 'Trash Item', { where: { ref_id: record } })
      const answer = await runAction(site.engine, site.manager, 'Trash Item', String(item?.id), 'restore', {})
      const { not_restored: left } = answer as { not_restored: { fieldname: string }[] }
      return left.map(({ fieldname }) => fieldname).toSorted()
    }
    // The one before its fields come back, the other after them.
    expect(await restore(second.id)).toEqual(['a', 'n', 'steps'])
    expect(await removedOf(id)).toMatchObject([
      ...[
        { fieldname: 'code', records: 0 },
        { fieldname: 'steps', records: 1 },
      ],
      ...[
        { fieldname: 'n', records: 1 },
        { fieldname: 'a', records: 1 },
      ],
    ])
    for (const check of [checkTableRows, checkLinks]) expect((await check(site.engine)).ids).toEqual([])
    for (const fieldname of ['a', 'n', 'steps', 'code']) await bringBack(id, { fieldname })
    expect(await restore(first.id)).toEqual([])
    for (const record of [first, second]) {
      expect(await get(id, record.id)).toMatchObject(values)
      expect((await getRecord(site.engine, site.manager, id, record.id)).steps).toHaveLength(2)
    }
    expect(await readSecret(site.engine, id, first.id, 'code')).toBe('open sesame')
    expect(await tablesWith('open sesame')).toEqual([])
  })

  it('a Table field comes back with its rows; links and records that are gone do not', async () => {
    const child = await define(
      [{ fieldname: 'step' }, { fieldname: 'contact', fieldtype: 'Link', options: 'Contact' }],
      {
        type: 'Table',
      },
    )
    const id = await define([{ fieldname: 'steps', fieldtype: 'Table', options: child }, { fieldname: 'b' }])
    const contact = await create('Contact', { contact_name: 'Tal' })
    const one = await create(id, { steps: [{ step: 'x', contact: contact.id }, { step: 'y' }] })
    const two = await create(id, { steps: [{ step: 'row of a deleted record' }] })
    await remove(id, 'steps')
    expect(await removedOf(id)).toMatchObject([{ fieldname: 'steps', fieldtype: 'Table', records: 2 }])
    // The kept rows hold no record back.
    await deleteRecord(site.engine, site.manager, 'Contact', contact.id)
    await deleteRecord(site.engine, site.manager, id, two.id)
    for (const check of [checkTableRows, checkLinks]) expect((await check(site.engine)).ids).toEqual([])
    await bringBack(id, { fieldname: 'steps' })
    expect((await get(id, one.id)).steps).toMatchObject([{ step: 'x', contact: null }, { step: 'y' }])
    expect((await getRecord(site.engine, site.manager, id, one.id)).steps).toHaveLength(2)
  })

  it('a Password field comes back sealed, under another name too', async () => {
    const id = await define([{ fieldname: 'code', fieldtype: 'Password' }, { fieldname: 'b' }])
    const record = await create(id, { code: 'open sesame' })
    await remove(id, 'code')
    await bringBack(id, { fieldname: 'code', new_fieldname: 'key' })
    expect(await readSecret(site.engine, id, record.id, 'key')).toBe('open sesame')
    expect(await tablesWith('open sesame')).toEqual([])
  })

  it('only a System Manager sees and restores removed fields, and not after thirty days', async () => {
    const id = await define([{ fieldname: 'a' }, { fieldname: 'steps', fieldtype: 'Table', options: 'Task Item' }])
    await create(id, { a: 'past', steps: [{ title: 'past row' }] })
    await remove(id, 'a')
    await reshape(id, () => [{ fieldname: 'c' }], { confirm_data_loss: 1 })
    expect(await getRecord(site.engine, site.staff, 'Entity', id)).not.toHaveProperty('removed_fields')
    expect((await refusal(bringBack(id, { fieldname: 'a' }, site.staff))).status).toBe(403)
    expect((await refusal(bringBack(id, { fieldname: 'x' }))).status).toBe(404)
    await site.engine.store.write((tx) =>
      tx.run(sql`update retired_column set retired_at = '2020-01-01 ' || fieldname`),
    )
    await purgeRetired(site.engine)
    expect(await removedOf(id)).toEqual([])
    expect(await tablesWith('past')).toEqual([])
    expect((await refusal(bringBack(id, { fieldname: 'a' }))).status).toBe(404)
  })

  it('a changed definition is undone with the values that were, and done again', async () => {
    const id = await define([{ fieldname: 'a' }, { fieldname: 'steps', fieldtype: 'Table', options: 'Task Item' }])
    const record = await create(id, { a: 'first', steps: [{ title: 'x' }] })
    const lastOf = async () => {
      const [version] = (await runAction(site.engine, site.manager, 'Entity', id, 'get_history', {})) as VersionRecord[]
      return version?.id
    }
    const undo = async (data: object = {}) => {
      // Each undo is a call of its own.
      const ctx = await personContext(site.engine, 'noa@example.com')
      const version = await lastOf()
      return (await runAction(site.engine, ctx, 'Entity', id, 'undo_version', { version, ...data })) as UndoAnswer
    }
    await reshape(id, () => [{ fieldname: 'note' }, { fieldname: 'more' }], { confirm_data_loss: 1 })
    expect(await undo()).toMatchObject({ kind: 'Undo', undone: 1, skipped: [] })
    expect(await namesOf(id)).toEqual(['a', 'steps'])
    expect(await get(id, record.id)).toMatchObject({ a: 'first', steps: [{ title: 'x' }] })
    // The redo removes the fields once more, which loses their values.
    expect(await undo({ dry_run: 1 })).toMatchObject({ kind: 'Redo', undone: 1, losses: [{ fieldname: 'a' }, {}] })
    expect(await namesOf(id)).toEqual(['a', 'steps'])
    expect((await refusal(undo())).type).toBe('DataLossError')
    expect(await undo({ confirm_data_loss: 1 })).toMatchObject({ kind: 'Redo', undone: 1 })
    expect(await namesOf(id)).toEqual(['note', 'more'])
    await reshape(id, renamed('note', 'remark'))
    expect(await undo()).toMatchObject({ undone: 1 })
    expect(await namesOf(id)).toEqual(['note', 'more'])
  })
})
