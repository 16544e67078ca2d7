import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { type Answer, makeTestSite, passwords, type TestSite } from '../../testing/test-site.ts'

const people = ['none', 'reader', 'owner', 'writer', 'lost', 'manager'] as const
type Person = (typeof people)[number]

/** Their roles; the lost one has everything while the records are made, and then nothing. */
const rolesOf: Readonly<Record<Person, readonly string[]>> = {
  none: ['Staff'],
  reader: ['Staff', 'Desk Reader'],
  owner: ['Staff', 'Desk Owner'],
  writer: ['Staff', 'Desk Writer'],
  lost: ['Staff', 'Desk Writer'],
  manager: ['System Manager'],
}
const everything = { read: 1, write: 1, create: 1, delete: 1 }
const permissions = [
  { role: 'System Manager', ...everything },
  { role: 'Desk Reader', read: 1 },
  { role: 'Desk Owner', ...everything, if_owner: 1 },
  { role: 'Desk Writer', ...everything },
]
const mailOf = (person: Person) => `${person}-of-desk@example.com`
const vaults = ['vault-a', 'vault-b', 'vault-c'] as const
/** A word of each record's title that nothing else says. */
const secretOf = (id: string) => `secret-of-${id}`

describe('on SQLite', () => matrixTests(() => makeTestSite()))
onPostgres((_open, database) => matrixTests(() => makeTestSite({ database })))

function matrixTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let admin: string
  const sessions = {} as Record<Person, string>
  let sharedView = ''

  const call = (as: string, method: string, url: string, body?: object) =>
    site.call(method, url, { as, ...(body && { body }) })
  const ok = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json
  }
  const make = (as: string, entity: string, body: object) => ok(call(as, 'POST', `/api/entity/${entity}`, body))
  /** The vaults that a GET gives this person: what every other door may tell of. */
  const readableBy = async (person: Person) => {
    const found = await Promise.all(vaults.map((id) => call(sessions[person], 'GET', `/api/entity/Safe/${id}`)))
    return vaults.filter((_, at) => found[at]?.status === 200)
  }

  beforeAll(async () => {
    site = await open()
    admin = await site.signIn('Administrator')
    for (const role_name of ['Desk Reader', 'Desk Owner', 'Desk Writer']) await make(admin, 'Role', { role_name })
    const name = { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 }
    const rank = { fieldname: 'rank', label: 'Rank', fieldtype: 'Int', in_list_view: 1 }
    const base = { module: 'Test', naming_rule: 'Prompt', title_field: 'name' }
    const safe = { ...base, id: 'Safe', fields: [name, rank], has_communication: 1, permissions }
    await make(admin, 'Entity', safe)
    const whole = [permissions[0], { role: 'Staff', ...everything }]
    await make(admin, 'Entity', { ...base, id: 'Client', fields: [name], permissions: whole })
    const client = { fieldname: 'client', label: 'Client', fieldtype: 'Link', options: 'Client' }
    await make(admin, 'Entity', { ...base, id: 'Deposit', fields: [name, client], permissions })
    for (const person of people) {
      const roles = rolesOf[person].map((role) => ({ role }))
      const account = { email: mailOf(person), full_name: person, new_password: passwords.demo, roles }
      await ok(call(admin, 'POST', '/api/user', account))
      sessions[person] = await site.signIn(mailOf(person))
    }
    await make(admin, 'Client', { id: 'c1', name: 'Client' })
    for (const [rank_, id] of vaults.entries()) {
      const as = id === 'vault-b' ? sessions.owner : admin
      await make(as, 'Safe', { id, name: secretOf(id), rank: rank_ })
      await make(as, 'Deposit', { id: `d-${id}`, name: secretOf(id), client: 'c1' })
      await fill(id)
    }
    const view = { ref_entity: 'Safe', title: 'View of safes', scope: 'Everybody', sums: { rank: 'sum' } }
    sharedView = (await make(admin, 'List View', view)).entity.id
    for (const person of people) {
      await ok(call(sessions[person], 'PUT', `/api/user/${mailOf(person)}`, { pinned_views: [sharedView] }))
    }
    await ok(call(admin, 'PUT', `/api/user/${mailOf('lost')}`, { roles: [{ role: 'Staff' }] }))
  })

  /** Makes everything that Home could tell of the record, for each person who reads it now. */
  async function fill(id: string) {
    const about = { reference_entity: 'Safe', reference_id: id }
    const mail = { communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' }
    await make(admin, 'Communication', { ...about, ...mail, subject: secretOf(id), sender: 'ada@example.com' })
    for (const person of people) {
      const as = sessions[person]
      if ((await call(as, 'GET', `/api/entity/Safe/${id}`)).status !== 200) continue
      await ok(call(as, 'POST', '/api/app/recent', { entity: 'Safe', id }))
      await make(as, 'Reminder', { ...about, remind_at: '2999-01-01 08:00:00', text: secretOf(id) })
      await make(admin, 'Assignment', { ...about, user: mailOf(person), description: secretOf(id) })
      if (person === 'lost' || person === 'writer') {
        await ok(call(as, 'PUT', `/api/entity/Safe/${id}`, { name: `${secretOf(id)} by ${person}` }))
      }
    }
  }

  test.each(people)('Home tells %s of no record that a GET refuses, by name or by number', async (person) => {
    const readable = await readableBy(person)
    const { status, text, json } = await call(sessions[person], 'GET', '/api/app/get_home')
    expect(status).toBe(200)
    for (const id of vaults) expect([id, text.includes(secretOf(id))]).toEqual([id, readable.includes(id)])
    const writable = person === 'reader' ? [] : readable
    const ofSafes = (part: 'waiting' | 'assigned' | 'reminders' | 'recent' | 'changed') =>
      json[part].items.filter(({ entity }: { entity: string }) => entity === 'Safe').map(({ id }: { id: string }) => id)
    expect(ofSafes('waiting').toSorted()).toEqual(writable)
    expect(json.waiting.count).toBe(json.waiting.items.length)
    for (const part of ['assigned', 'reminders', 'recent'] as const) {
      expect([part, ofSafes(part).toSorted()]).toEqual([part, readable])
    }
    expect([json.assigned.count, json.reminders.count]).toEqual([readable.length, readable.length])
    for (const id of ofSafes('changed')) expect(readable).toContain(id)
    const entity = json.entities.find(({ id }: { id: string }) => id === 'Safe')
    expect(entity?.count ?? 0).toBe(readable.length)
  })

  test.each(people)('a pinned view counts and sums for %s only what their list has', async (person) => {
    const readable = await readableBy(person)
    const { json } = await call(sessions[person], 'GET', '/api/app/get_home?parts=views')
    const navigation = await ok(call(sessions[person], 'GET', '/api/app/get_navigation'))
    const mayRead = readable.length > 0
    const sum = readable.reduce((total, id) => total + vaults.indexOf(id), 0)
    expect(
      json.views.map((view: { count: number; sum: { value: unknown } }) => [view.count, Number(view.sum.value)]),
    ).toEqual(mayRead ? [[readable.length, sum]] : [])
    expect(navigation.pinned_views.map(({ count }: { count: number }) => count)).toEqual(
      mayRead ? [readable.length] : [],
    )
  })

  test.each(people)('related records, neighbours and found links show %s what a GET gives', async (person) => {
    const as = sessions[person]
    const readable = await readableBy(person)
    const deposit = (await ok(call(as, 'GET', '/api/app/get_related?entity=Client&id=c1'))).related.find(
      ({ entity }: { entity: string }) => entity === 'Deposit',
    )
    expect(deposit?.count ?? 0).toBe(readable.length)

    for (const id of vaults) {
      const answer = await call(as, 'GET', `/api/app/get_neighbours?entity=Safe&id=${id}&order_by=rank asc`)
      expect([id, answer.status === 200 || readable.length === 0]).toEqual([id, true])
      if (answer.status !== 200) continue
      const at = readable.indexOf(id)
      expect([id, answer.json]).toEqual([
        id,
        at < 0
          ? { previous: null, next: null, position: null, count: readable.length }
          : {
              previous: readable[at - 1] ?? null,
              next: readable[at + 1] ?? null,
              position: at + 1,
              count: readable.length,
            },
      ])
    }

    const titles = await Promise.all(
      readable.map(async (id) => (await ok(call(as, 'GET', `/api/entity/Safe/${id}`))).entity.name as string),
    )
    const guesses = [...vaults, ...titles, ...vaults.map(secretOf)]
    const found = await call(as, 'POST', '/api/utils/resolve_links', { entity: 'Safe', texts: guesses })
    expect(found.status).toBe(readable.length > 0 ? 200 : 403)
    for (const { text, value, matches } of found.json.items ?? []) {
      const isSeen = readable.includes(text) || titles.includes(text)
      expect([text, value !== null, matches]).toEqual([text, isSeen, isSeen ? 1 : 0])
    }
  })
}
