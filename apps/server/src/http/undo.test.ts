import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres, textStatement } from '../store/testing.ts'
import { openForOperations, operationIdOf, readOperation } from '../testing/operations.ts'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

describe('on SQLite', () => undoTests(() => makeTestSite()))
onPostgres((_open, database) => undoTests(() => makeTestSite({ database })))

function undoTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let staff: string
  let manager: string

  beforeAll(async () => {
    ;({ site, staff, manager } = await openForOperations(open))
    const steps = [
      { fieldname: 'step', label: 'Step', fieldtype: 'Data' },
      { fieldname: 'hours', label: 'Hours', fieldtype: 'Int' },
    ]
    await define('Plan Step', steps, { type: 'Table' })
    await define('Plan', [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
      { fieldname: 'code', label: 'Code', fieldtype: 'Data', unique: 1 },
      { fieldname: 'points', label: 'Points', fieldtype: 'Int' },
      { fieldname: 'extra', label: 'Extra', fieldtype: 'JSON' },
      { fieldname: 'at', label: 'At', fieldtype: 'Datetime' },
      { fieldname: 'lock', label: 'Lock', fieldtype: 'Password' },
      { fieldname: 'wage', label: 'Wage', fieldtype: 'Currency', permlevel: 1 },
      { fieldname: 'other', label: 'Other', fieldtype: 'Link', options: 'Plan' },
      { fieldname: 'steps', label: 'Steps', fieldtype: 'Table', options: 'Plan Step' },
    ])
  })

  async function define(id: string, fields: object[], more: object = {}): Promise<void> {
    const permissions =
      'type' in more
        ? []
        : [
            { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
            { role: 'System Manager', permlevel: 1, read: 1, write: 1 },
            { role: 'Staff', read: 1, write: 1, create: 1, delete: 1 },
          ]
    const body = { id, module: 'Test', title_field: 'type' in more ? undefined : 'name', allow_rename: 1, permissions }
    const { status, json } = await call('POST', '/api/entity/Entity', { ...body, ...more, fields }, manager)
    expect([status, json.message]).toEqual([200, undefined])
  }

  const plan = '/api/entity/Plan'
  const call = (method: string, path: string, body?: object, as = staff) =>
    site.call(method, path, { body, as, headers: { 'operation-id': randomUUIDv7() } })
  const idOf = operationIdOf
  const operation = (id: string, as = staff) => readOperation(site, id, as)
  const undo = (id: string, data: object = {}, as = staff) =>
    call('POST', `/api/entity/Operation Log/${id}?run_method=undo`, { data }, as)
  const make = async (body: object = {}, as = staff) =>
    (await call('POST', plan, { name: 'One', ...body }, as)).json.entity
  const read = async (id: string, as = manager) => (await site.call('GET', `${plan}/${id}`, { as })).json.entity
  const history = async (id: string, as = manager, data: object = {}) =>
    (await call('POST', `${plan}/${id}?run_method=get_history`, { data }, as)).json.data
  const bare = ({ modified: _, modified_by: __, ...record }: Record<string, unknown>) => record

  test('an update is taken back with its rows, and taken up again, byte for byte', async () => {
    const before = await make({
      ...{ code: 'A', points: 1, extra: { a: [1] }, at: '2026-01-05 10:00:00' },
      steps: [{ step: 'x', hours: 1 }, { step: 'y' }, { step: 'z', hours: 3 }],
    })
    const [x, , z] = before.steps
    const changed = await call('PUT', `${plan}/${before.id}`, {
      ...{ name: 'Two', points: 2, extra: null, at: null },
      steps: [{ ...z, hours: 4 }, { step: 'new' }, x],
    })
    const after = await read(before.id)
    const back = await undo(idOf(changed))
    expect(back.json.data).toEqual({ operation: idOf(back), kind: 'Undo', undone: 1, count: 1, skipped: [] })
    expect(bare(await read(before.id))).toEqual(bare({ ...(await read(before.id)), ...bare(before) }))
    expect((await read(before.id)).steps).toEqual(before.steps)
    expect(await operation(idOf(changed))).toMatchObject({
      ...{ undo_state: 'Undone', undone_by: idOf(back), can_undo: 0, undo_reason: 'This was already undone.' },
    })
    const twice = await undo(idOf(changed))
    expect([twice.status, twice.json.exc_type, twice.json.message]).toEqual([
      ...[409, 'InvalidStateError', 'This was already undone.'],
    ])
    expect((await undo(idOf(changed), { dry_run: 1 })).status).toBe(409)

    const redo = await undo(idOf(back))
    expect(redo.json.data).toMatchObject({ kind: 'Redo', undone: 1 })
    const redone = await read(before.id)
    expect(redone).toMatchObject({ name: 'Two', points: 2, extra: null, at: null })
    expect(redone.steps.map((row: { step: string }) => row.step)).toEqual(
      after.steps.map((row: { step: string }) => row.step),
    )
    expect(await operation(idOf(changed))).toMatchObject({ undo_state: null, can_undo: 1 })
    expect((await undo(idOf(redo))).json.data).toMatchObject({ kind: 'Undo', undone: 1 })
    expect((await read(before.id)).steps).toEqual(before.steps)
    expect(bare(await read(before.id))).toEqual(bare({ ...(await read(before.id)), ...bare(before) }))
    expect(await operation(idOf(changed))).toMatchObject({ undo_state: 'Undone' })
  })

  test('a dry run tells the same and changes nothing', async () => {
    const { id } = await make()
    const changed = await call('PUT', `${plan}/${id}`, { name: 'Two' })
    const dry = await undo(idOf(changed), { dry_run: 1 })
    expect([dry.json.data, dry.headers['operation-id']]).toEqual([
      { operation: null, kind: 'Undo', undone: 1, count: 1, skipped: [] },
      undefined,
    ])
    expect(await read(id)).toMatchObject({ name: 'Two' })
    expect(await operation(idOf(changed))).toMatchObject({ undo_state: null, can_undo: 1, ref_title: 'Two' })
  })

  test('of a bulk edit, records that others changed since stay, and are listed with who and when', async () => {
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.push((await make({ name: `Plan ${n}`, points: 1 })).id)
    const entities = ids.map((id) => ({ id, points: 9 }))
    const bulk = await call('POST', `${plan}/bulk-update`, { entities })
    const late = await call('PUT', `${plan}/${ids[1]}`, { points: 5 }, manager)
    await call('PUT', `${plan}/${ids[2]}`, { name: 'Other field' }, manager)
    const answer = (await undo(idOf(bulk))).json.data
    expect(answer).toMatchObject({ undone: 3, count: 4 })
    expect(answer.skipped).toEqual([
      {
        ...{ entity: 'Plan', id: ids[1], title: 'Plan 1', reason: 'changed', fields: ['points'] },
        ...{ by: 'manager@example.com', at: late.json.entity.modified },
        message: expect.stringMatching(/^Points was changed since by .+\.$/),
      },
    ])
    expect(await Promise.all(ids.map(async (id) => (await read(id)).points))).toEqual([1, 5, 1, 1])
    expect(await read(String(ids[2]))).toMatchObject({ name: 'Other field', points: 1 })
    expect(await operation(idOf(bulk))).toMatchObject({
      undo_state: 'Partly Undone',
      can_undo: 1,
      skipped: answer.skipped,
    })
    await call('PUT', `${plan}/${ids[1]}`, { points: 9 }, manager)
    expect((await undo(idOf(bulk))).json.data).toMatchObject({ undone: 1, skipped: [] })
    expect(await operation(idOf(bulk))).toMatchObject({ undo_state: 'Undone' })
  })

  test('only some records are taken back on demand, and no others are part of it', async () => {
    const [one, two, other] = [await make({ points: 1 }), await make({ points: 1 }), await make()]
    const bulk = await call('POST', `${plan}/bulk-update`, {
      entities: [one, two].map(({ id }) => ({ id, points: 2 })),
    })
    const at = (id: string) => ({ only: [{ entity: 'Plan', id }] })
    const wrong = await undo(idOf(bulk), at(other.id))
    expect([wrong.status, wrong.json.message]).toEqual([417, `${other.id} is not part of this operation.`])
    expect((await undo(idOf(bulk), at(one.id))).json.data).toMatchObject({ undone: 1, count: 2 })
    expect(await operation(idOf(bulk))).toMatchObject({ undo_state: 'Partly Undone' })
    expect((await undo(idOf(bulk))).json.data).toMatchObject({ undone: 1, skipped: [] })
    expect(await operation(idOf(bulk))).toMatchObject({ undo_state: 'Undone' })
    for (const only of ['x', [{}], [1], [null]]) expect((await undo(idOf(bulk), { only })).status).toBe(400)
    expect((await undo(idOf(bulk), { only: [] })).status).toBe(417)
  })

  test('a created record goes, unless somebody else changed it or a record links to it', async () => {
    const first = await call('POST', plan, { name: 'Mine' })
    const { id } = first.json.entity
    await call('PUT', `${plan}/${id}`, { name: 'Theirs' }, manager)
    expect((await undo(idOf(first))).json.data).toMatchObject({
      undone: 0,
      operation: null,
      skipped: [{ reason: 'changed' }],
    })
    expect(await operation(idOf(first))).toMatchObject({ undo_state: null })
    const holder = await make({ other: id })
    const named = { only: [{ entity: 'Plan', id }] }
    expect((await undo(idOf(first), named)).json.data.skipped).toMatchObject([{ reason: 'linked' }])
    await call('DELETE', `${plan}/${holder.id}`)
    expect((await undo(idOf(first), named)).json.data).toMatchObject({ undone: 1 })
    expect((await site.call('GET', `${plan}/${id}`, { as: manager })).status).toBe(404)
  })

  test('deleted records come back, with their rows and the links to them, and go again', async () => {
    const target = await make({ name: 'Target', code: 'T', steps: [{ step: 'x' }] })
    const deleted = await call('DELETE', `${plan}/${target.id}`)
    expect(await operation(idOf(deleted))).toMatchObject({ ref_title: 'Target' })
    const named = await call('POST', `/api/entity/Operation Log/${idOf(deleted)}?run_method=get_records`, {})
    expect(named.json.data.records).toMatchObject([{ id: target.id, title: 'Target', action: 'Deleted' }])
    expect((await undo(idOf(deleted))).json.data).toMatchObject({ undone: 1, count: 1, skipped: [] })
    expect(bare(await read(target.id))).toEqual(bare({ ...(await read(target.id)), ...bare(target) }))
    const [created] = await history(target.id)
    const again = await undo(created.operation.id)
    expect(again.json.data).toMatchObject({ kind: 'Redo', undone: 1 })
    expect((await site.call('GET', `${plan}/${target.id}`, { as: manager })).status).toBe(404)
    await make({ id: undefined, code: 'T' })
    expect((await undo(idOf(again))).json.data.skipped).toMatchObject([{ id: target.id, reason: 'unique' }])
  })

  test('a renamed record gets its id back, while it is free', async () => {
    await define('Pot', [{ fieldname: 'name', label: 'Name', fieldtype: 'Data' }], { naming_rule: 'Prompt' })
    await call('POST', '/api/entity/Pot', { id: 'Blue' })
    const rename = { entity: 'Pot', oldName: 'Blue', newName: 'Red' }
    const renamed = await call('POST', '/api/utils/rename_entity', rename)
    const blocker = await call('POST', '/api/entity/Pot', { id: 'Blue' })
    expect((await undo(idOf(renamed))).json.data.skipped).toMatchObject([{ id: 'Red', reason: 'id' }])
    await undo(idOf(blocker))
    expect((await undo(idOf(renamed))).json.data).toMatchObject({ undone: 1, skipped: [] })
    expect((await site.call('GET', '/api/entity/Pot/Blue', { as: staff })).status).toBe(200)
  })

  test('rights, unique values, targets and fields are those of now', async () => {
    const target = await make()
    const record = await make({ code: 'U1', other: target.id, wage: 1 }, manager)
    const changed = await call('PUT', `${plan}/${record.id}`, { code: 'U2', other: null, wage: 2 }, manager)
    const byStaff = await call('POST', `${plan}/${record.id}?run_method=undo_version`, {
      data: { version: (await history(record.id))[0].id },
    })
    expect(byStaff.json.data.skipped).toMatchObject([{ reason: 'right', fields: ['wage'] }])
    const taker = await make({ code: 'U1' })
    expect((await undo(idOf(changed), {}, manager)).json.data.skipped).toMatchObject([
      { reason: 'unique', fields: ['code'] },
    ])
    await call('PUT', `${plan}/${taker.id}`, { code: null })
    await call('DELETE', `${plan}/${target.id}`)
    expect((await undo(idOf(changed), {}, manager)).json.data.skipped).toMatchObject([
      { reason: 'invalid', fields: ['other'] },
    ])
    expect(await read(record.id)).toMatchObject({ code: 'U2', other: null, wage: 2 })
  })

  test('after bad days each record is wholly back, or as it was and listed with its reason', async () => {
    const [target, other] = [await make(), await make()]
    const codes = ['Ba', 'Bb', 'Bc', 'Bd']
    const made = await Promise.all([...codes.map((code) => make({ code })), make({ code: 'Be', other: target.id })])
    const [fine, changed, taken, gone] = made as { id: string; code: string }[]
    const entities = made.map(({ id }, n) => ({ id, code: `N${n}`, name: 'New', ...(n === 4 && { other: other.id }) }))
    const bulk = await call('POST', `${plan}/bulk-update`, { entities })
    await call('PUT', `${plan}/${changed?.id}`, { name: 'Mine' }, manager)
    await make({ code: taken?.code })
    await call('DELETE', `${plan}/${gone?.id}`)
    expect((await call('DELETE', `${plan}/${target.id}`)).status).toBe(200)
    const after = await Promise.all(made.map(({ id }) => read(id)))

    const answer = (await undo(idOf(bulk))).json.data
    expect(answer).toMatchObject({ undone: 1, count: 5 })
    const told = answer.skipped.map(({ id, reason }: { id: string; reason: string }) => `${id} ${reason}`) as string[]
    const wanted = [`${changed?.id} changed`, `${taken?.id} unique`, `${gone?.id} gone`, `${made[4].id} invalid`]
    expect(told.toSorted()).toEqual(wanted.toSorted())
    expect(await read(String(fine?.id))).toMatchObject({ name: 'One', code: 'Ba' })
    expect(await Promise.all(made.slice(1).map(({ id }) => read(id)))).toEqual(after.slice(1))

    const { permissions } = (await call('GET', '/api/entity/Entity/Plan', undefined, manager)).json.entity
    const closed = permissions.map((rule: { role: string }) => (rule.role === 'Staff' ? { ...rule, write: 0 } : rule))
    await call('PUT', '/api/entity/Entity/Plan', { permissions: closed }, manager)
    const late = (await undo(idOf(bulk))).json.data
    expect([late.undone, late.operation]).toEqual([0, null])
    expect(late.skipped.find(({ id }: { id: string }) => id === taken?.id)).toMatchObject({ reason: 'right' })
    expect((await call('PUT', '/api/entity/Entity/Plan', { permissions }, manager)).status).toBe(200)
  })

  test('an undo that is refused for every record leaves no operation', async () => {
    const record = await make({ steps: [{ step: 'a' }] })
    const changed = await call('PUT', `${plan}/${record.id}`, { code: 'R1' })
    await call('PUT', `${plan}/${record.id}`, { code: 'R2' })
    const refused = await undo(idOf(changed))
    expect(refused.json.data).toMatchObject({ undone: 0, operation: null, skipped: [{ reason: 'changed' }] })
    const created = await make({ other: record.id })
    const linked = await undo(idOf(await call('PUT', `${plan}/${created.id}`, { points: 1 })), {
      only: [{ entity: 'Plan', id: created.id }],
    })
    expect(linked.json.data.undone).toBe(1)
    const inUse = await call('POST', `${plan}/${record.id}?run_method=undo_version`, {
      data: { version: (await history(record.id)).at(-1).id },
    })
    expect(inUse.json.data).toMatchObject({ undone: 0, skipped: [{ reason: 'linked' }] })
    const empty = encodeURIComponent(JSON.stringify({ record_count: 0 }))
    expect((await site.call('GET', `/api/entity/Operation Log?filters=${empty}`, { as: manager })).json.data).toEqual(
      [],
    )
  })

  test('an operation cannot be undone when all of its records went for ever', async () => {
    const [one, two] = [await make(), await make()]
    const made = await call('POST', `${plan}/bulk-update`, {
      entities: [one, two].map(({ id }) => ({ id, points: 5 })),
    })
    // An operation of more records than one call can have, such as an import.
    const { engine, store } = site.site
    const log = engine.models.require('Operation Log').table.name
    const more = textStatement(`update "${log}" set c_record_count = 900 where id = ?`, [idOf(made)])
    await store.write((tx) => tx.run(more))
    const gone = [
      await call('DELETE', `${plan}/${one.id}`, undefined, manager),
      await call('DELETE', `${plan}/${two.id}`, undefined, manager),
    ]
    const purge = async (id: string) => {
      const filters = encodeURIComponent(JSON.stringify({ ref_entity: 'Plan', ref_id: id }))
      const { json } = await site.call('GET', `/api/entity/Trash Item?filters=${filters}`, { as: manager })
      return call('DELETE', `/api/entity/Trash Item/${json.data[0].id}`, undefined, manager)
    }
    await purge(one.id)
    const reasons = () =>
      Promise.all([...gone, made].map(async (answer) => (await operation(idOf(answer), manager)).reason))
    expect(await reasons()).toEqual(['purged', null, null])
    await purge(two.id)
    expect(await reasons()).toEqual(['purged', 'purged', 'purged'])
    const [first] = gone as [(typeof gone)[number]]
    expect(await operation(idOf(first), manager)).toMatchObject({ can_undo: 0 })
    expect((await undo(idOf(first), {}, manager)).status).toBe(409)
  })

  test('a password is never set back, and alone cannot be undone', async () => {
    const { id } = await make({ lock: 'first' })
    const only = await call('PUT', `${plan}/${id}`, { lock: 'second' })
    expect(await operation(idOf(only))).toMatchObject({ can_undo: 0, undo_reason: 'A password cannot be set back.' })
    expect((await undo(idOf(only))).status).toBe(409)
    const both = await call('PUT', `${plan}/${id}`, { lock: 'third', name: 'Both' })
    const answer = (await undo(idOf(both))).json.data
    expect(answer).toMatchObject({ undone: 1, skipped: [{ reason: 'secret', fields: ['lock'] }] })
    expect(await operation(idOf(both))).toMatchObject({ undo_state: 'Undone' })
    expect(await read(id)).toMatchObject({ name: 'One' })
  })

  test('settings are set back', async () => {
    const settings = '/api/entity/System Settings'
    await call('PUT', settings, { site_title: 'Before' }, manager)
    const changed = await call('PUT', settings, { site_title: 'After' }, manager)
    expect((await undo(idOf(changed), {}, manager)).json.data).toMatchObject({ undone: 1 })
    expect((await site.call('GET', `${settings}/System Settings`, { as: manager })).json.entity.site_title).toBe(
      'Before',
    )
  })

  test('a person who may write a record takes back one version of it, but no operation of somebody else', async () => {
    const { id } = await make({}, manager)
    const changed = await call('PUT', `${plan}/${id}`, { name: 'Two' }, manager)
    expect((await undo(idOf(changed))).status).toBe(403)
    const [version] = await history(id, staff)
    expect(version.operation).toEqual({
      ...{ id: idOf(changed), kind: 'Update', record_count: 1, door: 'API', undone_by: null, can_undo: 1 },
      undo_reason: null,
    })
    const one = await call('POST', `${plan}/${id}?run_method=undo_version`, { data: { version: version.id } })
    expect(one.json.data).toMatchObject({ kind: 'Undo', undone: 1, count: 1, skipped: [] })
    expect(await read(id)).toMatchObject({ name: 'One', modified_by: 'staff@example.com' })
    const foreign = (await history((await make()).id))[0].id
    for (const bad of [foreign, 'x', 5, undefined]) {
      const { status } = await call('POST', `${plan}/${id}?run_method=undo_version`, { data: { version: bad } })
      expect(status).toBe(404)
    }
    expect((await history(id, staff, { limit: 1, limit_start: 1 })).map((one: { id: string }) => one.id)).toEqual([
      version.id,
    ])
  })

  test('the records of an operation are listed as far as the reader may read them', async () => {
    const role = await call('POST', '/api/entity/Role', { role_name: 'Extra hand' }, manager)
    const records = (id: string, as = staff, data: object = {}) =>
      call('POST', `/api/entity/Operation Log/${id}?run_method=get_records`, { data }, as)
    expect((await records(idOf(role), manager)).json.data).toMatchObject({
      ...{ count: 1, hidden: 0, records: [{ entity: 'Role', id: 'Extra hand', action: 'Created' }] },
    })
    expect((await records(idOf(role))).status).toBe(403)
    const [one, two] = [await make({ name: 'First' }), await make({ name: 'Second' })]
    const bulk = await call('POST', `${plan}/bulk-update`, {
      entities: [one, two].map(({ id }) => ({ id, points: 2 })),
    })
    const page = (await records(idOf(bulk), staff, { limit_start: 1, limit_page_length: 1 })).json.data
    expect(page).toMatchObject({ count: 2, hidden: 0, records: [{ id: one.id, title: 'First', action: 'Updated' }] })
  })

  test('a record in the trash is still named to those who see it there', async () => {
    const own = { role: 'Staff', read: 1, write: 1, create: 1, delete: 1, if_owner: 1 }
    const all = { role: 'System Manager', read: 1, write: 1, delete: 1 }
    await define('Diary', [{ fieldname: 'name', label: 'Name', fieldtype: 'Data' }], { permissions: [own, all] })
    const { id } = (await call('POST', '/api/entity/Diary', { name: 'Monday' })).json.entity
    const deleted = idOf(await call('DELETE', `/api/entity/Diary/${id}`))
    for (const as of [staff, manager]) {
      expect(await operation(deleted, as)).toMatchObject({ ref_id: id, ref_title: 'Monday' })
      const path = `/api/entity/Operation Log/${deleted}?run_method=get_records`
      expect((await call('POST', path, {}, as)).json.data).toMatchObject({
        ...{ hidden: 0, records: [{ id, title: 'Monday', action: 'Deleted' }] },
      })
    }
    await call('POST', '/api/app/empty_trash', { entity: 'Diary' }, manager)
    expect(await operation(deleted)).toMatchObject({ ref_id: id, ref_title: null })
  })

  test('a bulk edit of 500 records is taken back in one call', async () => {
    const ids: string[] = []
    for (let block = 0; block < 10; block++) {
      const made = await Promise.all(Array.from({ length: 50 }, () => make({ points: 1 })))
      ids.push(...made.map(({ id }) => id))
    }
    const bulk = await call('POST', `${plan}/bulk-update`, { entities: ids.map((id) => ({ id, points: 2 })) })
    const back = await undo(idOf(bulk))
    expect(back.json.data).toMatchObject({ undone: 500, count: 500, skipped: [] })
    expect(await operation(idOf(back))).toMatchObject({ kind: 'Undo', record_count: 500, undo_of: idOf(bulk) })
  })
}
