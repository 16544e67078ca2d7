import { beforeAll, describe, expect, test } from 'vitest'
import { createIn, createRecord, loggedWork, systemContext } from '../../../entity/index.ts'
import { onPostgres } from '../../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { mailOf, openWork, type Person, type Work } from '../testing-work.ts'

describe('on SQLite', () => notificationTests(() => makeTestSite()))
onPostgres((_open, database) => notificationTests(() => makeTestSite({ database })))

type About = Record<'reference_entity' | 'reference_id', string>

function notificationTests(open: () => Promise<TestSite>): void {
  let work: Work
  beforeAll(async () => {
    work = await openWork(open)
  })
  const pathOf = ({ reference_entity, reference_id }: About) => `/api/entity/${reference_entity}/${reference_id}`
  const follow = (as: Person, about: About) =>
    work.ok(work.call(as, 'POST', `${pathOf(about)}?run_method=follow`, { data: { following: 1 } }))
  const told = async (as: Person, about: object = {}) =>
    (await work.list(as, 'Notification', about)).map(({ kind, text, count, status, actor }) => ({
      ...{ kind, text, count, status, actor },
    }))
  const unread = async (as: Person) =>
    (await work.ok(work.call(as, 'GET', '/api/app/get_navigation'))).unread_notifications as number
  const mark = (as: Person, body: object) => work.call(as, 'POST', '/api/app/mark_notifications', body)
  const roles = (as: Person, names: string[]) =>
    work.ok(work.call('admin', 'PUT', `/api/user/${mailOf(as)}`, { roles: names.map((role) => ({ role })) }))
  const outside = () => systemContext(work.site.site.engine, '', loggedWork('Mail', 'Receive'))

  test('a mention tells who may read the record, once for each record, and never the writer', async () => {
    const about = await work.newCase()
    const text = `@[${mailOf('dan')}] @[${mailOf('zoe')}] @[${mailOf('eve')}]`
    const note = await work.create('eve', 'Note', { ...about, text })
    expect(await told('dan', about)).toEqual([
      { kind: 'Mention', text: 'eve mentioned you', count: 1, status: 'Unread', actor: mailOf('eve') },
    ])
    expect([await told('zoe'), await told('eve', about)]).toEqual([[], []])
    await work.ok(work.call('eve', 'PUT', `/api/entity/Note/${note.id}`, { text: `Again ${text}` }))
    expect((await told('dan', about))[0]?.count).toBe(1)
    await work.create('eve', 'Note', { ...about, text: `And @[${mailOf('dan')}]` })
    expect(await told('dan', about)).toMatchObject([{ kind: 'Mention', count: 2 }])
    for (const as of ['eve', 'manager', 'admin'] as const) expect(await told(as, about)).toEqual([])
  })

  test('an assignment tells its person, its end tells its maker, each in their language', async () => {
    const about = await work.newCase()
    await work.ok(work.call('admin', 'PUT', `/api/user/${mailOf('noa')}`, { language: 'he' }))
    const made = await work.create('eve', 'Assignment', { ...about, user: mailOf('noa'), description: 'Call' })
    expect(await told('noa', about)).toMatchObject([{ kind: 'Assigned', text: 'הוקצה לך על ידי eve' }])
    await work.ok(work.call('noa', 'PUT', `/api/entity/Assignment/${made.id}`, { status: 'Done' }))
    expect(await told('eve', about)).toMatchObject([{ kind: 'Assignment Done', text: 'noa finished: Call' }])
    const own = await work.create('eve', 'Assignment', { ...about, user: mailOf('eve') })
    await work.ok(work.call('eve', 'PUT', `/api/entity/Assignment/${own.id}`, { status: 'Done' }))
    expect(await told('eve', about)).toHaveLength(1)
    await work.ok(work.call('admin', 'PUT', `/api/user/${mailOf('noa')}`, { language: 'en' }))
  })

  test('followers hear of changes and notes of others, once a record, and the server’s own work is no news', async () => {
    const about = await work.newCase()
    for (const as of ['noa', 'dan'] as const) await follow(as, about)
    await work.ok(work.call('dan', 'PUT', pathOf(about), { state: 'one' }))
    await work.ok(work.call('eve', 'PUT', pathOf(about), { state: 'two' }))
    await work.create('manager', 'Note', { ...about, text: 'Seen' })
    expect(await told('noa', about)).toMatchObject([{ kind: 'Followed', count: 3 }])
    expect(await told('dan', about)).toMatchObject([{ kind: 'Followed', count: 2 }])
    const { engine } = work.site.site
    const own = { ...about, subject: 'x', communication_medium: 'Email', sent_or_received: 'Sent' }
    await createRecord(engine, systemContext(engine), 'Communication', own)
    expect((await told('noa', about))[0]?.count).toBe(3)
  })

  test('a message that comes in tells those who are assigned and those who follow, and a lost one its sender', async () => {
    const about = await work.newCase()
    await work.create('manager', 'Assignment', { ...about, user: mailOf('dan') })
    await follow('noa', about)
    const { engine } = work.site.site
    const message = { subject: 'Offer', communication_medium: 'Email', ...about }
    const received = { ...message, sent_or_received: 'Received', sender_full_name: 'Ruth' }
    await createRecord(engine, outside(), 'Communication', received)
    for (const as of ['dan', 'noa'] as const) {
      const news = (await told(as, about)).find(({ kind }) => kind === 'Message')
      expect(news).toMatchObject({ text: 'New message from Ruth', actor: null })
    }
    const sent = { ...message, sent_or_received: 'Sent', delivery_status: 'Sending', user: mailOf('eve') }
    const { id } = await createRecord(engine, outside(), 'Communication', sent)
    await engine.store.write(async (tx) => {
      const { updateIn } = await import('../../../entity/index.ts')
      await updateIn(engine, outside(), tx, 'Communication', id, { delivery_status: 'Bounced' })
    })
    expect(await told('eve', about)).toMatchObject([{ kind: 'Not Delivered', text: 'A message was not delivered.' }])
  })

  test('one operation on many followed records makes one row with their number', async () => {
    const { engine } = work.site.site
    const ids = Array.from({ length: 30 }, (_, n) => `bulk-${n}`)
    await engine.store.write(async (tx) => {
      for (const id of ids) {
        await createIn(engine, systemContext(engine), tx, 'Case', { id, name: id })
        const about = { reference_entity: 'Case', reference_id: id }
        const user = mailOf('noa')
        await createIn(engine, systemContext(engine), tx, 'Follower', { ...about, user, owner: user })
      }
    })
    const before = await unread('noa')
    const entities = ids.map((id) => ({ id, state: 'done' }))
    await work.ok(work.call('eve', 'POST', '/api/entity/Case/bulk-update', { entities }))
    expect(await unread('noa')).toBe(before + 1)
    const sum = { reference_id: ['is', 'not set'] }
    expect(await told('noa', sum)).toMatchObject([
      { kind: 'Followed', count: 30, text: '30 records you follow were changed' },
    ])
    const few = entities.slice(0, 20).map(({ id }) => ({ id, state: 'again' }))
    await work.ok(work.call('eve', 'POST', '/api/entity/Case/bulk-update', { entities: few }))
    expect(await unread('noa')).toBe(before + 21)
  })

  test('a job on many followed records makes one row, however many steps it takes', async () => {
    const { engine } = work.site.site
    const ids = Array.from({ length: 220 }, (_, n) => `job-${n}`)
    await engine.store.write(async (tx) => {
      for (const id of ids) {
        await createIn(engine, systemContext(engine), tx, 'Case', { id, name: id })
        const about = { reference_entity: 'Case', reference_id: id }
        const user = mailOf('dan')
        await createIn(engine, systemContext(engine), tx, 'Follower', { ...about, user, owner: user })
      }
    })
    const before = await unread('dan')
    const body = { target: { filters: { id: ['like', 'job-%'] } }, change: { state: 'done' } }
    const bulk = (more: object) => work.ok(work.call('eve', 'POST', '/api/entity/Case/bulk', { ...body, ...more }))
    const { plan_id } = (await bulk({ plan: 1 })).data
    await bulk({ plan_id })
    await work.site.settled()
    expect(await unread('dan')).toBe(before + 1)
    expect(await told('dan', { reference_id: ['is', 'not set'] })).toMatchObject([{ kind: 'Followed', count: 220 }])
  })

  test('a muted kind makes no row', async () => {
    const about = await work.newCase()
    await follow('dan', about)
    await work.ok(work.call('dan', 'PUT', `/api/user/${mailOf('dan')}`, { muted_kinds: 'Followed\nMessage' }))
    await work.ok(work.call('eve', 'PUT', pathOf(about), { state: 'quiet' }))
    await work.create('eve', 'Note', { ...about, text: `@[${mailOf('dan')}]` })
    expect(await told('dan', about)).toMatchObject([{ kind: 'Mention' }])
    await work.ok(work.call('dan', 'PUT', `/api/user/${mailOf('dan')}`, { muted_kinds: '' }))
  })

  test('rows are read, put off and done by their person alone, and opening the record reads them', async () => {
    const about = await work.newCase()
    await work.create('eve', 'Note', { ...about, text: `@[${mailOf('dan')}]` })
    const [row] = await work.list('dan', 'Notification', about)
    const path = `/api/entity/Notification/${row?.id}`
    for (const as of ['eve', 'manager', 'admin'] as const) {
      expect([as, (await work.call(as, 'GET', path)).status]).toEqual([as, 403])
      await work.ok(mark(as, { ids: [row?.id], status: 'Done' }))
    }
    expect((await told('dan', about))[0]?.status).toBe('Unread')
    expect((await work.call('dan', 'PUT', path, { status: 'Done' })).status).toBe(403)
    expect((await work.call('dan', 'DELETE', path)).status).toBe(403)
    expect((await work.call('dan', 'POST', '/api/entity/Notification', { kind: 'Mention' })).status).toBe(403)
    const open = { entity: about.reference_entity, id: about.reference_id }
    await work.ok(work.call('dan', 'POST', '/api/app/recent', open))
    expect((await told('dan', about))[0]?.status).toBe('Read')
    const { unread: left } = await work.ok(mark('dan', { ids: [row?.id], status: 'Unread' }))
    expect(left).toBe(await unread('dan'))
    expect((await mark('dan', { ids: [row?.id], status: 'Later' })).status).toBe(417)
    await work.ok(mark('dan', { ids: [row?.id], status: 'Later', later_until: '2999-01-01 08:00:00' }))
    expect((await work.ok(mark('dan', { all: 1, status: 'Done' }))).unread).toBe(0)
    expect((await told('dan', about))[0]?.status).toBe('Later')
    for (const body of [
      {},
      { all: 1 },
      { ids: 'x', status: 'Read' },
      { ids: [1], status: 'Read' },
      { all: 1, status: 'x' },
    ])
      expect((await mark('dan', body)).status).toBe(400)
  })

  test('without the right to the record its rows are neither shown nor counted, and come back with it', async () => {
    const about = await work.newCase()
    await work.create('eve', 'Note', { ...about, text: `@[${mailOf('noa')}]` })
    const count = await unread('noa')
    expect(count).toBeGreaterThan(0)
    await roles('noa', [])
    expect(await told('noa', { reference_entity: 'Case' })).toEqual([])
    expect(JSON.stringify(await work.list('noa', 'Notification'))).not.toContain(about.reference_id)
    expect(await unread('noa')).toBeLessThan(count)
    await roles('noa', ['Reader'])
    expect(await unread('noa')).toBe(count)
    await work.ok(work.call('eve', 'DELETE', pathOf(about)))
    expect(await told('noa', about)).toEqual([])
  })

  test('20 people whom 200 notes mention, some at once, have one row each', async () => {
    const about = await work.newCase()
    const people = Array.from({ length: 20 }, (_, n) => `stormy${n}@example.com`)
    for (const email of people) {
      const account = { email, full_name: email, roles: [{ role: 'Reader' }] }
      await work.ok(work.call('admin', 'POST', '/api/user', account))
    }
    const text = people.map((user) => `@[${user}]`).join(' ')
    const write = (words: string) => work.create('eve', 'Note', { ...about, text: words })
    await Promise.all([write(text), write(text)])
    for (let n = 0; n < 9; n++) await Promise.all(people.map((user) => write(`@[${user}]`)))
    await Promise.all(people.slice(2).map((user) => write(`@[${user}]`)))
    const { engine } = work.site.site
    const { find } = await import('../../../entity/index.ts')
    const rows = await find(engine, 'Notification', { where: { ...about, kind: 'Mention' }, fields: ['user', 'count'] })
    expect(new Set(rows.map(({ user }) => user)).size).toBe(20)
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(2 * 20 + 198)
  })
}
