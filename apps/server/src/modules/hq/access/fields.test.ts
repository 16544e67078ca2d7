import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecord, find, systemContext } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

const people = ['viewer', 'starter', 'designer', 'lead', 'stranger', 'operator', 'manager'] as const
type Person = (typeof people)[number]
const levels: Partial<Record<Person, string>> = {
  viewer: 'View',
  starter: 'Operate',
  designer: 'Design',
  lead: 'Manage',
}

let hq: TestHq
const cookies = {} as Record<Person, string>
const ids = {} as Record<'Project' | 'Backup' | 'Promotion', string>

beforeAll(async () => {
  hq = await startHq()
  const roles: Partial<Record<Person, string>> = { operator: 'Operator', manager: 'System Manager' }
  for (const one of people) cookies[one] = await hq.person(addressOf(one), [roles[one] ?? 'Project Operator'])
  const access = people.flatMap((one) => (levels[one] ? [{ user: addressOf(one), level: levels[one] }] : []))
  await hq.create('acme', { auto_provision: 0, access })
  const { engine } = hq.site
  const make = async (entity: string, body: object) =>
    String((await createRecord(engine, systemContext(engine), entity, { ...body })).id)
  ids.Project = 'acme'
  ids.Backup = await make('Backup', { project: 'acme', project_id: 'acme', type: 'Manual', status: 'Stored' })
  ids.Promotion = await make('Promotion', { title: 'Next', source: 'acme', target: 'acme' })
})

afterAll(() => hq.remove())

const addressOf = (person: Person) => `${person}@example.com`

/** A value that the field takes, and that it has not yet. */
function another(fieldtype: string, options: string | null, before: unknown): unknown {
  // To Production and back leads only a confirmation, which this is not about.
  if (fieldtype === 'Select') return options?.split('\n').find((one) => !['', 'Production', before].includes(one))
  if (fieldtype === 'Check') return before === 1 ? 0 : 1
  if (fieldtype === 'Int') return Number(before ?? 0) + 1
  if (fieldtype === 'Datetime') return '2020-01-01 10:00:00'
  if (fieldtype === 'JSON') return [{ key: 'Entity/X' }]
  if (fieldtype === 'Link')
    return before ? null : { 'Backup Plan': 'Daily', Project: 'acme', Server: 'main' }[String(options)]
  if (fieldtype === 'Table') return []
  return `other${Math.random()}@example.com`
}

/** The fields of the record that the person changes, each by a call of its own through this door. */
async function changedBy(person: Person, entity: keyof typeof ids, door: 'PUT' | 'bulk-update'): Promise<string[]> {
  const { engine } = hq.site
  const [id, model] = [ids[entity], engine.models.require(entity)]
  const stored = async () => {
    const [row] = await find(engine, entity, { where: { id }, fields: model.stored.map(({ name }) => name) })
    const access = await find(engine, 'Project Access', { fields: ['user', 'level'] })
    return { ...row, access: JSON.stringify(access) } as Record<string, unknown>
  }
  const changed = new Set<string>()
  for (const { name, rule } of model.fields) {
    const before = await stored()
    const body = { id, [name]: another(rule.fieldtype, rule.options, before[name]) }
    const [path, sent] = door === 'PUT' ? ['', body] : ['/bulk-update', { entities: [body] }]
    await hq.call(door === 'PUT' ? 'PUT' : 'POST', `/api/entity/${entity}${path}`, sent, cookies[person])
    const after = await stored()
    for (const key of Object.keys(after)) if (after[key] !== before[key]) changed.add(key)
    if (after.access !== before.access)
      await hq.call('PUT', '/api/entity/Project', { id: 'acme', access: rowsOf(before) })
  }
  return [...changed].toSorted()
}

const rowsOf = ({ access }: Record<string, unknown>) =>
  (JSON.parse(String(access)) as { user: string; level: string }[]).map(({ user, level }) => ({ user, level }))

const ofManage = [
  ...['admin_email', 'auto_provision', 'backup_plan', 'color', 'default_language', 'description', 'icon'],
  ...['project_name', 'staging_recipients', 'start_with'],
]
const ofManager = ['access', 'environment', ...ofManage].toSorted()

