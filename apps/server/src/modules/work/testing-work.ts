import { type Answer, passwords, type TestSite } from '../../testing/test-site.ts'

const everything = { read: 1, write: 1, create: 1, delete: 1 }

/** The people of these tests and their role, which decides what they may do with Case and Secret. */
const people = {
  noa: ['Reader'],
  dan: ['Writer'],
  eve: ['Writer', 'Staff'],
  zoe: ['Staff'],
} as const

export type Person = keyof typeof people | 'manager' | 'admin'
export const mailOf = (person: Person) => (person === 'admin' ? 'Administrator' : `${person}@example.com`)

/**
 * A site with the entities Case, which readers read and writers write, and Secret, which only managers read; and calls in
 * the name of its people.
 */
export async function openWork(open: () => Promise<TestSite>) {
  const site = await open()
  const sessions: Partial<Record<Person, string>> = { admin: await site.signIn('Administrator') }
  sessions.manager = await site.signIn('manager@example.com')
  const call = (as: Person, method: string, path: string, body?: object) =>
    site.call(method, path, { as: sessions[as], ...(body && { body }) })
  const ok = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer
    if (status !== 200) throw new Error(`${status} ${text}`)
    return json
  }
  for (const role_name of ['Reader', 'Writer']) await ok(call('admin', 'POST', '/api/entity/Role', { role_name }))
  const define = (id: string, permissions: object[]) => {
    const fields = [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
      { fieldname: 'state', label: 'State', fieldtype: 'Data' },
    ]
    const manager = { role: 'System Manager', ...everything }
    const naming = { module: 'Test', title_field: 'name', naming_rule: 'Prompt', allow_rename: 1 }
    return ok(
      call('admin', 'POST', '/api/entity/Entity', { id, ...naming, fields, permissions: [manager, ...permissions] }),
    )
  }
  await define('Case', [
    { role: 'Reader', read: 1 },
    { role: 'Writer', ...everything },
  ])
  await define('Secret', [])
  for (const [name, roles] of Object.entries(people)) {
    const account = { email: mailOf(name as Person), full_name: name, new_password: passwords.demo }
    await ok(call('admin', 'POST', '/api/user', { ...account, roles: roles.map((role) => ({ role })) }))
    sessions[name as Person] = await site.signIn(mailOf(name as Person))
  }
  let made = 0
  const newCase = async (entity = 'Case') => {
    const id = `${entity.toLowerCase()}-${++made}`
    await ok(call('admin', 'POST', `/api/entity/${entity}`, { id, name: `${entity} ${made}` }))
    return { reference_entity: entity, reference_id: id }
  }
  const create = async (as: Person, entity: string, body: object) =>
    (await ok(call(as, 'POST', `/api/entity/${entity}`, body))).entity
  const list = async (as: Person, entity: string, filters: object = {}) => {
    const query = `fields=["*"]&limit_page_length=0&filters=${encodeURIComponent(JSON.stringify(filters))}`
    return (await ok(call(as, 'GET', `/api/entity/${entity}?${query}`))).data as (Record<string, unknown> & {
      id: string
    })[]
  }
  const refusal = async (answer: Promise<Answer>) => {
    const { status, json } = await answer
    return [status, json.message]
  }
  return { site, call, ok, newCase, create, list, refusal }
}

export type Work = Awaited<ReturnType<typeof openWork>>
