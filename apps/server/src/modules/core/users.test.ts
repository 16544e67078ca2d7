import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, passwords, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let admin: string
let manager: string
let staff: string

beforeAll(async () => {
  site = await makeTestSite()
  admin = await site.signIn('Administrator')
  manager = await site.signIn('manager@example.com')
  staff = await site.signIn('staff@example.com')
})

const put = (id: string, body: object, as: string) => site.call('PUT', `/api/user/${id}`, { body, as })
const get = (id: string, as: string) => site.call('GET', `/api/user/${id}`, { as })

async function newPerson(name: string, more: object = {}): Promise<string> {
  const email = `${name}@example.com`
  const answer = await site.call('POST', '/api/user', {
    body: { email, full_name: name, new_password: passwords.demo, ...more },
    as: admin,
  })
  expect(answer.json.user?.id).toBe(email)
  return email
}

describe('a person', () => {
  test('can change a few fields of themselves and no others', async () => {
    const id = await newPerson('modest')
    const as = await site.signIn(id)
    const wishes = {
      language: 'he',
      full_name: 'Modest Person',
      phone: '+972 50',
      bio: 'Hi',
      enabled: 0,
      email: 'other@example.com',
      status: 'Disabled',
      owner: 'Administrator',
      roles: [{ role: 'System Manager' }],
      role_profiles: [],
      new_password: 'taken over',
      last_login: '2020-01-01 00:00:00',
    }
    expect((await put(id, wishes, as)).status).toBe(200)
    const { user } = (await get(id, admin)).json
    expect(user).toMatchObject({
      language: 'he',
      full_name: 'Modest Person',
      phone: '+972 50',
      bio: 'Hi',
      enabled: 1,
      email: id,
      status: 'Active',
      owner: id,
      roles: [],
      role_profiles: [{ role_profile: 'Staff' }],
    })
    expect(await site.signIn(id)).toBeTruthy()
  })

  test('cannot change another user', async () => {
    expect((await put('manager@example.com', { full_name: 'x' }, staff)).status).toBe(403)
    expect(
      (await site.call('PUT', '/api/entity/User', { body: { id: 'manager@example.com', full_name: 'x' }, as: staff }))
        .status,
    ).toBe(403)
    const bulk = { entities: [{ id: 'manager@example.com', full_name: 'x' }] }
    expect((await site.call('POST', '/api/entity/User/bulk-update', { body: bulk, as: staff })).status).toBe(403)
    expect((await site.call('DELETE', '/api/user/manager@example.com', { as: staff })).status).toBe(403)
    for (const action of ['send_reset_email', 'end_sessions', 'get_mail_delivery', 'get_effective_rights']) {
      const path = `/api/entity/User/staff@example.com?run_method=${action}`
      expect((await site.call('POST', path, { body: {}, as: staff })).status).toBe(403)
    }
  })
})

test('an action on a user that changes no field is in the history, with the user who did it', async () => {
  const path = '/api/entity/User/staff@example.com?run_method='
  for (const action of ['send_reset_email', 'end_sessions']) {
    expect((await site.call('POST', path + action, { body: {}, as: manager })).status).toBe(200)
  }
  staff = await site.signIn('staff@example.com')
  const query = new URLSearchParams({
    filters: JSON.stringify({ ref_entity: 'User', ref_id: 'staff@example.com', action: 'Action' }),
    fields: JSON.stringify(['ref_entity', 'user', 'data']),
  })
  const { data } = (await site.call('GET', `/api/entity/Version?${query}`, { as: manager })).json
  expect(data).toMatchObject([
    { user: 'manager@example.com', data: { action: 'end_sessions' } },
    { user: 'manager@example.com', data: { action: 'send_reset_email' } },
  ])
})

