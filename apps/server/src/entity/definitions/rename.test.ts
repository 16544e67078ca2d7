import type { EntityRecord } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  actorOf,
  contextOf,
  createRecord,
  deleteRecord,
  type Engine,
  entityMeta,
  getRecord,
  listRecords,
  openEngine,
  renameEntity,
  renameRecord,
  runAction,
  systemContext,
  updateRecord,
} from '../index.ts'
import { addUser, dumpOf, engineForTests, refusal } from '../testing.ts'

type Row = EntityRecord & Record<string, unknown>

eachStore((open) => {
  const site = engineForTests(open)

  const create = (entity: string, body: object) =>
    createRecord(site.engine, systemContext(site.engine), entity, body) as Promise<Row>
  const define = (id: string, fields: object[], more: object = {}) =>
    createRecord(site.engine, site.manager, 'Entity', { id, module: 'Test', fields, ...more })
  const get = (entity: string, id: string, engine: Engine = site.engine) =>
    getRecord(engine, site.manager, entity, id) as Promise<Row>
  const reopen = () =>
    openEngine({
      ...{ store: site.engine.store, fieldTypes: site.engine.types, modules: site.engine.modules },
      keys: { current: Buffer.alloc(32) },
    })

  describe('renaming an entity type', () => {
    it('renames all references to it, in this process and in the next', async () => {
      const { engine, manager } = site
      await define('Trip', [{ fieldname: 'a' }, { fieldname: 'stops', fieldtype: 'Table', options: 'Task Item' }], {
        ...{ naming_rule: 'Series', naming_value: 'TRIP-.##', title_field: 'a', has_communication: 1 },
      })
      await define('Booking', [
        { fieldname: 'trip', fieldtype: 'Link', options: 'Trip' },
        { fieldname: 'kind', fieldtype: 'Select', options: 'Trip\nTask' },
        { fieldname: 'what', fieldtype: 'Dynamic Link', options: 'kind' },
        { fieldname: 'word' },
        { fieldname: 'other', fieldtype: 'Dynamic Link', options: 'word' },
      ])
      const trip = await create('Trip', { a: 'Galil', stops: [{ title: 'Akko' }] })
      const booking = await create('Booking', {
        ...{ trip: trip.id, kind: 'Trip', what: trip.id, word: 'Trip', other: trip.id },
      })
      const mail = { communication_medium: 'Email', sent_or_received: 'Received', subject: 's', status: 'Open' }
      const message = await create('Communication', {
        ...{ ...mail, communication_date: '2026-01-05 10:00:00', reference_entity: 'Trip', reference_id: trip.id },
      })
      await create('List Setting', { user: 'dana@example.com', entity: 'Trip', layout: 'Tiles' })
      const file = { file_name: 'a.png', file_url: '/files/a.png', attached_to_entity: 'Trip', attached_to_id: trip.id }
      const { id: fileId } = await create('File', file)
      await updateRecord(engine, manager, 'Trip', trip.id, { a: 'Galilee' })
      const heard: unknown[] = []
      const stop = engine.listen(({ entity, id, action, newId }) => heard.push([entity, id, action, newId]))
      expect(await renameEntity(engine, manager, 'Trip', 'טיול')).toEqual({ new_name: 'טיול' })
      stop()
      expect(heard).toContainEqual(['Entity', 'Trip', 'renamed', 'טיול'])

      for (const now of [engine, await reopen()]) {
        expect(await get('Entity', 'טיול', now)).toMatchObject({ entity_name: 'טיול', schema_version: 2 })
        expect((await refusal(get('Entity', 'Trip', now))).status).toBe(404)
        expect(() => entityMeta(now, manager, 'Trip')).toThrow()
        expect(entityMeta(now, manager, 'טיול').meta.schema_version).toBe(2)
        expect(await get('טיול', trip.id, now)).toMatchObject({
          ...{ a: 'Galilee', stops: [{ title: 'Akko', parent_entity: 'טיול' }] },
          open_communications: { total: 1 },
        })
        expect(await get('Booking', booking.id, now)).toMatchObject({
          ...{ trip: trip.id, kind: 'טיול', what: trip.id, word: 'טיול', other: trip.id },
          _link_titles: { trip: 'Galilee', what: 'Galilee', other: 'Galilee' },
        })
        const { meta } = entityMeta(now, manager, 'Booking')
        expect(meta.doc_meta.fields.map((field) => field.options)).toEqual(['טיול', 'טיול\nTask', 'kind', null, 'word'])
        expect(await get('Communication', message.id, now)).toMatchObject({ reference_entity: 'טיול' })
        expect(await get('File', fileId, now)).toMatchObject({ attached_to_entity: 'טיול' })
        const history = (await runAction(now, manager, 'טיול', trip.id, 'get_history', {})) as Row[]
        expect(history.map((one) => [one.ref_entity, one.action])).toEqual([
          ['טיול', 'Updated'],
          ['טיול', 'Created'],
        ])
        const found = { filters: { trip: ['like', `%${trip.id}%`] } }
        expect((await listRecords(now, manager, 'Booking', found)).count).toBe(1)
      }
      expect((await create('טיול', { a: 'next' })).id).toBe('TRIP-02')
      expect((await create('Booking', { kind: 'טיול', what: 'TRIP-02' })).id).toBeDefined()
      expect((await refusal(deleteRecord(engine, manager, 'טיול', trip.id))).type).toBe('LinkExistsError')
      await define('Trip', [{ fieldname: 'new' }])
      expect((await listRecords(engine, manager, 'Trip', {})).count).toBe(0)
    })

    it('of a child entity and of settings works, too', async () => {
      const { engine, manager } = site
      await define('Stop', [{ fieldname: 'place' }], { type: 'Table' })
      await define('Route', [{ fieldname: 'stops', fieldtype: 'Table', options: 'Stop' }])
      const route = await create('Route', { stops: [{ place: 'Haifa' }] })
      await renameEntity(engine, manager, 'Stop', 'Halt')
      await updateRecord(engine, manager, 'Route', route.id, { stops: [{ place: 'Akko' }] })
      await define('Options', [{ fieldname: 'x' }], { type: 'Settings' })
      await updateRecord(engine, manager, 'Options', undefined, { x: '1' })
      await renameRecord(engine, manager, 'Entity', 'Options', 'Choices')
      for (const now of [engine, await reopen()]) {
        expect(await get('Route', route.id, now)).toMatchObject({ stops: [{ place: 'Akko' }] })
        expect(await get('Choices', 'Choices', now)).toMatchObject({ id: 'Choices', x: '1' })
        expect((await runAction(now, manager, 'Choices', 'Choices', 'get_history', {})) as Row[]).toHaveLength(1)
      }
    })

    it('is refused for invalid and taken names, for built-ins and for Staff', async () => {
      const { engine, manager, staff } = site
      await define('Hotel', [{ fieldname: 'a' }])
      const before = await dumpOf(engine.store)
      for (const [from, to, status] of [
        ['Hotel', 'Hotel', 417],
        ['Hotel', ' ', 417],
        ['Hotel', { $ne: 1 }, 417],
        ['Hotel', '1st', 417],
        ['Hotel', 'a/b', 417],
        ['Hotel', 'tAsK', 409],
        ['Nowhere', 'There', 404],
        ['User', 'Person', 403],
      ] as const) {
        expect([to, (await refusal(renameEntity(engine, manager, from, to))).status]).toEqual([to, status])
      }
      expect((await refusal(renameEntity(engine, staff, 'Hotel', 'Inn'))).status).toBe(403)
      expect((await refusal(renameRecord(engine, staff, 'Entity', 'Hotel', 'Inn'))).status).toBe(403)
      expect((await dumpOf(engine.store)) === before).toBe(true)
      await renameEntity(engine, manager, 'Hotel', 'HOTEL')
      expect((await listRecords(engine, staff, 'HOTEL', {})).count).toBe(0)
    })
  })

  describe('renaming a record', () => {
    it('is found under its new id, and so are its links', async () => {
      const { engine, manager } = site
      await define('Place', [{ fieldname: 'n', fieldtype: 'Int' }], { allow_rename: 1, naming_rule: 'Prompt' })
      await define('Visit', [{ fieldname: 'place', fieldtype: 'Link', options: 'Place' }])
      await create('Place', { id: 'Old Yafo' })
      const visit = await create('Visit', { place: 'Old Yafo' })
      await renameRecord(engine, manager, 'Place', 'Old Yafo', 'New Yafo')
      const count = async (entity: string, field: string, words: string) =>
        (await listRecords(engine, manager, entity, { filters: { [field]: ['like', `%${words}%`] } })).count
      expect([await count('Place', 'id', 'old yafo'), await count('Place', 'id', 'new yafo')]).toEqual([0, 1])
      expect([await count('Visit', 'place', 'old yafo'), await count('Visit', 'place', 'new yafo')]).toEqual([0, 1])
      expect(await get('Visit', visit.id)).toMatchObject({ place: 'New Yafo' })
      expect(await get('Place', 'New Yafo')).toMatchObject({ modified_by: 'noa@example.com' })
    })

    it('two to one name at once: one of them wins', async () => {
      const { engine, manager } = site
      for (const id of ['a', 'b']) await create('Place', { id })
      const both = await Promise.allSettled(['a', 'b'].map((id) => renameRecord(engine, manager, 'Place', id, 'C')))
      expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const [failed] = both.filter((one) => one.status === 'rejected')
      expect(failed?.reason).toMatchObject({ status: 409 })
    })

    it('of a role leaves its holders their permissions', async () => {
      const { engine, manager, admin } = site
      await createRecord(engine, admin, 'Role', { role_name: 'Guide' })
      const rules = [
        { role: 'System Manager', read: 1, write: 1 },
        { role: 'Guide', read: 1 },
      ]
      await define('Tour', [{ fieldname: 'a' }], { permissions: rules })
      await addUser(engine, 'guide@example.com', ['Guide'])
      const mayList = async (now: Engine) => {
        const actor = await actorOf(now, 'guide@example.com')
        return actor ? (await listRecords(now, contextOf(actor, 'r'), 'Tour', {})).count : -1
      }
      expect(await mayList(engine)).toBe(0)
      await renameRecord(engine, admin, 'Role', 'Guide', 'Leader')
      for (const now of [engine, await reopen()]) expect(await mayList(now)).toBe(0)
      expect(((await getRecord(engine, manager, 'Entity', 'Tour')) as Row).permissions).toMatchObject([
        { role: 'System Manager' },
        { role: 'Leader' },
      ])
    })
  })
})
