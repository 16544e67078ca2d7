import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { altered, definitionTests, type FieldRow, type Row } from '../definitions/testing.ts'
import {
  contextOf,
  countErasable,
  createRecord,
  deleteRecord,
  emptyTrash,
  getRecord,
  linkSuggestions,
  listRecords,
  openEngine,
  readSecret,
  renameEntity,
  runAction,
} from '../index.ts'
import { dumpOf, refusal } from '../testing.ts'

interface Answer {
  entity: string
  id: string
  not_restored: { entity: string; id: string; fieldname: string; reason: string }[]
}

/** A deleted entity goes to the trash with all its records, and comes back with them (reference: metadata, Deleting an entity). */
eachStore((open) => {
  const { site, create, get, define, save, ids, fieldsOf, reshape } = definitionTests(open)
  const manager = () => contextOf(site.manager.actor, '')
  const remove = (id: string, ctx = manager()) =>
    deleteRecord(site.engine, ctx, 'Entity', id, { sent: { confirm_data_loss: 1 } })
  const itemOf = async (id: string) => {
    const filters = { ref_entity: 'Entity', ref_id: id }
    const { data } = await listRecords(site.engine, site.manager, 'Trash Item', {
      filters,
      order_by: 'deleted_at desc',
    })
    return String(data[0]?.id)
  }
  const restore = (item: string, data: object = {}) =>
    runAction(site.engine, manager(), 'Trash Item', item, 'restore', data) as Promise<Answer>
  const historyOf = (entity: string, id: string) =>
    runAction(site.engine, site.manager, entity, id, 'get_history', {}) as Promise<Row[]>
  const fields: FieldRow[] = [
    ...[{ fieldname: 'title' }, { fieldname: 'key', fieldtype: 'Password' }, { fieldname: 'code', unique: 1 }],
    ...[
      { fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' },
      { fieldname: 'contact', fieldtype: 'Link', options: 'Contact' },
      { fieldname: 'about', fieldtype: 'Link', options: 'Entity' },
      { fieldname: 'about_id', fieldtype: 'Dynamic Link', options: 'about' },
    ],
  ]
  const filled = async () => {
    const entity = await define(fields, { title_field: 'title', search_fields: 'title', naming_rule: 'Prompt' })
    const one = await create(entity, {
      id: 'one',
      title: 'Blue bottle',
      key: 'hidden',
      code: 'A',
      rows: [{ title: 'a' }],
    })
    await create(entity, { id: 'two', title: 'Red box', about: entity, about_id: 'one' })
    await createRecord(site.engine, site.staff, entity, { id: 'three', title: 'Green glass' })
    return { entity, one }
  }

  describe('a deleted entity', () => {
    it('comes back with its records, rows, secrets, files, messages, rules and history', async () => {
      const { entity } = await filled()
      const rules = (await get('Entity', entity)).permissions
      const on = { reference_entity: entity, reference_id: 'one' }
      const mail = { communication_medium: 'Email', sent_or_received: 'Received', status: 'Open', subject: 'm' }
      const { id: message } = await create('Communication', {
        ...{ ...mail, ...on, communication_date: '2026-01-05 10:00:00' },
      })
      const attached = { attached_to_entity: entity, attached_to_id: 'one', file_url: '/files/e.txt', file_name: 'e' }
      const { id: file } = await create('File', attached)
      const [before, history] = [await get(entity, 'one'), await historyOf(entity, 'one')]
      await remove(entity)
      for (const [of, id] of [
        [entity, 'one'],
        ['Communication', message],
        ['File', file],
        ['Entity', entity],
      ] as const)
        expect((await refusal(get(of, id))).status).toBe(404)
      expect((await refusal(listRecords(site.engine, site.manager, entity, {}))).status).toBe(404)
      const item = (await getRecord(site.engine, site.manager, 'Trash Item', await itemOf(entity))) as Row
      expect(item).toMatchObject({ ref_entity: 'Entity', ref_id: entity, files: 1, communications: 1, can_restore: 1 })
      expect((item.record as Row).fields).toHaveLength(fields.length)
      expect(await restore(item.id)).toMatchObject({ entity: 'Entity', id: entity, not_restored: [] })
      expect(await get(entity, 'one')).toEqual(before)
      expect(await historyOf(entity, 'one')).toEqual(history)
      expect(await readSecret(site.engine, entity, 'one', 'key')).toBe('hidden')
      expect(await get('Communication', message)).toMatchObject(on)
      expect(await get('File', file)).toMatchObject({ attached_to_entity: entity, attached_to_id: 'one' })
      expect((await get('Entity', entity)).permissions).toEqual(rules)
      expect(await ids(entity, [['title', 'like', '%ottl%']])).toEqual(['one'])
      expect(await ids(entity, {})).toEqual(['one', 'three', 'two'])
      const suggested = await linkSuggestions(site.engine, site.manager, { entity, txt: 'Green' })
      expect(JSON.stringify(suggested)).toContain('three')
      expect((await refusal(create(entity, { id: 'four', code: 'a' }))).type).toBe('DuplicateEntryError')
      await create(entity, { id: 'four', code: 'b', rows: [{ title: 'x' }] })
    })

    it('comes back as it is after a restart between', async () => {
      const { entity } = await filled()
      await remove(entity)
      const { store, types, modules, vault: _ } = site.engine
      const other = await openEngine({ store, fieldTypes: types, modules, keys: { current: Buffer.alloc(32) } })
      expect(other.models.get(entity)).toBeUndefined()
      await restore(await itemOf(entity))
      const again = await openEngine({ store, fieldTypes: types, modules, keys: { current: Buffer.alloc(32) } })
      expect(again.models.get(entity)?.table.name).toBe(site.engine.models.get(entity)?.table.name)
    })

    it('leaves its name to another one, which gets none of its records, rows or history', async () => {
      const { entity } = await filled()
      await remove(entity)
      await createRecord(site.engine, manager(), 'Entity', {
        ...{ id: entity, module: 'Test', naming_rule: 'Prompt' },
        fields: [{ fieldname: 'note' }, { fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' }],
      })
      await create(entity, { id: 'one', note: 'new' })
      expect((await get(entity, 'one')).rows).toEqual([])
      expect(await historyOf(entity, 'one')).toHaveLength(1)
      const item = await itemOf(entity)
      expect(await refusal(restore(item))).toMatchObject({ status: 409, type: 'DuplicateEntryError' })
      expect((await refusal(restore(item, { new_id: '2 bad' }))).status).toBe(417)
      const id = `${entity} again`
      expect(await restore(item, { new_id: id })).toMatchObject({ id, not_restored: [] })
      expect(await get(id, 'one')).toMatchObject({ title: 'Blue bottle', rows: [{ title: 'a' }] })
      expect(await get(id, 'two')).toMatchObject({ about: id, about_id: 'one' })
      expect((await historyOf(id, 'one')).map(({ action }) => action)).toEqual(['Created'])
      expect((await historyOf('Entity', id)).map(({ action }) => action)).toEqual(['Created', 'Deleted', 'Created'])
      expect((await historyOf('Entity', entity)).map(({ action }) => action)).toEqual(['Created'])
      expect(await get(entity, 'one')).toMatchObject({ note: 'new', rows: [] })
      expect(await historyOf(entity, 'one')).toHaveLength(1)
      expect(await readSecret(site.engine, id, 'one', 'key')).toBe('hidden')
    })

    it('finds what was renamed meanwhile, and names what is gone', async () => {
      const { entity } = await filled()
      const [shelf, gone] = [await define([{ fieldname: 'a' }]), await define([{ fieldname: 'b' }])]
      const more = [
        { fieldname: 'shelf', fieldtype: 'Link', options: shelf },
        { fieldname: 'lost', fieldtype: 'Link', options: gone },
      ]
      await reshape(entity, (rows) => [...rows, ...more])
      const { id: row } = await create(shelf, { a: '1' })
      const { id: other } = await create(gone, { b: '1' })
      const { id: contact } = await create('Contact', { contact_name: 'Gone' })
      await create(entity, { id: 'linked', contact, shelf: row, lost: other, about: shelf, about_id: row })
      await remove(entity)
      await deleteRecord(site.engine, manager(), 'Contact', contact)
      await renameEntity(site.engine, manager(), shelf, `${shelf} now`)
      await remove(gone)
      const item = await itemOf(entity)
      expect(await refusal(restore(item))).toMatchObject({ status: 417, errors: [{ fieldname: 'fields', row: 9 }] })
      await deleteRecord(site.engine, manager(), 'Trash Item', await itemOf(gone))
      const { not_restored } = await restore(item)
      expect(not_restored.map((one) => [one.entity, one.id, one.fieldname, one.reason])).toEqual([
        ['Entity', entity, 'fields', 'gone'],
        [entity, 'linked', 'contact', 'gone'],
      ])
      expect(await get(entity, 'linked')).toMatchObject({
        ...{ contact: null, shelf: row, lost: other, about: `${shelf} now`, about_id: row },
      })
      expect((await fieldsOf(entity)).find(({ fieldname }) => fieldname === 'lost')).toMatchObject({
        fieldtype: 'Data',
      })
    })

    it('comes back with the undo of its deletion, and goes again with the redo', async () => {
      const { entity } = await filled()
      const ctx = manager()
      await remove(entity, ctx)
      const undo = (operation: string, data = {}) => {
        const { operation: own, ...rest } = manager()
        return runAction(
          site.engine,
          { ...rest, operation: own },
          'Operation Log',
          operation,
          'undo',
          data,
        ) as Promise<Row>
      }
      expect(await undo(ctx.operation.id, { dry_run: 1 })).toMatchObject({ undone: 1, skipped: [] })
      expect(site.engine.models.get(entity)).toBeUndefined()
      const answer = await undo(ctx.operation.id)
      expect(answer).toMatchObject({ undone: 1, count: 1, skipped: [] })
      expect(await get(entity, 'one')).toMatchObject({ rows: [{ title: 'a' }] })
      expect((await refusal(undo(String(answer.operation)))).type).toBe('DataLossError')
      expect(await undo(String(answer.operation), { confirm_data_loss: 1 })).toMatchObject({ kind: 'Redo', undone: 1 })
      expect(site.engine.models.get(entity)).toBeUndefined()
    })

    it('of type Table or Settings comes back, too', async () => {
      const child = await define([{ fieldname: 'what' }], { type: 'Table' })
      const entity = await define([{ fieldname: 'rows', fieldtype: 'Table', options: child }])
      const { id } = await create(entity, { rows: [{ what: 'kept' }] })
      await remove(entity)
      await remove(child)
      expect((await refusal(restore(await itemOf(entity)))).status).toBe(417)
      await restore(await itemOf(child))
      await restore(await itemOf(entity))
      expect((await get(entity, id)).rows).toMatchObject([{ what: 'kept' }])
      const settings = await define([{ fieldname: 'colour' }], { type: 'Settings' })
      await save(settings, {})
      await remove(settings)
      await define([{ fieldname: 'a' }])
      await restore(await itemOf(settings), { new_id: `${settings} b` })
      expect(await get(`${settings} b`, `${settings} b`)).toMatchObject({ colour: null })
    })

    it('goes for ever with its table, its rows and its removed fields', async () => {
      const { entity } = await filled()
      await reshape(entity, (rows) => rows.filter(({ fieldname }) => fieldname !== 'code'), { confirm_data_loss: 1 })
      const table = String(site.engine.models.get(entity)?.table.name)
      await deleteRecord(site.engine, manager(), entity, 'three')
      await remove(entity)
      const parts = async () => (await dumpOf(site.engine.store)).split('\n\n').filter((text) => text.includes(table))
      expect((await parts()).map((text) => text.split('\n')[0])).toContain('e_task_item')
      const item = await itemOf(entity)
      expect((await refusal(deleteRecord(site.engine, site.staff, 'Trash Item', item))).status).toBe(403)
      await deleteRecord(site.engine, manager(), 'Trash Item', item)
      expect(await parts()).toEqual([])
      const left = await listRecords(site.engine, site.admin, 'Trash Item', { filters: { ref_id: 'three' } })
      expect(left.count).toBe(0)
      await emptyTrash(site.engine, manager(), 'Entity')
      expect((await refusal(restore(item))).status).toBe(404)
    })

    it('shows its records by their number, and takes what was deleted of them along when the trash is emptied', async () => {
      await emptyTrash(site.engine, manager(), null)
      const { entity } = await filled()
      await deleteRecord(site.engine, manager(), entity, 'three')
      await remove(entity)
      expect(await getRecord(site.engine, site.manager, 'Trash Item', await itemOf(entity))).toMatchObject({
        records: 2,
      })
      await remove(await define([{ fieldname: 'a' }]))
      // The name was given again, and a record of the new entity deleted.
      await define([{ fieldname: 'a' }], { id: entity, naming_rule: 'Prompt' })
      await create(entity, { id: 'four' })
      await deleteRecord(site.engine, manager(), entity, 'four')
      for (const [of, count] of [
        ['Entity', 3],
        [entity, 1],
        [null, 4],
      ] as const)
        expect(await countErasable(site.engine, site.manager, of)).toBe(count)
      expect(await emptyTrash(site.engine, manager(), 'Entity')).toBe(3)
      expect(await emptyTrash(site.engine, manager(), null)).toBe(1)
    })

    it('is seen and restored by managers alone', async () => {
      const { entity } = await filled()
      await remove(entity)
      const item = await itemOf(entity)
      for (const ctx of [site.staff, site.nobody]) {
        const call = runAction(site.engine, contextOf(ctx.actor, ''), 'Trash Item', item, 'restore', {})
        expect([403, 404]).toContain((await refusal(call)).status)
        expect((await listRecords(site.engine, ctx, 'Trash Item', { filters: { ref_id: entity } })).count).toBe(0)
      }
      await restore(item)
      await reshape(entity, altered('title', { label: 'Heading' }))
    })
  })
})