describe('the directory of Staff', () => {
  test('shows only name, picture and address of enabled users', async () => {
    expect((await get('manager@example.com', staff)).json.user).toEqual({
      id: 'manager@example.com',
      full_name: 'Dana Levi',
      user_image: null,
      email: 'manager@example.com',
      ...{ assignments: [], is_following: 0, _rights: { read: 1, write: 0, delete: 0 }, _locked: [] },
    })
    const hidden = await newPerson('hidden', { enabled: 0 })
    const refusals = [await get(hidden, staff), await get('nobody@example.com', staff)]
    expect(refusals.map(({ status, json }) => [status, json.message])).toEqual([
      [403, refusals[0]?.json.message],
      [403, refusals[0]?.json.message],
    ])
    const list = await site.call('GET', '/api/user?limit_page_length=500&fields=*', { as: staff })
    const ids = list.json.data.map((row: { id: string }) => row.id)
    expect(ids).toContain('Administrator')
    for (const absent of ['Guest', hidden]) expect(ids).not.toContain(absent)
    for (const row of list.json.data) {
      if (row.id !== 'staff@example.com')
        expect(Object.keys(row).sort()).toEqual(['email', 'full_name', 'id', 'user_image'])
    }
  })

  test('hides in the history what it hides in the record, but to the person themselves', async () => {
    const id = await newPerson('told', { phone: '+972 50 1' })
    await put(id, { phone: '+972 50 2', bio: 'Private', roles: [{ role: 'Staff' }] }, admin)
    const namesFor = async (as: string) => {
      const { json } = await site.call('POST', `/api/entity/User/${id}?run_method=get_history`, { body: {}, as })
      type Change = { data: { changed: [string][]; added: [string][] } }
      return json.data.flatMap(({ data }: Change) => [...data.changed, ...data.added].map(([name]) => name))
    }
    expect(new Set(await namesFor(staff))).toEqual(new Set(['email', 'full_name']))
    expect(await namesFor(await site.signIn(id))).toEqual(expect.arrayContaining(['phone', 'bio', 'language']))
  })

  test('cannot be filtered or sorted by a field that it does not show', async () => {
    for (const name of ['phone', 'last_login', 'bio', 'language', 'last_ip', 'new_password', 'enabled']) {
      const filters = encodeURIComponent(JSON.stringify({ [name]: ['is', 'set'] }))
      expect((await site.call('GET', `/api/entity/User?filters=${filters}`, { as: staff })).status).toBe(417)
      expect((await site.call('GET', `/api/entity/User?or_filters=${filters}`, { as: staff })).status).toBe(417)
      expect((await site.call('GET', `/api/entity/User?order_by=${name}`, { as: staff })).status).toBe(417)
    }
  })
})

