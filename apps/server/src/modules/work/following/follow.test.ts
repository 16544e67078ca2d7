import { beforeAll, describe, expect, test } from 'vitest'
import { createIn, systemContext } from '../../../entity/index.ts'
import { onPostgres } from '../../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { mailOf, openWork, type Person, type Work } from '../testing-work.ts'

describe('on SQLite', () => followTests(() => makeTestSite()))
onPostgres((_open, database) => followTests(() => makeTestSite({ database })))

function followTests(open: () => Promise<TestSite>): void {
  let work: Work
  beforeAll(async () => {
    work = await openWork(open)
  })
  type About = Record<'reference_entity' | 'reference_id', string>
  const pathOf = ({ reference_entity, reference_id }: About) => `/api/entity/${reference_entity}/${reference_id}`
  const follow = (as: Person, about: About, following: unknown = 1) =>
    work.call(as, 'POST', `${pathOf(about)}?run_method=follow`, { data: { following } })
  const isFollowing = async (as: Person, about: About) =>
    (await work.ok(work.call(as, 'GET', pathOf(about)))).entity.is_following

  test('a person follows a record that they read, and stops', async () => {
    const about = await work.newCase()
    expect(await isFollowing('noa', about)).toBe(0)
    expect(await work.ok(follow('noa', about))).toEqual({ data: { following: 1 } })
    expect(await work.ok(follow('noa', about))).toEqual({ data: { following: 1 } })
    expect([await isFollowing('noa', about), await isFollowing('dan', about)]).toEqual([1, 0])
    expect(await work.list('noa', 'Follower', about)).toMatchObject([{ user: mailOf('noa') }])
    for (const as of ['dan', 'manager', 'admin'] as const) expect(await work.list(as, 'Follower')).toEqual([])
    expect(await work.ok(follow('noa', about, 0))).toEqual({ data: { following: 0 } })
    expect(await isFollowing('noa', about)).toBe(0)
    expect((await follow('zoe', about)).status).toBe(403)
    expect((await follow('noa', about, 'yes')).status).toBe(400)
  })

  test('a note and an assignment let people follow once; who stopped stays away', async () => {
    const about = await work.newCase()
    await work.create('noa', 'Note', { ...about, text: 'One' })
    await work.create('manager', 'Assignment', { ...about, user: mailOf('dan') })
    await work.ok(work.call('eve', 'PUT', pathOf(about), { state: 'looked at' }))
    const people = ['noa', 'dan', 'manager', 'eve'] as const
    expect(await Promise.all(people.map((as) => isFollowing(as, about)))).toEqual([1, 1, 0, 0])
    await work.ok(follow('noa', about, 0))
    await work.create('noa', 'Note', { ...about, text: 'Two' })
    expect(await isFollowing('noa', about)).toBe(0)
  })

  test('Administrator does not see that others follow', async () => {
    const about = await work.newCase()
    await work.ok(follow('noa', about))
    const [own] = await work.list('noa', 'Follower', about)
    const path = `/api/entity/Follower/${own?.id}`
    for (const as of ['admin', 'manager', 'dan'] as const) {
      expect([as, (await work.call(as, 'GET', path)).status]).toEqual([as, 403])
      expect([as, (await work.call(as, 'DELETE', path)).status]).toEqual([as, 403])
    }
  })

  test('all that is about a record goes to the trash with it, comes back with it, and never keeps it', async () => {
    const about = await work.newCase()
    await work.ok(follow('noa', about))
    await work.create('noa', 'Reminder', { ...about, remind_at: '2999-01-01 08:00:00', text: 'Later' })
    await work.create('eve', 'Assignment', { ...about, user: mailOf('noa') })
    const counts = async () => {
      const entities = ['Follower', 'Reminder', 'Assignment'] as const
      return Promise.all(entities.map(async (entity) => (await work.list('noa', entity, about)).length))
    }
    expect(await counts()).toEqual([1, 1, 1])
    await work.ok(work.call('dan', 'DELETE', pathOf(about)))
    expect(await counts()).toEqual([0, 0, 0])
    const [item] = await work.list('manager', 'Trash Item', { ref_id: about.reference_id })
    await work.ok(work.call('dan', 'POST', `/api/entity/Trash Item/${item?.id}?run_method=restore`, { data: {} }))
    expect(await counts()).toEqual([1, 1, 1])
    expect(await isFollowing('noa', about)).toBe(1)
  })

  test('at most 200 follow one record', async () => {
    const about = await work.newCase()
    const { engine } = work.site.site
    await engine.store.write(async (tx) => {
      for (let n = 0; n < 200; n++) {
        const email = `follower${n}@example.com`
        await createIn(engine, systemContext(engine), tx, 'User', { email, full_name: email })
        await createIn(engine, systemContext(engine), tx, 'Follower', { ...about, user: email, owner: email })
      }
    })
    expect(await work.refusal(follow('noa', about))).toEqual([417, 'There are too many already (maximum 200).'])
    await work.create('noa', 'Note', { ...about, text: 'Still possible' })
    expect(await isFollowing('noa', about)).toBe(0)
  })
}
