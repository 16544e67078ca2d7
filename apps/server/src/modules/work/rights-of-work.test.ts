import { beforeAll, describe, expect, test } from 'vitest'
import { find } from '../../entity/index.ts'
import { onPostgres } from '../../store/testing.ts'
import { type Answer, makeTestSite, passwords, type TestSite } from '../../testing/test-site.ts'

const people = ['none', 'reader', 'owner', 'writer', 'lost', 'manager'] as const
type Person = (typeof people)[number]

/** Their roles; the lost one has everything while the records are made, and then nothing. */
const rolesOf: Readonly<Record<Person, readonly string[]>> = {
  none: ['Staff'],
  reader: ['Staff', 'Reader'],
  owner: ['Staff', 'Owner'],
  writer: ['Staff', 'Writer'],
  lost: ['Staff', 'Writer'],
  manager: ['System Manager'],
}
const everything = { read: 1, write: 1, create: 1, delete: 1 }
const permissions = [
  { role: 'System Manager', ...everything },
  { role: 'Reader', read: 1 },
  { role: 'Owner', ...everything, if_owner: 1 },
  { role: 'Writer', ...everything },
]
const mailOf = (person: Person) => `${person}-of-work@example.com`

describe('on SQLite', () => matrixTests(() => makeTestSite()))
onPostgres((_open, database) => matrixTests(() => makeTestSite({ database })))

function matrixTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let admin: string
  const sessions = {} as Record<Person, string>
  const vaults = ['vault-of-admin', 'vault-of-owner']

  const call = (as: string, method: string, url: string, body?: object) =>
    site.call(method, url, { as, ...(body && { body }) })
  const ok = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json
  }

  beforeAll(async () => {
    site = await open()
    admin = await site.signIn('Administrator')
    for (const role_name of ['Reader', 'Owner', 'Writer'])
      await ok(call(admin, 'POST', '/api/entity/Role', { role_name }))
    const fields = [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 }]
    const vault = { id: 'Vault', module: 'Test', naming_rule: 'Prompt', title_field: 'name', fields, permissions }
    await ok(call(admin, 'POST', '/api/entity/Entity', vault))
    for (const person of people) {
      const roles = rolesOf[person].map((role) => ({ role }))
      const account = { email: mailOf(person), full_name: person, new_password: passwords.demo, roles }
      await ok(call(admin, 'POST', '/api/user', account))
      sessions[person] = await site.signIn(mailOf(person))
    }
    await ok(call(admin, 'POST', '/api/entity/Vault', { id: vaults[0], name: `Title of ${vaults[0]}` }))
    await ok(call(sessions.owner, 'POST', '/api/entity/Vault', { id: vaults[1], name: `Title of ${vaults[1]}` }))
    for (const reference_id of vaults) await fill({ reference_entity: 'Vault', reference_id })
    await ok(call(admin, 'PUT', `/api/user/${mailOf('lost')}`, { roles: [{ role: 'Staff' }] }))
  })

  /** Notes, assignments, reminders and followers of each who may, with news for all of them; each text names the record. */
  async function fill(about: Record<'reference_entity' | 'reference_id', string>) {
    const { reference_id: id } = about
    const path = `/api/entity/Vault/${id}`
    for (const person of people) {
      const as = sessions[person]
      if ((await call(as, 'GET', path)).status !== 200) continue
      await ok(call(as, 'POST', `${path}?run_method=follow`, { data: { following: 1 } }))
      const reminder = { ...about, remind_at: '2999-01-01 08:00:00', text: `Reminder of ${id}` }
      await ok(call(as, 'POST', '/api/entity/Reminder', reminder))
      const task = { ...about, user: mailOf(person), description: `Task of ${id}` }
      await ok(call(admin, 'POST', '/api/entity/Assignment', task))
    }
    const text = `Note of ${id} ${people.map((person) => `@[${mailOf(person)}]`).join(' ')}`
    await ok(call(admin, 'POST', '/api/entity/Note', { ...about, text }))
    await ok(call(admin, 'PUT', path, { name: `Title of ${id} now` }))
  }

  const query = (filters: unknown) =>
    `fields=["*"]&limit_page_length=0&filters=${encodeURIComponent(JSON.stringify(filters))}`
  const get = (path: string) => async (as: string) => [await call(as, 'GET', path)]
  const ofOne = ['Reminder', 'Follower', 'Notification'] as const
  const ofAll = ['Note', 'Assignment'] as const

  /** Calls that could name a record, and whether they do so to each who reads it. */
  const doors: Readonly<Record<string, { names: boolean; open(as: string): Promise<readonly Answer[]> }>> = {
    ...Object.fromEntries(
      [...ofAll, ...ofOne].map((entity) => [
        `list of ${entity}`,
        { names: entity === 'Note' || entity === 'Assignment', open: get(`/api/entity/${entity}?${query({})}`) },
      ]),
    ),
    search: { names: true, open: get('/api/app/search?text=vault-of&entities=Note') },
    'search everywhere': { names: true, open: get('/api/app/search?text=vault-of') },
    'summary of Note': { names: true, open: get('/api/entity/Note/summary?group_by=reference_id') },
    'values of Assignment': { names: true, open: get('/api/entity/Assignment/values?field=reference_id') },
    'export of Note': { names: true, open: get('/api/entity/Note/export?format=csv') },
    'records by assigned_to': { names: true, open: get(`/api/entity/Vault?${query([['assigned_to', 'is', 'set']])}`) },
    'records by following': { names: false, open: get(`/api/entity/Vault?${query({ following: 1 })}`) },
    get_navigation: { names: false, open: get('/api/app/get_navigation') },
    recent: { names: false, open: get('/api/app/recent') },
    'trash and history': {
      names: false,
      open: async (as) =>
        Promise.all(['Trash Item', 'Version', 'Operation Log'].map((one) => call(as, 'GET', `/api/entity/${one}`))),
    },
    'each row by its id': {
      names: true,
      open: async (as) => {
        const rows = await Promise.all(
          [...ofAll, ...ofOne].map(async (entity) =>
            (await find(site.site.engine, entity)).map(({ id }) => `/api/entity/${entity}/${id}`),
          ),
        )
        return Promise.all(rows.flat().map((path) => call(as, 'GET', path)))
      },
    },
  }

  describe.each(people)('%s', (person) => {
    const readable = async () => {
      const asked = vaults.map(async (id) => (await call(sessions[person], 'GET', `/api/entity/Vault/${id}`)).status)
      const statuses = await Promise.all(asked)
      return vaults.filter((_, at) => statuses[at] === 200)
    }

    test('learns through no door of a record that a GET refuses', async () => {
      const seen = await readable()
      for (const [name, { names, open: enter }] of Object.entries(doors)) {
        const text = (await enter(sessions[person])).map((answer) => answer.text).join('\n')
        const named = vaults.filter((id) => text.includes(id))
        expect([name, named.filter((id) => !seen.includes(id))]).toEqual([name, []])
        if (names) expect([name, named]).toEqual([name, seen])
      }
    })

    test('has as many news as a GET of their records allows, and writes nothing about the others', async () => {
      const as = sessions[person]
      const seen = await readable()
      const { data, count } = await ok(call(as, 'GET', `/api/entity/Notification?${query({ status: 'Unread' })}`))
      const { unread_notifications } = await ok(call(as, 'GET', '/api/app/get_navigation'))
      expect([unread_notifications, count]).toEqual([data.length, data.length])
      for (const reference_id of vaults.filter((id) => !seen.includes(id))) {
        const about = { reference_entity: 'Vault', reference_id }
        const path = `/api/entity/Vault/${reference_id}`
        const tried = await Promise.all([
          call(as, 'POST', '/api/entity/Note', { ...about, text: 'x' }),
          call(as, 'POST', '/api/entity/Assignment', { ...about, user: mailOf(person) }),
          call(as, 'POST', '/api/entity/Reminder', { ...about, remind_at: '2999-01-01 08:00:00' }),
          call(as, 'POST', '/api/entity/Follower', about),
          call(as, 'POST', `${path}?run_method=follow`, { data: { following: 1 } }),
          call(as, 'GET', `/api/app/get_mentionable?entity=Vault&id=${reference_id}`),
          call(as, 'POST', '/api/app/recent', { entity: 'Vault', id: reference_id }),
        ])
        expect(tried.filter(({ status }) => status < 400)).toEqual([])
      }
    })
  })
}
