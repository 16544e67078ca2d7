import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMillis } from '../ground/utc-text.ts'
import { onPostgres, textStatement } from '../store/testing.ts'
import { openForOperations, operationIdOf, readOperation } from '../testing/operations.ts'
import { type Answer, makeTestSite, type TestSite } from '../testing/test-site.ts'

describe('on SQLite', () => operations(() => makeTestSite()))
onPostgres((_open, database) => operations(() => makeTestSite({ database })))

function operations(open: () => Promise<TestSite>): void {
  let site: TestSite
  let staff: string
  let manager: string

  beforeAll(async () => {
    ;({ site, staff, manager } = await openForOperations(open))
  })

  const task = '/api/entity/Task'
  const idOf = operationIdOf
  const call = (method: string, path: string, body: object | undefined, id?: string, as = staff, more = {}) =>
    site.call(method, path, { body, as, headers: { ...(id === undefined ? {} : { 'operation-id': id }), ...more } })
  const rowOf = (answer: Answer | string, as = staff) => readOperation(site, answer, as)
  const versionsOf = async (id: string) => {
    const filters = encodeURIComponent(JSON.stringify([['operation_id', '=', id]]))
    return (await site.call('GET', `/api/entity/Version?filters=${filters}&fields=["*"]`, { as: manager })).json.data
  }
  const make = async (body: object = {}) => (await call('POST', task, { subject: 'Made', ...body })).json.entity.id

  test('each call that writes is an operation with a row that its user and managers read, and nobody else', async () => {
    const created = await call('POST', task, { subject: 'One' })
    const { id } = created.json.entity
    expect(await rowOf(created)).toMatchObject({
      ...{ kind: 'Create', door: 'API', record_count: 1, ref_entity: 'Task', ref_id: id },
      ...{ user: 'staff@example.com', owner: 'staff@example.com', undo_state: null },
    })
    const changed = await call('PUT', `${task}/${id}`, { subject: 'Two' })
    expect(await rowOf(changed)).toMatchObject({ kind: 'Update', ref_id: id })
    expect(await versionsOf(idOf(changed))).toMatchObject([{ ref_id: id, action: 'Updated' }])
    const other = await make()
    const bulk = await call('POST', `${task}/bulk-update`, {
      entities: [id, other].map((one) => ({ id: one, points: 3 })),
    })
    expect(await rowOf(bulk)).toMatchObject({ kind: 'Bulk Edit', record_count: 2, ref_entity: 'Task', ref_id: null })
    const deleted = await call('DELETE', `${task}/${id}`, undefined)
    expect(await rowOf(deleted, manager)).toMatchObject({ kind: 'Delete', ref_id: id })
    const ofManager = await call('POST', '/api/entity/Role', { role_name: 'Seen' }, undefined, manager)
    const at = `/api/entity/Operation Log/${idOf(ofManager)}`
    expect((await site.call('GET', at, { as: staff })).status).toBe(403)
    const listed = await site.call('GET', '/api/entity/Operation Log?limit_page_length=500', { as: staff })
    expect(listed.json.data.map((row: { id: string }) => row.id)).not.toContain(idOf(ofManager))
  })

  test('a call that changes nothing, and one that is refused, are no operations', async () => {
    const id = await make({ subject: 'Same' })
    const same = await call('PUT', `${task}/${id}`, { subject: 'Same' }, randomUUIDv7())
    expect(same.headers['operation-id']).toBeUndefined()
    const refused = await call('POST', task, { subject: '' }, randomUUIDv7())
    expect([refused.status, refused.headers['operation-id']]).toEqual([417, undefined])
    expect((await call('GET', task, undefined)).headers['operation-id']).toBeUndefined()
  })

  test('settings, definitions, renames and actions have their kinds, and a rename names the new id', async () => {
    const set = await call('PUT', '/api/entity/System Settings', { site_title: 'House' }, undefined, manager)
    expect(await rowOf(set, manager)).toMatchObject({ kind: 'Update', ref_entity: 'System Settings' })
    const definition = { id: 'Pot', module: 'Test', allow_rename: 1, naming_rule: 'Prompt' }
    const fields = [{ fieldname: 'note', label: 'Note', fieldtype: 'Data' }]
    const made = await call('POST', '/api/entity/Entity', { ...definition, fields }, undefined, manager)
    expect(await rowOf(made, manager)).toMatchObject({ kind: 'Definition', ref_entity: 'Entity', ref_id: 'Pot' })
    const pot = await call('POST', '/api/entity/Pot', { id: 'Blue' }, undefined, manager)
    const rename = { entity: 'Pot', oldName: 'Blue', newName: 'Red' }
    const renamed = await call('POST', '/api/utils/rename_entity', rename, undefined, manager)
    expect(await rowOf(renamed, manager)).toMatchObject({ kind: 'Rename', ref_id: 'Red' })
    expect(await rowOf(pot, manager)).toMatchObject({ kind: 'Create', ref_id: 'Red' })
    const all = { oldName: 'Pot', newName: 'Jar' }
    const whole = await call('POST', '/api/utils/rename_entity', all, undefined, manager)
    expect(await rowOf(whole, manager)).toMatchObject({ kind: 'Definition', ref_id: 'Jar' })
    expect(await rowOf(pot, manager)).toMatchObject({ ref_entity: 'Jar', ref_id: 'Red' })
  })

  test('the door is told by the page that sends the call', async () => {
    const own = await call('POST', task, { subject: 'A' }, undefined, staff, { origin: site.config.publicUrl })
    expect(await rowOf(own)).toMatchObject({ door: 'Screen' })
    const foreign = await call('POST', task, { subject: 'A' }, undefined, staff, { origin: 'https://evil.example' })
    expect([foreign.status, foreign.headers['operation-id']]).toEqual([403, undefined])
  })

  test('an id that is no UUID in lower case is refused', async () => {
    for (const id of ['x', randomUUIDv7().toUpperCase(), `${randomUUIDv7()}0`, '', ' '.repeat(3)]) {
      expect((await call('POST', task, { subject: 'A' }, id)).status).toBe(400)
    }
  })

  test('a repeated call writes nothing, and answers the records as they now stand', async () => {
    const id = randomUUIDv7()
    const created = await call('POST', task, { subject: 'Once' }, id)
    expect([created.status, created.headers['operation-id'], created.headers['operation-repeated']]).toEqual([
      ...[200, id, undefined],
    ])
    const record = created.json.entity.id
    await call('PUT', `${task}/${record}`, { subject: 'Since' })
    const again = await call('POST', task, { subject: 'Once' }, id)
    expect([again.status, again.headers['operation-id'], again.headers['operation-repeated']]).toEqual([200, id, '1'])
    expect(again.json.entity).toMatchObject({ id: record, subject: 'Since' })

    const update = randomUUIDv7()
    const { modified } = again.json.entity
    const body = { id: record, subject: 'Two', modified }
    expect((await call('PUT', task, body, update)).status).toBe(200)
    // Without the id, this body would be refused as stale.
    expect((await call('PUT', task, body, update)).json.entity).toMatchObject({ id: record, subject: 'Two' })

    const bulk = { entities: [{ id: record, points: 5 }] }
    const many = randomUUIDv7()
    await call('POST', `${task}/bulk-update`, bulk, many)
    expect((await call('POST', `${task}/bulk-update`, bulk, many)).json).toMatchObject({
      ...{ count: 1, entities: [{ id: record, points: 5 }] },
    })

    const remove = randomUUIDv7()
    expect((await call('DELETE', `${task}/${record}`, undefined, remove)).json.entity.subject).toBe('Two')
    expect((await call('DELETE', `${task}/${record}`, undefined, remove)).json).toEqual({ entity: { id: record } })
    expect((await call('PUT', task, body, update)).json).toEqual({ entity: { id: record } })
    expect(await versionsOf(id)).toHaveLength(1)
  })

  test('repeats of actions and of renames get the former answer, unless it is long or holds a secret', async () => {
    const person = '/api/entity/User/staff@example.com'
    const ended = randomUUIDv7()
    const first = await call('POST', `${person}?run_method=end_sessions`, {}, ended, manager)
    staff = await site.signIn('staff@example.com')
    const second = await call('POST', `${person}?run_method=end_sessions`, {}, ended, manager)
    expect([second.json, second.headers['operation-repeated']]).toEqual([first.json, '1'])
    expect((await call('GET', task, undefined)).status).toBe(200)

    const account = { email_account_name: 'Hook', email_id: 'hook@example.com' }
    const made = await call('POST', '/api/entity/Email Account', account, undefined, manager)
    const rotate = `/api/entity/Email Account/${made.json.entity.id}?run_method=rotate_hook_token`
    const token = randomUUIDv7()
    const shown = await call('POST', rotate, {}, token, manager)
    expect(shown.json.data.hook_token).toMatch(/^.{20,}$/)
    expect((await call('POST', rotate, {}, token, manager)).json).toEqual({ data: null })
    const held = await site.site.store.all(
      textStatement(`select * from "${site.site.engine.models.require('Operation Log').table.name}"`),
    )
    expect(JSON.stringify(held)).not.toContain(shown.json.data.hook_token)
  })

  test('two repeats at once are applied once', async () => {
    const id = randomUUIDv7()
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', task, { subject: 'At once' }, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ json }) => json.entity.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['operation-repeated'] === '1')).toHaveLength(2)
    expect(await versionsOf(id)).toHaveLength(1)
  })

  test('an undo of a call that is still under way waits for it', async () => {
    const id = randomUUIDv7()
    const undo = `/api/entity/Operation Log/${id}?run_method=undo`
    const [made, undone] = await Promise.all([
      call('POST', task, { subject: 'Taken back' }, id),
      call('POST', undo, { data: {} }, randomUUIDv7()),
    ])
    expect([made.status, undone.status, undone.json.data]).toMatchObject([200, 200, { undone: 1, count: 1 }])
    expect((await call('GET', `${task}/${made.json.entity.id}`, undefined)).status).toBe(404)
  })

  test('an id serves one change of one person: another body, path or user is refused, and writes nothing', async () => {
    const id = randomUUIDv7()
    const record = (await call('POST', task, { subject: 'Mine' }, id)).json.entity.id
    const others = [
      await call('POST', task, { subject: 'Other' }, id),
      await call('PUT', `${task}/${record}`, { subject: 'Mine' }, id),
      await call('POST', `${task}?x=1`, { subject: 'Mine' }, id),
      await call('POST', task, { subject: 'Mine' }, id, manager),
    ]
    for (const { status, json } of others) {
      expect([status, json.exc_type, json.message]).toEqual([
        ...[409, 'InvalidStateError', 'This operation id was used for another change.'],
      ])
    }
    expect(await versionsOf(id)).toHaveLength(1)
    const both = randomUUIDv7()
    const race = await Promise.all(['A', 'B'].map((subject) => call('POST', task, { subject }, both)))
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('after a day the same call is refused, too', async () => {
    const id = randomUUIDv7()
    await call('POST', task, { subject: 'Old' }, id)
    const { engine, store } = site.site
    const table = engine.models.require('Operation Log').table.name
    const old = addMillis(engine.clock.nowUtc(), -25 * 3_600_000)
    await store.write((tx) => tx.run(textStatement(`update "${table}" set c_at = ? where id = ?`, [old, id])))
    expect((await call('POST', task, { subject: 'Old' }, id)).status).toBe(409)
  })

  test('a call that failed is tried anew under its id', async () => {
    const id = randomUUIDv7()
    expect((await call('POST', task, { subject: 'Later', status: 'No such state' }, id)).status).toBe(417)
    expect((await call('POST', task, { subject: 'Later' }, id)).status).toBe(200)
  })

  test('an untracked write has a row only under an id of its own, and counts no record', async () => {
    const values = { entity: 'Task', user: 'staff@example.com', name: 'Task', settings: {} }
    const plain = await call('POST', '/api/entity/List Setting', values)
    expect(plain.headers['operation-id']).toBeUndefined()
    if (plain.status === 200) await call('DELETE', `/api/entity/List Setting/${plain.json.entity.id}`, undefined)
    const id = randomUUIDv7()
    const once = await call('POST', '/api/entity/List Setting', values, id)
    expect([once.status, once.headers['operation-id']]).toEqual([200, id])
    expect(await rowOf(id)).toMatchObject({ record_count: 0, ref_entity: null })
    expect((await call('POST', '/api/entity/List Setting', values, id)).json.entity.id).toBe(once.json.entity.id)
  })

  test('clients neither write nor delete operations, and no answer names what the server keeps of a call', async () => {
    const made = await call('POST', task, { subject: 'Kept' }, randomUUIDv7())
    const at = `/api/entity/Operation Log/${idOf(made)}`
    expect((await call('PUT', at, { kind: 'Undo' }, undefined, manager)).status).toBe(403)
    expect((await call('DELETE', at, undefined, undefined, manager)).status).toBe(403)
    expect(Object.keys(await rowOf(made)).filter((name) => name.startsWith('call'))).toEqual([])
    const filter = encodeURIComponent(JSON.stringify([['call_hash', 'like', 'a']]))
    expect((await call('GET', `/api/entity/Operation Log?filters=${filter}`, undefined)).status).toBe(417)
  })
}
