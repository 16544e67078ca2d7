import type { EntityRecord } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  getRecord,
  listRecords,
  renameRecord,
  runAction,
  updateRecord,
} from '../index.ts'
import { engineForTests, refusal } from '../testing.ts'

type Row = EntityRecord & Record<string, unknown>

eachStore((open) => {
  const site = engineForTests(open)
  const create = (entity: string, body: unknown, ctx = site.staff) => createRecord(site.engine, ctx, entity, body)
  const update = (entity: string, id: string, body: unknown, ctx = site.staff) =>
    updateRecord(site.engine, ctx, entity, id, body)
  const get = (entity: string, id: string, ctx = site.staff) => getRecord(site.engine, ctx, entity, id)

  describe('creating', () => {
    it('fills defaults, trims text, turns blank numbers into zero, and numbers the series', async () => {
      const task = await create('Task', { subject: '  Call  ', points: 'many', progress: '2.5', estimate: 90.9 })
      expect(task).toMatchObject({
        subject: 'Call',
        status: 'Open',
        priority: 'Medium',
        points: 0,
        progress: 2.5,
        estimate: 90,
      })
      expect(task.id).toMatch(/^TASK-\d{4}$/)
      expect(task).toMatchObject({ owner: 'dana@example.com', modified_by: 'dana@example.com', is_billable: 0 })
    })

    it('keeps an explicit blank where a default would fill an absent key', async () => {
      expect((await create('Task', { subject: 'a', priority: '' })).priority).toBeNull()
    })

    it('names every required field that is missing', async () => {
      const one = await refusal(create('Task', {}))
      expect([one.status, one.type, one.title]).toEqual([417, 'MandatoryError', 'Missing Value'])
      expect(one.detail.text).toBe('{0} is required')
      const two = await refusal(create('Whatsapp Message', { type: '', whatsapp_contact_id: '' }))
      expect(two.detail.text).toBe('These fields are required: {0}')
    })

    it('collects every message before it refuses', async () => {
      const body = { subject: 'x'.repeat(141), status: 'Nope', contact: 'nobody', due_date: '2026-02-30', config: '{' }
      const problem = await refusal(create('Task', body))
      expect(problem.errors?.map((error) => error.fieldname).toSorted()).toEqual([
        'config',
        'contact',
        'due_date',
        'status',
        'subject',
      ])
    })

    it('refuses an id that is taken in another case, and ids that would break an address', async () => {
      await create('Contact', { id: 'Noa', contact_name: 'Noa' })
      expect((await refusal(create('Contact', { id: 'NOA', contact_name: 'n' }))).type).toBe('DuplicateEntryError')
      for (const id of ['a/b', 'a<b', '..', 'meta', 'bulk-update', 'x'.repeat(141), 'a\u0000b']) {
        const problem = await refusal(create('Contact', { id, contact_name: 'n' }))
        expect([id, problem.status]).toEqual([id, 417])
      }
    })

    it('unwraps the envelope, and refuses a body that is not an object', async () => {
      expect((await create('Contact', { entity: { contact_name: 'In an envelope' } })).contact_name).toBe(
        'In an envelope',
      )
      expect((await refusal(create('Contact', ['x']))).status).toBe(400)
    })

    it('ignores fields that a client may not set', async () => {
      const task = await create('Task', {
        subject: 'a',
        owner: 'gil@example.com',
        creation: '2000-01-01',
        created_by_name: 'x',
        idx: 9,
      })
      expect(task).toMatchObject({ owner: 'dana@example.com', created_by_name: null })
      expect(task.creation).not.toMatch(/^2000/)
      expect(task).not.toHaveProperty('idx')
    })

    it('skips numbers of a series whose ids clients have used', async () => {
      const last = Number((await create('Task', { subject: 'a' })).id.slice(5))
      const taken = `TASK-${String(last + 1).padStart(4, '0')}`
      await create('Task', { id: taken, subject: 'mine' })
      expect((await create('Task', { subject: 'next' })).id).toBe(`TASK-${String(last + 2).padStart(4, '0')}`)
    })
  })

  describe('changing', () => {
    it('keeps absent keys and raises modified', async () => {
      const task = await create('Task', { subject: 'a', points: 3 })
      const changed = await update('Task', task.id, { status: 'Done' })
      expect(changed).toMatchObject({ subject: 'a', points: 3, status: 'Done' })
      expect(String(changed.modified) > String(task.modified)).toBe(true)
    })

    it('writes nothing and sends no event when nothing differs', async () => {
      const task = await create('Task', { subject: 'a', config: { b: [1] }, api_key: 's3cret' })
      const heard: string[] = []
      const stop = site.engine.listen((event) => heard.push(event.id))
      const same = await update('Task', task.id, task)
      stop()
      expect(same.modified).toBe(task.modified)
      expect(heard).toEqual([])
    })

    it('answers 409 to a writer who read an older state', async () => {
      const task = await create('Task', { subject: 'a' })
      await update('Task', task.id, { subject: 'b', modified: task.modified })
      const problem = await refusal(update('Task', task.id, { subject: 'c', modified: task.modified }))
      expect([problem.status, problem.type, problem.extra.modified_by]).toEqual([
        409,
        'TimestampMismatchError',
        'dana@example.com',
      ])
      expect((await get('Task', task.id)).subject).toBe('b')
    })

    it('keeps a secret out of every answer, and unchanged when its mask comes back', async () => {
      const task = await create('Task', { subject: 'a', api_key: 'open sesame' })
      expect(task.api_key).toBe('********')
      await update('Task', task.id, { subject: 'b', api_key: '********' })
      const { readSecret } = await import('../index.ts')
      expect(await readSecret(site.engine, 'Task', task.id, 'api_key')).toBe('open sesame')
      expect((await update('Task', task.id, { api_key: '' })).api_key).toBeNull()
    })

    it('checks a dynamic link against the entity that its other field names', async () => {
      const contact = await create('Contact', { contact_name: 'Target' })
      const first = await refusal(create('Task', { subject: 'a', related_id: contact.id }))
      expect(first.detail.text).toBe('Set {0} first')
      const task = await create('Task', { subject: 'a', related_entity: 'Contact', related_id: contact.id })
      expect(task._link_titles).toMatchObject({ related_id: 'Target' })
      expect((await refusal(update('Task', task.id, { related_entity: 'Task' }))).type).toBe('LinkValidationError')
    })

    it('when two users change one record at once, both succeed or one gets a conflict', async () => {
      const task = await create('Task', { subject: 'a' })
      const both = await Promise.allSettled(
        ['b', 'c'].map((subject) => update('Task', task.id, { subject, modified: task.modified })),
      )
      expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    })
  })

  describe('table rows', () => {
    const titles = (task: Row) => (task.checklist as Row[]).map((row) => [row.idx, row.title])

    it('are added, changed, removed and renumbered by the list that is sent', async () => {
      const task: Row = await create('Task', { subject: 'a', checklist: [{ title: 'x', idx: 7 }, { title: 'y' }] })
      expect(titles(task)).toEqual([
        [1, 'x'],
        [2, 'y'],
      ])
      expect((task.checklist as Row[])[0]).toMatchObject({
        done: 0,
        hours: 1,
        state: 'New',
        parent: task.id,
        parent_field: 'checklist',
      })
      const [x, y] = task.checklist as Row[]
      const changed: Row = await update('Task', task.id, { checklist: [{ ...y, title: 'Y' }, { title: 'z' }] })
      expect(titles(changed)).toEqual([
        [1, 'Y'],
        [2, 'z'],
      ])
      expect((changed.checklist as Row[])[0]?.id).toBe(y?.id)
      expect(JSON.stringify(changed)).not.toContain(String(x?.id))
      expect(titles(await update('Task', task.id, { subject: 'b' }))).toEqual([
        [1, 'Y'],
        [2, 'z'],
      ])
      expect(titles(await update('Task', task.id, { checklist: null }))).toEqual([])
    })

    it('are checked with their row number', async () => {
      const problem = await refusal(create('Task', { subject: 'a', checklist: [{ title: 'x' }, { state: 'Never' }] }))
      expect(problem.errors?.map((error) => error.message.prefix?.args)).toEqual([{ n: 2 }, { n: 2 }])
    })

    it('can’t be taken from another record', async () => {
      const one: Row = await create('Task', { subject: 'a', checklist: [{ title: 'x' }] })
      const other = await create('Task', { subject: 'b' })
      const problem = await refusal(update('Task', other.id, { checklist: one.checklist }))
      expect(problem.status).toBe(417)
      expect(titles(await get('Task', one.id))).toEqual([[1, 'x']])
    })

    it('can’t be reached on their own, and are at most 500', async () => {
      expect((await refusal(create('Task Item', { title: 'x' }))).detail.text).toBe('{0} is a table entity')
      const rows = Array.from({ length: 501 }, () => ({ title: 'x' }))
      expect((await refusal(create('Task', { subject: 'a', checklist: rows }))).status).toBe(417)
    })
  })

  describe('deleting', () => {
    it('is refused while a record links to it, and names that record', async () => {
      const contact = await create('Contact', { contact_name: 'Linked' })
      const task = await create('Task', { subject: 'a', contact: contact.id })
      const problem = await refusal(deleteRecord(site.engine, site.staff, 'Contact', contact.id))
      expect(problem.type).toBe('LinkExistsError')
      expect(problem.extra.links).toEqual([{ entity: 'Task', id: task.id, fieldname: 'contact' }])
      await deleteRecord(site.engine, site.staff, 'Task', task.id)
      expect((await deleteRecord(site.engine, site.staff, 'Contact', contact.id)).contact_name).toBe('Linked')
      expect((await refusal(get('Contact', contact.id))).status).toBe(404)
    })

    it('also deletes records that belong only to it', async () => {
      const contact = await create('Contact', { contact_name: 'With mail' })
      const mail = { subject: 's', communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' }
      const reference = { reference_entity: 'Contact', reference_id: contact.id }
      const message = await create('Communication', {
        ...mail,
        ...reference,
        communication_date: '2026-01-05 10:00:00',
      })
      expect((await get('Contact', contact.id)).open_communications).toEqual({ email: 1, whatsapp: 0, total: 1 })
      await deleteRecord(site.engine, site.staff, 'Contact', contact.id)
      expect((await refusal(get('Communication', message.id))).status).toBe(404)
    })

    it('of settings is refused', async () => {
      const problem = await refusal(deleteRecord(site.engine, site.admin, 'System Settings', 'System Settings'))
      expect(problem.detail.text).toBe('{0} cannot be deleted')
    })
  })

  describe('bulk update', () => {
    it('changes all or none, and reports each failing item', async () => {
      const [a, b] = [await create('Task', { subject: 'a' }), await create('Task', { subject: 'b' })]
      const done = await bulkUpdate(site.engine, site.staff, 'Task', {
        entities: [
          { id: a.id, status: 'Done' },
          { id: b.id, points: 2 },
        ],
      })
      expect([done.count, done.entities.map((one) => one.id)]).toEqual([2, [a.id, b.id]])
      const failing = [
        { id: a.id, subject: 'new' },
        { id: b.id, status: 'Nope' },
        { id: 'TASK-9999', subject: 'x' },
      ]
      const problem = await refusal(bulkUpdate(site.engine, site.staff, 'Task', { entities: failing }))
      expect(problem.errors?.map((error) => [error.index, error.id])).toEqual([
        [1, b.id],
        [2, 'TASK-9999'],
      ])
      expect((await get('Task', a.id)).subject).toBe('a')
    })

    it('refuses an empty list, too many items, and one record twice', async () => {
      for (const entities of [
        [],
        undefined,
        'x',
        Array.from({ length: 501 }, (_, i) => ({ id: `${i}` })),
        [{ id: 'a' }, { id: 'a' }],
      ]) {
        expect((await refusal(bulkUpdate(site.engine, site.staff, 'Task', { entities }))).status).toBe(417)
      }
    })
  })

  describe('renaming', () => {
    it('updates links, table rows and history', async () => {
      const { engine, admin } = site
      await createRecord(engine, admin, 'Role', { role_name: 'Driver' })
      await createRecord(engine, admin, 'Role Profile', { role_profile: 'Drivers', roles: [{ role: 'Driver' }] })
      await renameRecord(engine, admin, 'Role', 'Driver', 'Chauffeur')
      const profile: Row = await get('Role Profile', 'Drivers', admin)
      expect((profile.roles as Row[])[0]?.role).toBe('Chauffeur')
      expect((await get('Role', 'Chauffeur', admin)).role_name).toBe('Chauffeur')
      const history = (await runAction(engine, admin, 'Role', 'Chauffeur', 'get_history', {})) as Row[]
      expect(history.map((one) => one.action)).toEqual(['Renamed', 'Created'])
    })

    it('needs an entity that allows it, another name, and an unused one', async () => {
      const { engine, admin } = site
      const task = await create('Task', { subject: 'a' })
      expect((await refusal(renameRecord(engine, admin, 'Task', task.id, 'x'))).detail.text).toBe(
        '{0} cannot be renamed',
      )
      expect((await refusal(renameRecord(engine, admin, 'Role', 'Staff', 'Staff'))).detail.text).toBe(
        'Choose a different name',
      )
      expect((await refusal(renameRecord(engine, admin, 'Role', 'Staff', 'guest'))).status).toBe(409)
      expect((await refusal(renameRecord(engine, admin, 'Role', 'Nobody', 'x'))).status).toBe(404)
    })
  })

  describe('history', () => {
    it('holds before and after of each field, never a secret, and one operation for a bulk', async () => {
      const a: Row = await create('Task', { subject: 'a', api_key: 'k1', checklist: [{ title: 'x' }] })
      const b = await create('Task', { subject: 'b' })
      await bulkUpdate(site.engine, site.staff, 'Task', {
        entities: [
          { id: a.id, subject: 'A', api_key: 'k2' },
          { id: b.id, subject: 'B' },
        ],
      })
      const history = async (id: string) =>
        (await runAction(site.engine, site.staff, 'Task', id, 'get_history', {})) as Row[]
      const [last, first] = await history(a.id)
      expect((last as Row).data).toMatchObject({
        changed: [
          ['subject', 'a', 'A'],
          ['api_key', '*', '*'],
        ],
      })
      expect((first as Row).data).toMatchObject({ added: [['checklist', { title: 'x', idx: 1 }]] })
      expect(last?.operation_id).toBe((await history(b.id))[0]?.operation_id)
      const stored = await listRecords(site.engine, site.admin, 'Version', { fields: ['data'], limit_page_length: 500 })
      expect(JSON.stringify(stored.data)).not.toContain('v1.')
    })
  })
})
