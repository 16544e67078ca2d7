import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../../store/testing.ts'
import { makeTestSite, passwords, type TestSite } from '../../../testing/test-site.ts'
import { mailOf, openWork, type Person, type Work } from '../testing-work.ts'

describe('on SQLite', () => assignmentTests(() => makeTestSite()))
onPostgres((_open, database) => assignmentTests(() => makeTestSite({ database })))

function assignmentTests(open: () => Promise<TestSite>): void {
  let work: Work
  beforeAll(async () => {
    work = await openWork(open)
  })
  const path = '/api/entity/Assignment'
  const at = (id: string) => `${path}/${id}`
  const assign = (as: Person, about: object, to: Person, more: object = {}) =>
    work.create(as, 'Assignment', { ...about, user: mailOf(to), ...more })
  const refused = (as: Person, about: object, to: Person) =>
    work.refusal(work.call(as, 'POST', path, { ...about, user: mailOf(to) }))
  const put = (as: Person, id: string, body: object) => work.call(as, 'PUT', at(id), body)
  const recordOf = async (as: Person, { reference_entity, reference_id }: Record<string, string>) =>
    (await work.ok(work.call(as, 'GET', `/api/entity/${reference_entity}/${reference_id}`))).entity

  test('writers of a record assign it to a reader of it, and all its readers see that there', async () => {
    const about = await work.newCase()
    const made = await assign('manager', about, 'dan', { description: 'Call her', due_date: '2026-12-01' })
    expect(made).toMatchObject({ ...about, status: 'Open', owner: mailOf('manager'), done_at: null })
    const open = { id: made.id, user: mailOf('dan'), due_date: '2026-12-01' }
    expect((await recordOf('manager', about)).assignments).toEqual([{ ...open, user_name: 'dan' }])
    expect((await recordOf('noa', about)).assignments).toEqual([{ ...open, user_name: mailOf('dan') }])
    expect(await work.list('noa', 'Assignment', about)).toHaveLength(1)
    expect(await work.list('zoe', 'Assignment')).toEqual([])
    expect((await work.call('zoe', 'GET', at(made.id))).status).toBe(403)
    expect(await refused('noa', about, 'noa')).toEqual([403, 'You do not have permission to change Case.'])
    expect(await refused('manager', about, 'zoe')).toEqual([417, 'zoe cannot see this record.'])
    expect(await refused('manager', about, 'dan')).toEqual([409, 'This is already assigned to dan.'])
    expect((await work.call('manager', 'POST', path, { ...about, user: 'nobody@example.com' })).status).toBe(417)
  })

  test('its person and its maker say what is done, writers of the record change and cancel it, and nobody moves it', async () => {
    const [about, other] = [await work.newCase(), await work.newCase()]
    const { id } = await assign('eve', about, 'noa')
    expect((await put('noa', id, { due_date: '2027-01-01' })).status).toBe(403)
    expect((await put('noa', id, { status: 'Cancelled' })).status).toBe(403)
    expect((await put('dan', id, { status: 'Done' })).status).toBe(403)
    expect((await put('eve', id, { ...other, user: mailOf('dan') })).status).toBe(403)
    const done = await work.ok(put('noa', id, { status: 'Done', answer: 'Paid', due_date: '2027-01-01' }))
    expect(done.entity).toMatchObject({ status: 'Done', answer: 'Paid', due_date: null, ...about })
    expect(done.entity.done_at).toMatch(/^\d{4}-/)
    expect((await recordOf('eve', about)).assignments).toEqual([])
    expect((await work.ok(put('noa', id, { status: 'Open' }))).entity.done_at).toBeNull()
    expect((await work.ok(put('dan', id, { due_date: '2027-02-02' }))).entity.due_date).toBe('2027-02-02')
    expect((await work.ok(put('dan', id, { status: 'Cancelled' }))).entity.status).toBe('Cancelled')
    expect((await put('noa', id, { status: 'Open' })).status).toBe(403)
    expect((await work.call('dan', 'DELETE', at(id))).status).toBe(403)
    await work.ok(work.call('eve', 'DELETE', at(id)))
  })

  test('at most 20 are open on one record, also when they are reopened', async () => {
    const about = await work.newCase()
    const people: string[] = []
    for (let n = 0; n < 21; n++) {
      const email = `worker${n}@example.com`
      const body = { email, full_name: email, new_password: passwords.demo, roles: [{ role: 'Reader' }] }
      await work.ok(work.call('admin', 'POST', '/api/user', body))
      people.push(email)
    }
    const one = (user: string) => work.call('manager', 'POST', path, { ...about, user })
    const answers: Awaited<ReturnType<typeof one>>[] = []
    for (const user of people.slice(2)) answers.push(await one(user))
    answers.push(...(await Promise.all(people.slice(0, 2).map(one))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const [late] = answers.filter(({ status }) => status !== 200)
    expect([late?.status, late?.json.message]).toEqual([417, 'There are too many already (maximum 20).'])
    const first = answers.find(({ status }) => status === 200)?.json.entity.id
    await work.ok(put('manager', first, { status: 'Done' }))
    await assign('manager', about, 'dan')
    expect((await put('manager', first, { status: 'Open' })).status).toBe(417)
  })

  test('two calls at once assign somebody once', async () => {
    const about = await work.newCase()
    const twice = await Promise.all(
      [1, 2].map(() => work.call('manager', 'POST', path, { ...about, user: mailOf('dan') })),
    )
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a person without the record finds neither their assignment nor its number', async () => {
    const about = await work.newCase()
    const { id } = await assign('manager', about, 'noa')
    const roles = (names: string[]) =>
      work.ok(work.call('admin', 'PUT', `/api/user/${mailOf('noa')}`, { roles: names.map((role) => ({ role })) }))
    await roles([])
    expect(await work.list('noa', 'Assignment')).toEqual([])
    expect((await work.call('noa', 'GET', at(id))).status).toBe(403)
    expect((await put('noa', id, { status: 'Done' })).status).toBe(403)
    await roles(['Reader'])
    expect(await work.list('noa', 'Assignment', about)).toHaveLength(1)
  })

  test('undo takes an assignment back, and what is sent back with a record changes none', async () => {
    const about = await work.newCase()
    const { id } = await assign('eve', about, 'noa')
    const operation = (await work.list('manager', 'Version', { ref_entity: 'Assignment', ref_id: id }))[0]?.operation_id
    const record = await recordOf('eve', about)
    const path = `/api/entity/Case/${about.reference_id}`
    await work.ok(work.call('eve', 'PUT', path, { ...record, assignments: [], is_following: 0, state: 'x' }))
    expect((await recordOf('eve', about)).assignments).toHaveLength(1)
    await work.ok(
      work.call('eve', 'POST', `/api/entity/Operation Log/${String(operation)}?run_method=undo`, { data: {} }),
    )
    expect((await recordOf('eve', about)).assignments).toEqual([])
  })
}