describe('a System Manager', () => {
  test('must remain', async () => {
    const text = 'At least one System Manager must remain'
    expect((await put('manager@example.com', { roles: [] }, admin)).json.message).toBe(text)
    expect((await put('manager@example.com', { enabled: 0 }, admin)).json.message).toBe(text)
    expect((await site.call('DELETE', '/api/user/manager@example.com', { as: admin })).status).toBe(403)
    const profile = { role_profile: 'Chiefs', roles: [{ role: 'System Manager' }] }
    await site.call('POST', '/api/entity/Role%20Profile', { body: profile, as: admin })
    const second = await newPerson('second', { role_profiles: [{ role_profile: 'Chiefs' }] })
    expect((await put('manager@example.com', { enabled: 0 }, admin)).status).toBe(200)
    const emptied = { id: 'Chiefs', roles: [] }
    expect((await site.call('PUT', '/api/entity/Role%20Profile', { body: emptied, as: admin })).json.message).toBe(text)
    expect((await put(second, { enabled: 0 }, admin)).json.message).toBe(text)
    expect((await put('manager@example.com', { enabled: 1 }, admin)).status).toBe(200)
    manager = await site.signIn('manager@example.com')
  })

  test('can set passwords, which ends only the sessions of that user', async () => {
    const id = await newPerson('reset')
    const as = await site.signIn(id)
    expect((await put(id, { new_password: 'brand new password' }, manager)).json.user.new_password).toBeNull()
    expect((await get(id, as)).status).toBe(401)
    expect((await get(id, manager)).status).toBe(200)
    await site.signIn(id, 'brand new password')
  })

  test('keeps their own session when they set their own password', async () => {
    const id = await newPerson('chief', { roles: [{ role: 'System Manager' }] })
    const [here, there] = [await site.signIn(id), await site.signIn(id)]
    const change = { new_password: 'brand new password', old_password: passwords.demo }
    expect((await put(id, change, here)).json.user).toMatchObject({ new_password: null, old_password: null })
    expect([(await get(id, here)).status, (await get(id, there)).status]).toEqual([200, 401])
  })

  test('needs the current password to set their own on every route, and cannot guess it', async () => {
    const id = await newPerson('robbed', { roles: [{ role: 'System Manager' }] })
    const as = await site.signIn(id)
    const text = 'The current password is not correct.'
    const doors = (body: object) => [
      put(id, body, as),
      site.call('PUT', '/api/entity/User', { body: { id, ...body }, as }),
      site.call('PUT', `/api/entity/User/${id}`, { body, as }),
      site.call('POST', '/api/entity/User/bulk-update', { body: { entities: [{ id, ...body }] }, as }),
    ]
    for (const proof of [{}, { old_password: 'wrong' }]) {
      for (const answer of await Promise.all(doors({ new_password: 'brand new password', ...proof }))) {
        expect([answer.status, answer.json.message]).toEqual([417, text])
        expect(answer.json.errors).toMatchObject([{ fieldname: 'old_password', message: text }])
      }
    }
    const guess = { new_password: 'brand new password', old_password: 'guess' }
    for (let n = 0; n < 2; n++) await put(id, guess, as)
    const right = { new_password: 'brand new password', old_password: passwords.demo }
    expect((await put(id, right, as)).status).toBe(429)
    expect(await site.signIn(await newPerson('another'))).toBeTruthy()
  })

  test('cannot change Administrator on any route', async () => {
    const only = 'Only Administrator may change Administrator.'
    const entity = (method: string, path: string, body: object = {}) =>
      site.call(method, `/api/entity/${path}`, { body, as: manager })
    const boss = await site.signIn('Administrator')
    const filters = encodeURIComponent('{"user":"Administrator","status":"Active"}')
    const { data } = (await site.call('GET', `/api/entity/Session?filters=${filters}`, { as: manager })).json
    const taken = { id: 'Administrator', new_password: 'Owned by a manager' }
    const answers = await Promise.all([
      put('Administrator', { new_password: 'Owned by a manager' }, manager),
      put('Administrator', { email: 'mine@example.com' }, manager),
      put('Administrator', { full_name: 'Mine' }, manager),
      entity('PUT', 'User', taken),
      entity('PUT', 'User/Administrator', { roles: [] }),
      entity('POST', 'User/bulk-update', { entities: [{ id: 'staff@example.com', bio: 'x' }, taken] }),
      entity('POST', 'User/Administrator?run_method=send_reset_email'),
      entity('POST', 'User/Administrator?run_method=end_sessions'),
      entity('DELETE', 'User/Administrator'),
      site.call('DELETE', '/api/user/Administrator', { as: manager }),
      entity('DELETE', `Session/${data[0].id}`),
    ])
    for (const [index, answer] of answers.entries()) {
      expect([index, answer.status, answer.json.message]).toEqual([index, 403, only])
    }
    const rename = { entity: 'User', oldName: 'Administrator', newName: 'mine@example.com' }
    expect((await site.call('POST', '/api/utils/rename_entity', { body: rename, as: manager })).status).toBe(417)
    const row = { parent: 'manager@example.com', parent_entity: 'User', parent_field: 'roles', role: 'Administrator' }
    expect((await entity('POST', 'Has Role', row)).status).toBeGreaterThanOrEqual(400)
    expect((await get('Administrator', boss)).json.user).toMatchObject({ full_name: 'Administrator' })
    expect((await get('staff@example.com', manager)).json.user.bio).toBeNull()
    expect((await put('Administrator', { full_name: 'Administrator', phone: '+972 50' }, boss)).status).toBe(200)
  })

  test('can read the effective rights of every user with their reasons', async () => {
    const path = '/api/entity/User/staff@example.com?run_method=get_effective_rights'
    const { rights } = (await site.call('POST', path, { body: { data: {} }, as: manager })).json.data
    expect(rights.find((row: { entity: string }) => row.entity === 'Task')).toEqual({
      entity: 'Task',
      read: 1,
      write: 1,
      create: 1,
      delete: 1,
      if_owner: 0,
      level_1_read: 0,
      level_1_write: 0,
      because: [{ role: 'Staff', via: 'own role' }],
    })
  })
})

describe('the server protects', () => {
  test('Administrator and Guest', async () => {
    for (const id of ['Administrator', 'Guest'])
      expect((await site.call('DELETE', `/api/entity/User/${id}`, { as: admin })).status).toBe(403)
    expect((await put('Administrator', { enabled: 0 }, admin)).json.message).toBe('Administrator cannot be disabled')
    expect((await put('Guest', { full_name: 'x' }, admin)).status).toBe(403)
    expect((await put('Administrator', { email: 'boss@example.com' }, admin)).json.user.email).toBe('boss@example.com')
  })

  test('core roles', async () => {
    expect((await site.call('DELETE', '/api/entity/Role/Staff', { as: admin })).json.message).toBe(
      'Staff cannot be deleted',
    )
    const off = { id: 'Staff', disabled: 1 }
    expect((await site.call('PUT', '/api/entity/Role', { body: off, as: admin })).json.message).toBe(
      'Staff cannot be disabled',
    )
    const rename = { entity: 'Role', oldName: 'Staff', newName: 'Crew' }
    expect((await site.call('POST', '/api/utils/rename_entity', { body: rename, as: admin })).json.message).toBe(
      'Staff cannot be renamed',
    )
    expect((await site.call('GET', '/api/entity/Role/Staff', { as: admin })).status).toBe(200)
  })

  test('the roles that nobody may give', async () => {
    for (const role of ['All', 'Guest', 'Administrator']) {
      expect((await put('staff@example.com', { roles: [{ role }] }, admin)).status).toBe(417)
      const profile = { role_profile: `With ${role}`, roles: [{ role }] }
      expect((await site.call('POST', '/api/entity/Role%20Profile', { body: profile, as: admin })).status).toBe(417)
    }
    for (const role of ['administrator', 'ADMINISTRATOR']) {
      expect((await put('staff@example.com', { roles: [{ role }] }, manager)).status).toBe(417)
    }
    const twice = { roles: [{ role: 'Staff' }, { role: 'Staff' }] }
    expect((await put('staff@example.com', twice, admin)).json.user.roles).toHaveLength(1)
  })
})

