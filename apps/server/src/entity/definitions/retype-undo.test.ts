import type { UndoAnswer, VersionRecord } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { checkTables } from '../checking/tables.ts'
import { deleteRecord, listRecords, purgeRetired, renameRecord, runAction, updateRecord } from '../index.ts'
import { personContext, refusal, reopenEngine } from '../testing.ts'
import { altered, definitionTests, type FieldRow, renamed } from './testing.ts'

eachStore((open) => {
  const { site, create, define, get, fieldsOf, ids, tablesWith } = definitionTests(open)
  const confirmed = { confirm_data_loss: 1 }
  const newest = async (entity: string, id: string) => {
    const [version] = (await runAction(site.engine, site.manager, entity, id, 'get_history', {})) as VersionRecord[]
    return version?.id
  }
  /** Each write is a call of its own. */
  const call = () => personContext(site.engine, 'noa@example.com')
  const undoVersion = async (entity: string, id: string, version: unknown, data: object = {}) =>
    (await runAction(site.engine, await call(), entity, id, 'undo_version', { version, ...data })) as UndoAnswer
  /** Takes the last change of the definition back. */
  const undo = async (id: string, data: object = {}) => undoVersion('Entity', id, await newest('Entity', id), data)
  const set = async (entity: string, id: string, body: object) =>
    updateRecord(site.engine, await call(), entity, id, body)
  const reshape = async (id: string, change: (fields: FieldRow[]) => FieldRow[], more: object = {}) =>
    set('Entity', id, { fields: change(await fieldsOf(id)), ...more })
  const rename = async (entity: string, from: string, to: string) =>
    renameRecord(site.engine, await call(), entity, from, to)
  const retype = (id: string, field: string, fieldtype: string, more: object = {}) =>
    reshape(id, altered(field, { fieldtype, ...more }), confirmed)
  const typeOf = async (id: string, name: string) =>
    (await fieldsOf(id)).find(({ fieldname }) => fieldname === name)?.fieldtype

  describe('the undo of a change of type', () => {
    it('gives former values back, converts those changed since, and asks before it loses any', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      const made = await Promise.all(['007', 'many', '5', null].map((a) => create(id, { a })))
      const [padded, word, plain, blank] = made.map((one) => one.id) as [string, string, string, string]
      const valuesOf = () => Promise.all(made.map(async (one) => (await get(id, one.id)).a))
      await retype(id, 'a', 'Int')
      expect(await valuesOf()).toEqual([7, 0, 5, 0])
      await set(id, plain, { a: 6 })
      const late = await create(id, { a: 9 })
      expect(await undo(id, { dry_run: 1 })).not.toHaveProperty('losses')
      expect(await undo(id)).toMatchObject({ kind: 'Undo', undone: 1, skipped: [] })
      expect(await valuesOf()).toEqual(['007', 'many', '6', null])
      expect((await get(id, late.id)).a).toBe('9')
      expect(await ids(id, { a: ['like', '%MANY%'] })).toEqual([word])
      // The redo gives each number back, also where the conversion would not.
      await set(id, word, { a: '12' })
      await set(id, blank, { a: 'words' })
      expect(await undo(id, { dry_run: 1 })).toMatchObject({
        kind: 'Redo',
        losses: [{ fieldname: 'a', records: 1, samples: [blank], examples: [{ id: blank, value: 'words' }] }],
      })
      expect((await refusal(undo(id))).type).toBe('DataLossError')
      expect(await typeOf(id, 'a')).toBe('Data')
      expect(await undo(id, confirmed)).toMatchObject({ kind: 'Redo', undone: 1 })
      expect(await valuesOf()).toEqual([7, 12, 6, 0])
      expect(await undo(id)).toMatchObject({ undone: 1 })
      expect(await valuesOf()).toEqual(['007', '12', '6', 'words'])
      expect(await get(id, padded)).toMatchObject({ a: '007' })
      expect((await checkTables(site.engine)).ids).toEqual([])
    })

    it('holds after other names, another name of the entity, another type again, and a restart', async () => {
      const first = await define([{ fieldname: 'a' }, { fieldname: 'b', fieldtype: 'Long Text' }])
      const record = await create(first, { a: '2026-01-05 08:00', b: 'x'.repeat(500) })
      await reshape(first, (fields) => renamed('a', 'day')(altered('a', { fieldtype: 'Date' })(fields)), confirmed)
      await retype(first, 'b', 'Data')
      await reshape(first, renamed('b', 'text'))
      const id = `${first} renamed`
      await rename('Entity', first, id)
      site.engine = await reopenEngine(site.engine.store)
      expect(await get(id, record.id)).toMatchObject({ text: null })
      const versions = (await runAction(site.engine, site.manager, 'Entity', id, 'get_history', {})) as VersionRecord[]
      const updates = versions.filter(({ action }) => action === 'Updated')
      expect(updates).toHaveLength(3)
      const back = { action: 'Updated', undone: 1, skipped: [] }
      for (const { id: version } of updates)
        expect({ ...back, ...(await undoVersion('Entity', id, version)) }).toMatchObject(back)
      expect(await get(id, record.id)).toMatchObject({ a: '2026-01-05 08:00', b: 'x'.repeat(500) })
      // The entity is renamed back, too.
      const move = versions.find(({ action }) => action === 'Renamed')
      expect(await undoVersion('Entity', id, move?.id)).toMatchObject({ undone: 1 })
      expect(await get(first, record.id)).toMatchObject({ a: '2026-01-05 08:00' })
    })

    it('gives links back to records that were renamed since, and none to those that are gone', async () => {
      const [people, places] = (await Promise.all(
        [1, 2].map(() => define([{ fieldname: 'n' }], { allow_rename: 1 })),
      )) as [string, string]
      const id = await define([{ fieldname: 'to', fieldtype: 'Link', options: people }])
      const targets = await Promise.all(['A', 'B', 'C'].map((one) => create(people, { id: one })))
      await create(places, { id: 'A' })
      const [a, b, c] = await Promise.all(targets.map((one) => create(id, { to: one.id })))
      const valuesOf = () => Promise.all([a, b, c].map(async (one) => (await get(id, String(one?.id))).to))
      await reshape(id, altered('to', { options: places }), confirmed)
      expect(await valuesOf()).toEqual(['A', null, null])
      await rename(places, 'A', 'A2')
      await rename(people, 'A', 'A1')
      await rename(people, 'B', 'B1')
      await deleteRecord(site.engine, site.manager, people, 'C')
      expect(await undo(id)).toMatchObject({ undone: 1, skipped: [] })
      expect(await valuesOf()).toEqual(['A1', 'B1', null])
    })

    it('gives Dynamic Links back that lead to renamed records, of the entity that they name', async () => {
      const [people, places] = (await Promise.all(
        [1, 2].map(() => define([{ fieldname: 'n' }], { allow_rename: 1 })),
      )) as [string, string]
      const id = await define([
        { fieldname: 'kind', fieldtype: 'Link', options: 'Entity' },
        { fieldname: 'to', fieldtype: 'Dynamic Link', options: 'kind' },
      ])
      for (const entity of [people, places]) await create(entity, { id: 'A' })
      const made = await Promise.all([people, places].map((kind) => create(id, { kind, to: 'A' })))
      const valuesOf = () => Promise.all(made.map(async (one) => (await get(id, one.id)).to))
      await retype(id, 'to', 'Int')
      await reshape(id, renamed('kind', 'what'))
      await rename(people, 'A', 'A1')
      expect(await valuesOf()).toEqual([0, 0])
      const [renaming, change] = (await runAction(site.engine, site.manager, 'Entity', id, 'get_history', {
        limit: 2,
      })) as VersionRecord[]
      expect(await undoVersion('Entity', id, renaming?.id)).toMatchObject({ undone: 1 })
      expect(await undoVersion('Entity', id, change?.id)).toMatchObject({ undone: 1 })
      expect(await valuesOf()).toEqual(['A1', 'A'])
      // Both fields are removed, and come back.
      await reshape(id, () => [{ fieldname: 'other' }], confirmed)
      await rename(places, 'A', 'A2')
      for (const fieldname of ['kind', 'to']) {
        await runAction(site.engine, await call(), 'Entity', id, 'restore_field', { fieldname })
      }
      expect(await valuesOf()).toEqual(['A1', 'A2'])
    })

    it('gives former values back in an entity that was deleted and came back since', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      const made = await Promise.all(['007', 'many'].map((a) => create(id, { a, b: 'kept' })))
      const valuesOf = () => Promise.all(made.map(async (one) => (await get(id, one.id)).a))
      await retype(id, 'a', 'Int')
      await reshape(id, (fields) => fields.filter(({ fieldname }) => fieldname !== 'b'), confirmed)
      await deleteRecord(site.engine, await call(), 'Entity', id, { sent: confirmed })
      expect((await checkTables(site.engine)).ids).toEqual([])
      const filters = { ref_entity: 'Entity', ref_id: id }
      const [item] = (await listRecords(site.engine, site.manager, 'Trash Item', { filters })).data
      await runAction(site.engine, await call(), 'Trash Item', String(item?.id), 'restore', {})
      expect(await valuesOf()).toEqual([7, 0])
      const history = (await runAction(site.engine, site.manager, 'Entity', id, 'get_history', {})) as VersionRecord[]
      expect(history.map(({ action }) => action)).toEqual(['Created', 'Deleted', 'Updated', 'Updated', 'Created'])
      for (const version of history.slice(2, 4)) {
        expect(await undoVersion('Entity', id, version.id)).toMatchObject({ undone: 1, skipped: [] })
      }
      expect(await valuesOf()).toEqual(['007', 'many'])
      expect(await get(id, String(made[0]?.id))).toMatchObject({ b: 'kept' })
      expect((await checkTables(site.engine)).ids).toEqual([])
    })

    it('gives a Table field its former rows back, and the history of both', async () => {
      const [one, two] = [
        await define([{ fieldname: 'step' }], { type: 'Table' }),
        await define([{ fieldname: 'thing' }], { type: 'Table' }),
      ]
      const id = await define([{ fieldname: 'rows', fieldtype: 'Table', options: one }])
      const record = await create(id, { rows: [{ step: 'x' }, { step: 'y' }] })
      const rowsOf = async () => (await get(id, record.id)).rows
      await reshape(id, altered('rows', { options: two }), confirmed)
      expect(await rowsOf()).toEqual([])
      await set(id, record.id, { rows: [{ thing: 'z' }] })
      expect(await undo(id, { dry_run: 1 })).toMatchObject({ losses: [{ fieldname: 'rows', records: 1 }] })
      expect(await undo(id, confirmed)).toMatchObject({ undone: 1 })
      expect(await rowsOf()).toMatchObject([{ step: 'x' }, { step: 'y' }])
      const history = (await runAction(site.engine, site.manager, id, record.id, 'get_history', {})) as VersionRecord[]
      expect(history.at(-1)?.data.added).toMatchObject([
        ['rows', { step: 'x' }],
        ['rows', { step: 'y' }],
      ])
      expect(await undo(id, confirmed)).toMatchObject({ kind: 'Redo', undone: 1 })
      expect(await rowsOf()).toMatchObject([{ thing: 'z' }])
    })

    it('covers the fields of rows', async () => {
      const child = await define([{ fieldname: 'hours' }], { type: 'Table' })
      const id = await define([{ fieldname: 'rows', fieldtype: 'Table', options: child }])
      const record = await create(id, { rows: [{ hours: 'two' }, { hours: '03' }] })
      await retype(child, 'hours', 'Float')
      expect((await get(id, record.id)).rows).toMatchObject([{ hours: 0 }, { hours: 3 }])
      expect(await undo(child)).toMatchObject({ undone: 1, skipped: [] })
      expect((await get(id, record.id)).rows).toMatchObject([{ hours: 'two' }, { hours: '03' }])
    })

    it('converts all values after thirty days, when nothing is left of the former ones', async () => {
      const id = await define([{ fieldname: 'a' }])
      const record = await create(id, { a: 'many words' })
      const other = await create(id, { a: '0070' })
      await retype(id, 'a', 'Int')
      await site.engine.store.write((tx) => tx.run(sql`update retired_column set retired_at = '2020-01-01'`))
      await purgeRetired(site.engine)
      expect(await tablesWith('many words')).toEqual([])
      expect((await checkTables(site.engine)).ids).toEqual([])
      expect(await undo(id)).toMatchObject({ undone: 1 })
      expect([await get(id, record.id), await get(id, other.id)]).toMatchObject([{ a: '0' }, { a: '70' }])
    })
  })

  it('a record is undone past a change of type that was itself undone, and not before', async () => {
    const id = await define([{ fieldname: 'a' }, { fieldname: 'j', fieldtype: 'JSON' }])
    const record = await create(id, { a: 'one', j: { x: 1 } })
    await set(id, record.id, { a: '2', j: { x: 2 } })
    const version = await newest(id, record.id)
    await reshape(id, (fields) => altered('a', { fieldtype: 'Int' })(altered('j', { fieldtype: 'Long Text' })(fields)))
    expect(await undoVersion(id, record.id, version)).toMatchObject({
      undone: 0,
      skipped: [{ reason: 'definition', fields: ['a', 'j'] }],
    })
    await undo(id)
    expect(await undoVersion(id, record.id, version)).toMatchObject({ undone: 1, skipped: [] })
    expect(await get(id, record.id)).toMatchObject({ a: 'one', j: { x: 1 } })
  })

  it('a definition whose touched part was changed since is left alone', async () => {
    const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
    await create(id, { a: '1' })
    await retype(id, 'a', 'Int')
    const version = await newest('Entity', id)
    await retype(id, 'a', 'Float')
    expect(await undoVersion('Entity', id, version)).toMatchObject({
      undone: 0,
      skipped: [{ reason: 'changed', fields: ['fields'] }],
    })
    expect(await typeOf(id, 'a')).toBe('Float')
    await set('Entity', id, { description: 'Another part' })
    await undo(id)
    await undo(id)
  })
})
