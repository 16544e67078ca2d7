import type { EntityRecord } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { altered, definitionTests, type FieldRow, type Row, renamed, without } from '../definitions/testing.ts'
import {
  contextOf,
  countErasable,
  createRecord,
  deleteRecord,
  emptyTrash,
  getRecord,
  listRecords,
  openEngine,
  readSecret,
  renameEntity,
  runAction,
  sweepTrash,
  updateRecord,
} from '../index.ts'
import { addUser, dumpOf, personContext, refusal, testKey } from '../testing.ts'
import { trashItemOf } from './find-item.ts'

interface Answer {
  entity: string
  id: string
  operation: string
  not_restored: { entity: string; id: string; fieldname: string; reason: string }[]
}

eachStore((open) => {
  const { site, create, get, define, reshape, save } = definitionTests(open)
  /** Each call is an operation of its own. */
  const remove = (entity: string, id: string, ctx = site.manager) =>
    deleteRecord(site.engine, contextOf(ctx.actor, ''), entity, id)
  const itemsOf = async (entity: string, id: string, ctx = site.manager) => {
    const filters = { ref_entity: entity, ref_id: id }
    return (await listRecords(site.engine, ctx, 'Trash Item', { filters, fields: '*' })).data as Row[]
  }
  const itemOf = async (entity: string, id: string) => String((await itemsOf(entity, id))[0]?.id)
  const restore = (item: string, data: object = {}, ctx = site.manager) =>
    runAction(site.engine, ctx, 'Trash Item', item, 'restore', data) as Promise<Answer>
  const fresh = () => create('Contact', { contact_name: 'Noa', company: 'Levi' })
  const timeless = ({ modified: _, modified_by: __, _link_titles: ___, ...record }: EntityRecord) => record

  describe('a deleted record', () => {
    it('comes back with its id, owner, creation, rows and secret, and its item is gone', async () => {
      const rows = [{ title: 'one' }, { title: 'two', done: 1 }, { title: 'three' }]
      const task = await createRecord(site.engine, site.staff, 'Task', {
        ...{ subject: 'Call', checklist: rows, api_key: 'very secret', config: { a: [1] }, points: 3 },
      })
      const before = await get('Task', task.id)
      await remove('Task', task.id, site.staff)
      expect((await refusal(get('Task', task.id))).status).toBe(404)
      const [item] = await itemsOf('Task', task.id)
      expect(item).toMatchObject({ title: 'Call', deleted_by: 'dana@example.com', files: 0, communications: 0 })
      expect(await dumpOf(site.engine.store)).not.toContain('very secret')
      const shown = await getRecord(site.engine, site.manager, 'Trash Item', String(item?.id))
      expect(JSON.stringify(shown)).not.toContain('very secret')
      expect(JSON.stringify(shown)).not.toMatch(/"v\d\./)
      const operation_id = item?.operation_id
      expect(await trashItemOf(site.engine, site.engine.store, String(operation_id), 'Task', task.id)).toBe(item?.id)
      const answer = await restore(String(item?.id))
      expect(answer).toMatchObject({ entity: 'Task', id: task.id, not_restored: [] })
      const after = await get('Task', task.id)
      expect(timeless(after)).toEqual(timeless(before))
      expect([String(after.modified) > String(before.modified), after.modified_by]).toEqual([true, 'noa@example.com'])
      expect(await readSecret(site.engine, 'Task', task.id, 'api_key')).toBe('very secret')
      expect(await itemsOf('Task', task.id)).toEqual([])
    })

    it('takes its files and messages along, and references that were let go point at it again', async () => {
      const { id } = await fresh()
      const mail = {
        ...{ communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' },
        communication_date: '2026-01-05 10:00:00',
      }
      const on = { reference_entity: 'Contact', reference_id: id }
      const first = await create('Communication', { ...mail, ...on, subject: 'a' })
      const second = await create('Communication', { ...mail, ...on, subject: 'b', in_reply_to: first.id })
      const answer = await create('Communication', { ...mail, subject: 'c', in_reply_to: first.id })
      const file = { attached_to_entity: 'Contact', attached_to_id: id, file_url: '/files/x.txt', file_name: 'x' }
      const { id: fileId } = await create('File', file)
      await remove('Contact', id)
      expect((await get('Communication', answer.id)).in_reply_to).toBeNull()
      for (const gone of [first, second]) expect((await refusal(get('Communication', gone.id))).status).toBe(404)
      const [item] = await itemsOf('Contact', id)
      expect(item).toMatchObject({ files: 1, communications: 2 })
      await restore(String(item?.id), { new_id: 'NOA-2' })
      expect(await get('Contact', 'NOA-2')).toMatchObject({ company: 'Levi' })
      const other = { reference_id: 'NOA-2', reference_entity: 'Contact' }
      expect(await get('Communication', second.id)).toMatchObject({ ...other, in_reply_to: first.id })
      expect((await get('Communication', answer.id)).in_reply_to).toBe(first.id)
      expect(await get('File', fileId)).toMatchObject({ attached_to_id: 'NOA-2', attached_to_entity: 'Contact' })
    })

    it('leaves out links to what is gone, and names them', async () => {
      const contact = await fresh()
      const task = await create('Task', { subject: 'a', contact: contact.id })
      await remove('Task', task.id)
      await remove('Contact', contact.id)
      const answer = await restore(await itemOf('Task', task.id))
      expect(answer.not_restored).toMatchObject([
        { entity: 'Task', id: task.id, fieldname: 'contact', reason: 'gone', message: 'Could not find {0}: {1}' },
      ])
      expect((await get('Task', task.id)).contact).toBeNull()
    })

    it('needs another id when its own was given again; its history stays apart', async () => {
      const { id } = await create('Contact', { id: 'Dup', contact_name: 'First' })
      await remove('Contact', id)
      await create('Contact', { id, contact_name: 'Second' })
      const item = await itemOf('Contact', id)
      const shown = (await getRecord(site.engine, site.manager, 'Trash Item', item)) as Row
      expect(shown).toMatchObject({ record: { id, contact_name: 'First' }, can_restore: 1 })
      expect((shown.history as { action: string }[]).map(({ action }) => action)).toEqual(['Deleted', 'Created'])
      const history = (of: string) =>
        runAction(site.engine, site.staff, 'Contact', of, 'get_history', {}) as Promise<Row[]>
      expect((await history(id)).map(({ action }) => action)).toEqual(['Created'])
      expect((await refusal(restore(item))).type).toBe('DuplicateEntryError')
      expect((await refusal(restore(item, { new_id: '../x' }))).status).toBe(417)
      await restore(item, { new_id: 'Dup 2' })
      expect(await get('Contact', 'Dup 2')).toMatchObject({ contact_name: 'First' })
      expect((await history('Dup 2')).map(({ action }) => action)).toEqual(['Created', 'Deleted', 'Created'])
      expect((await history(id)).map(({ action }) => action)).toEqual(['Created'])
    })

    it('needs another value where its unique value was taken, and ignores other keys', async () => {
      const entity = await define([{ fieldname: 'code', unique: 1 }, { fieldname: 'text' }])
      const { id } = await create(entity, { code: 'A1', text: 'first' })
      await remove(entity, id)
      await create(entity, { code: 'a1' })
      const item = await itemOf(entity, id)
      const problem = await refusal(restore(item))
      expect([problem.status, problem.errors?.map(({ fieldname }) => fieldname)]).toEqual([409, ['code']])
      await restore(item, { values: { code: 'A2', text: 'changed' } })
      expect(await get(entity, id)).toMatchObject({ code: 'A2', text: 'first' })
    })

    it('is restored once, when two do it at the same time', async () => {
      const { id } = await fresh()
      await remove('Contact', id)
      const item = await itemOf('Contact', id)
      const outcomes = await Promise.allSettled([restore(item), restore(item)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const lost = outcomes.find((one) => one.status === 'rejected')
      expect(lost?.reason).toMatchObject({ status: 404 })
    })

    it('comes back with the undo of its deletion', async () => {
      const { id } = await fresh()
      await remove('Contact', id)
      const [item] = await itemsOf('Contact', id)
      const undo = { ...site.manager, operation: contextOf(site.manager.actor, '').operation }
      const operation = String(item?.operation_id)
      const answer = await runAction(site.engine, undo, 'Operation Log', operation, 'undo', {})
      expect(answer).toMatchObject({ undone: 1, count: 1, skipped: [] })
      expect(await get('Contact', id)).toMatchObject({ company: 'Levi' })
      expect(await itemsOf('Contact', id)).toEqual([])
    })

    it('stays where it was when the restore is refused', async () => {
      const { id } = await fresh()
      await remove('Contact', id)
      await create('Contact', { id, contact_name: 'taken' })
      const before = await dumpOf(site.engine.store)
      await refusal(restore(await itemOf('Contact', id)))
      expect(await dumpOf(site.engine.store)).toBe(before)
    })
  })

  describe('a definition that changed meanwhile', () => {
    const fields: FieldRow[] = [
      ...[{ fieldname: 'kept' }, { fieldname: 'gone' }, { fieldname: 'number', fieldtype: 'Data' }],
      ...[
        { fieldname: 'text', fieldtype: 'Data' },
        { fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' },
      ],
    ]

    it('decides: renamed, retyped, removed and new fields', async () => {
      const entity = await define(fields)
      const values = { kept: 'k', gone: 'g', number: '7', text: 'no number', rows: [{ title: 'row' }] }
      const { id } = await create(entity, values)
      await remove(entity, id)
      await reshape(entity, without('gone'))
      await reshape(entity, renamed('kept', 'kept_on'))
      await reshape(entity, altered('number', { fieldtype: 'Int' }))
      await reshape(entity, altered('text', { fieldtype: 'Int' }))
      await reshape(entity, renamed('rows', 'lines'))
      await reshape(entity, (rows) => [...rows, { fieldname: 'added', fieldtype: 'Data', default: 'new' }])
      await renameEntity(site.engine, site.manager, entity, `${entity} now`)
      const answer = await restore(await itemOf(`${entity} now`, id))
      const lost = answer.not_restored.map(({ fieldname, reason }) => [fieldname, reason])
      expect(lost.map(String).toSorted()).toEqual(['gone,definition', 'text,definition'])
      expect(await get(`${entity} now`, id)).toMatchObject({
        ...{ kept_on: 'k', number: 7, text: 0, added: 'new', lines: [{ title: 'row' }] },
      })
    })

    it('seals a secret again for its renamed field and its new id', async () => {
      const entity = await define([{ fieldname: 'key', fieldtype: 'Password' }])
      const { id } = await create(entity, { key: 'hidden' })
      await remove(entity, id)
      await reshape(entity, renamed('key', 'token'))
      await restore(await itemOf(entity, id), { new_id: 'moved' })
      expect(await readSecret(site.engine, entity, 'moved', 'token')).toBe('hidden')
    })

    it('names the record by its field, whose value follows a new id', async () => {
      const entity = await define([{ fieldname: 'code' }], { naming_rule: 'Field', naming_value: 'code' })
      const { id } = await create(entity, { code: 'one' })
      await remove(entity, id)
      await create(entity, { code: 'one' })
      await restore(await itemOf(entity, id), { new_id: 'two' })
      expect(await get(entity, 'two')).toMatchObject({ code: 'two' })
    })
  })

  describe('an item', () => {
    const seen = async (entity: string, id: string) => {
      const people = { manager: site.manager, staff: site.staff, nobody: site.nobody }
      const lists = Object.entries(people).map(async ([name, ctx]) => [name, (await itemsOf(entity, id, ctx)).length])
      return Object.fromEntries(await Promise.all(lists))
    }
    const rule = (role: string, rights: object) => ({ role, ...rights })

    it('is seen by people who may delete its records, and by its deleter while they read the entity', async () => {
      const entity = await define([{ fieldname: 'a' }])
      const { id } = await create(entity, { a: '1' })
      await remove(entity, id)
      expect(await seen(entity, id)).toEqual({ manager: 1, staff: 1, nobody: 0 })
      const item = await itemOf(entity, id)
      await save(entity, { permissions: [rule('System Manager', { read: 1, write: 1 })] })
      expect(await seen(entity, id)).toEqual({ manager: 1, staff: 0, nobody: 0 })
      expect((await refusal(getRecord(site.engine, site.staff, 'Trash Item', item))).status).toBe(403)
      expect((await refusal(restore(item))).status).toBe(403)
      expect((await refusal(deleteRecord(site.engine, site.manager, 'Trash Item', item))).status).toBe(403)
      const own = rule('Staff', { read: 1, delete: 1, if_owner: 1 })
      await save(entity, { permissions: [rule('System Manager', { read: 1, write: 1 }), own] })
      expect(await seen(entity, id)).toEqual({ manager: 1, staff: 0, nobody: 0 })
      const mine = await createRecord(site.engine, site.staff, 'Contact', { contact_name: 'c' })
      await remove('Contact', mine.id, site.staff)
      expect(await seen('Contact', mine.id)).toEqual({ manager: 1, staff: 1, nobody: 0 })
    })

    it('shows only fields that the reader may read, in the record and in its history', async () => {
      const entity = await define([{ fieldname: 'a' }, { fieldname: 'wage', permlevel: 1 }])
      const { id } = await create(entity, { a: '1', wage: 'nine thousand' })
      await remove(entity, id)
      const item = await itemOf(entity, id)
      const read = async (ctx = site.staff) => JSON.stringify(await getRecord(site.engine, ctx, 'Trash Item', item))
      expect(await read()).not.toContain('nine thousand')
      expect(await read(site.manager)).toContain('nine thousand')
      const versions = await listRecords(site.engine, site.manager, 'Version', { filters: { ref_id: id } })
      expect(versions.count).toBe(2)
    })

    it('of a file is seen by its deleter and by managers', async () => {
      const file = await createRecord(site.engine, site.staff, 'File', { file_name: 'mine' })
      await remove('File', file.id, site.staff)
      expect(await seen('File', file.id)).toEqual({ manager: 1, staff: 1, nobody: 0 })
      const other = await create('File', { file_name: 'theirs' })
      await remove('File', other.id)
      expect(await seen('File', other.id)).toEqual({ manager: 1, staff: 0, nobody: 0 })
    })
  })

  describe('for ever', () => {
    const contentOf = async () => {
      const { store } = site.engine
      const count = async (name: string) =>
        Number((await store.get<{ n: number }>(sql`select count(*) as n from ${sql.id(name)}`))?.n)
      return Promise.all(['trash_content', 'trash_key', 'trash_secret'].map(count))
    }

    it('a manager erases an item, or all of an entity; others may not', async () => {
      await emptyTrash(site.engine, site.admin, null)
      const before = await contentOf()
      const task = await create('Task', { subject: 'x', api_key: 'k' })
      await remove('Task', task.id)
      const item = await itemOf('Task', task.id)
      expect((await refusal(deleteRecord(site.engine, site.staff, 'Trash Item', item))).status).toBe(403)
      await deleteRecord(site.engine, site.manager, 'Trash Item', item)
      expect((await refusal(restore(item))).status).toBe(404)
      for (let n = 0; n < 3; n++) await remove('Contact', (await fresh()).id)
      for (const call of [emptyTrash, countErasable]) {
        expect((await refusal(call(site.engine, site.staff, 'Task'))).status).toBe(403)
        expect((await refusal(call(site.engine, site.manager, 'Nothing'))).status).toBe(404)
        expect(await call(site.engine, site.manager, 'Task')).toBe(0)
      }
      expect(await countErasable(site.engine, site.manager, 'Contact')).toBe(3)
      expect(await emptyTrash(site.engine, site.manager, 'Contact')).toBe(3)
      expect(await contentOf()).toEqual(before)
    })

    it('the sweep erases what is due, by the settings of now, a hundred at a time, and goes on after a restart', async () => {
      const before = await contentOf()
      const ids = []
      for (let n = 0; n < 101; n++) ids.push((await fresh()).id)
      for (const id of ids) await remove('Contact', id)
      const { engine } = site
      expect(await sweepTrash(engine)).toBe(0)
      const day = (text: unknown) => Date.parse(String(text).slice(0, 10)) / 86_400_000
      const { trash_days: days } = engine.settings
      const [item] = await itemsOf('Contact', String(ids[0]))
      expect(day(item?.purge_at) - day(item?.deleted_at)).toBe(days)
      const table = engine.models.require('Trash Item').table.name
      await engine.store.write((tx) =>
        tx.run(
          sql`update ${sql.id(table)} set c_purge_at = '2020-01-01 00:00:00.000000' where c_ref_entity = 'Contact'`,
        ),
      )
      const stop = new AbortController()
      const quiet = engine.listen(({ entity }) => entity === 'Trash Item' && stop.abort())
      expect(await sweepTrash(engine, stop.signal)).toBe(100)
      quiet()
      const { store, types: fieldTypes, modules } = engine
      const restarted = await openEngine({ store, fieldTypes, modules, keys: { current: testKey } })
      expect(await sweepTrash(restarted)).toBe(1)
      expect(await itemsOf('Contact', String(ids[0]))).toEqual([])
      expect(await contentOf()).toEqual(before)
    })

    it('logs name a deleted person until then', async () => {
      await addUser(site.engine, 'x@y.z', ['Staff'])
      const ctx = await personContext(site.engine, 'x@y.z')
      await updateRecord(site.engine, ctx, 'User', 'x@y.z', { bio: 'me' })
      const written = async () =>
        (await listRecords(site.engine, site.manager, 'Version', { filters: { user: 'x@y.z' } })).count
      const before = await written()
      expect(before).toBeGreaterThan(0)
      await remove('User', 'x@y.z')
      expect(await written()).toBe(before)
      await emptyTrash(site.engine, site.manager, 'User')
      expect(await written()).toBe(0)
    })
  })
})