test('a user who may write role profiles and is no System Manager can give only their own roles', async () => {
  const role = { role_name: 'People Office' }
  expect((await site.call('POST', '/api/entity/Role', { body: role, as: admin })).status).toBe(200)
  const { entity } = (await site.call('GET', '/api/entity/Entity/Role%20Profile', { as: admin })).json
  const rule = { role: 'People Office', read: 1, write: 1, create: 1, permlevel: 0 }
  const opened = { id: 'Role Profile', permissions: [...entity.permissions, rule] }
  expect((await site.call('PUT', '/api/entity/Entity', { body: opened, as: admin })).status).toBe(200)
  const as = await site.signIn(await newPerson('clerk', { roles: [{ role: 'People Office' }, { role: 'Staff' }] }))
  const write = (method: string, body: { roles: string[] } & Record<string, unknown>) =>
    site.call(method, '/api/entity/Role%20Profile', {
      body: { ...body, roles: body.roles.map((one) => ({ role: one })) },
      as,
    })
  expect((await write('POST', { role_profile: 'Clerks', roles: ['Staff'] })).status).toBe(200)
  expect((await write('POST', { role_profile: 'All', roles: ['Staff', 'System Manager'] })).status).toBe(403)
  expect((await write('PUT', { id: 'Staff', roles: ['Staff', 'System Manager'] })).status).toBe(403)
})

describe('a list setting', () => {
  const create = (as: string, body: object) => site.call('POST', '/api/entity/List%20Setting', { body, as })

  test('belongs to the user who made it, once for each entity', async () => {
    const made = await create(staff, {
      entity: 'Task',
      order_by: 'subject asc',
      user: 'manager@example.com',
      layout: 'Tiles',
    })
    expect(made.json.entity).toMatchObject({ user: 'staff@example.com', entity: 'Task' })
    expect((await create(staff, { entity: 'Task' })).status).toBe(409)
    expect((await create(staff, { entity: 'Contact', layout: 'Circle' })).status).toBe(417)
    expect((await create(manager, { entity: 'Task' })).status).toBe(200)
    const list = await site.call('GET', '/api/entity/List%20Setting', { as: manager })
    expect(list.json.count).toBe(1)
    const path = `/api/entity/List%20Setting/${made.json.entity.id}`
    for (const as of [manager, admin]) {
      for (const method of ['GET', 'DELETE']) expect((await site.call(method, path, { as })).status).toBe(403)
      expect((await site.call('PUT', path, { body: { order_by: 'x' }, as })).status).toBe(403)
    }
    expect((await site.call('GET', '/api/entity/List%20Setting', { as: admin })).json.count).toBe(0)
    expect((await create(admin, { entity: 'Task' })).status).toBe(200)
    expect((await site.call('GET', '/api/entity/List%20Setting', { as: admin })).json.data).toHaveLength(1)
  })
})

describe('the settings of the site', () => {
  const save = (body: object) => site.call('PUT', '/api/entity/System%20Settings', { body, as: manager })

  test('are in use at once', async () => {
    await save({ currency: 'EUR', time_zone: 'Asia/Tokyo', default_language: 'he', week_start: 'Monday' })
    const { json } = await site.call('GET', '/api/auth/validate')
    expect(json).toMatchObject({ currency: 'EUR', time_zone: 'Asia/Tokyo', lang: 'he', week_start: 'Monday' })
  })

  test('cannot lock every user out or break the clock', async () => {
    expect((await save({ time_zone: 'Nowhere/Land' })).json.message).toBe('Nowhere/Land is not a valid time zone')
    for (const name of ['login_max_failures', 'session_idle_hours', 'session_max_days', 'max_file_size_mb']) {
      expect((await save({ [name]: 0 })).status).toBe(417)
    }
  })

  test('can be changed only by a System Manager', async () => {
    expect((await site.call('GET', '/api/entity/System%20Settings/System%20Settings', { as: staff })).status).toBe(403)
  })
})