test.each(['PUT', 'bulk-update'] as const)(
  'each person changes of a project by %s what their level lets them',
  async (door) => {
    const may: Partial<Record<Person, string[]>> = { lead: ofManage, operator: ofManage, manager: ofManager }
    for (const person of people) {
      expect([person, await changedBy(person, 'Project', door)]).toEqual([person, may[person] ?? []])
    }
  },
)

const ofOperate = (fields: string[]) =>
  Object.fromEntries(people.map((one) => [one, ['viewer', 'stranger'].includes(one) ? [] : fields]))

test.each(['PUT', 'bulk-update'] as const)(
  'a backup and a promotion take a note by %s, and nothing else',
  async (door) => {
    for (const person of people) {
      expect([person, await changedBy(person, 'Backup', door)]).toEqual([person, ofOperate(['note', 'pinned'])[person]])
      expect([person, await changedBy(person, 'Promotion', door)]).toEqual([
        person,
        ofOperate(['note', 'title'])[person],
      ])
    }
  },
)

test('only System Managers read access and secrets, by any call', async () => {
  const secret = ['access', 'admin_password', 'instance_secret']
  for (const person of people.filter((one) => one !== 'stranger')) {
    const as = cookies[person]
    const one = (await hq.call('GET', '/api/entity/Project/acme', undefined, as)).json.entity
    const [listed] = (await hq.call('GET', '/api/entity/Project?fields=["*"]', undefined, as)).json.data
    const past = await hq.call('POST', '/api/entity/Project/acme?run_method=get_state', { data: {} }, as)
    const seen = [one, listed, past.json.data?.entity ?? {}].flatMap((record) => Object.keys(record))
    const found = secret.filter((name) => seen.includes(name))
    expect([person, found.length > 0]).toEqual([person, person === 'manager'])
    const history = await hq.call('POST', '/api/entity/Project/acme?run_method=get_history', { data: {} }, as)
    const told = JSON.stringify(history.json)
    expect([person, secret.some((name) => told.includes(`"${name}"`))]).toEqual([person, person === 'manager'])
    for (const name of ['admin_password', 'instance_secret']) {
      for (const query of [`filters={"${name}":["is","set"]}`, `order_by=${name}`]) {
        expect((await hq.call('GET', `/api/entity/Project?${query}`, undefined, as)).status).toBe(417)
      }
    }
    const rows = await hq.call('GET', '/api/entity/Project?filters={"access.user":"viewer@example.com"}', undefined, as)
    expect([person, rows.status]).toEqual([person, person === 'manager' ? 200 : 417])
  }
})

test('Manage takes back neither the environment nor the access that a System Manager set', async () => {
  const path = '/api/entity/Project/acme'
  const access = people.flatMap((one) => (levels[one] ? [{ user: addressOf(one), level: levels[one] }] : []))
  const state = async () => {
    const { environment, access: rows } = (await hq.call('GET', path)).json.entity
    return [environment, rows.map(({ user, level }: Record<string, string>) => [user, level])]
  }
  const [former] = await find(hq.site.engine, 'Version', { where: { ref_id: 'acme' }, order: 'at desc', limit: 1 })
  await hq.call('PUT', path, {
    environment: 'Development',
    access: [...access, { user: addressOf('stranger'), level: 'View' }],
  })
  for (const change of [
    { environment: 'Demo', description: 'a' },
    { access, description: 'b' },
  ]) {
    expect((await hq.call('PUT', path, change)).message).toBe('')
    const set = await state()
    const where = { ref_entity: 'Project', ref_id: 'acme' }
    const [version] = await find(hq.site.engine, 'Version', {
      where,
      fields: ['operation_id'],
      order: 'at desc',
      limit: 2,
    })
    for (const one of ['lead', 'operator'] as const) {
      const tries = [
        await hq.call('POST', `${path}?run_method=undo_version`, { data: { version: version?.id } }, cookies[one]),
        await hq.call('POST', `${path}?run_method=restore`, { data: { version: former?.id } }, cookies[one]),
        await hq.call(
          'POST',
          `/api/entity/Operation Log/${String(version?.operation_id)}?run_method=undo`,
          { data: {} },
          cookies[one],
        ),
      ]
      expect([one, tries.map(({ status }) => status)]).toEqual([one, [409, 403, 403]])
      expect([one, await state()]).toEqual([one, set])
    }
  }
})
