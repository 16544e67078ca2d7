import { beforeAll, describe, expect, test, vi } from 'vitest'
import { setSilently } from '../../../entity/index.ts'
import { onPostgres } from '../../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { mailOf, openWork, type Person, type Work } from '../testing-work.ts'

describe('on SQLite', () => reminderTests(() => makeTestSite()))
onPostgres((_open, database) => reminderTests(() => makeTestSite({ database })))

function reminderTests(open: () => Promise<TestSite>): void {
  let work: Work
  beforeAll(async () => {
    work = await openWork(open)
  })
  const remind = (as: Person, about: object, remind_at: string, text = 'Call Open') =>
    work.create(as, 'Reminder', { ...about, remind_at, text })
  const told = async (as: Person, about: object) =>
    (await work.list(as, 'Notification', about)).map(({ kind, text, count }) => ({ kind, text, count }))

  test('a reminder that is due becomes a notification, once, and a moment in the past is due at once', async () => {
    const about = await work.newCase()
    const { id } = await remind('noa', about, '2020-01-01 08:00:00')
    await remind('noa', about, '2999-01-01 08:00:00')
    await expect.poll(() => told('noa', about)).toEqual([{ kind: 'Reminder', text: 'Call Open', count: 1 }])
    await work.site.settled()
    const status = (await work.list('noa', 'Reminder', about)).map((one) => [one.id === id, one.status])
    expect(status.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [false, 'Waiting'],
      [true, 'Done'],
    ])
    // Another look at the same moment finds nothing more to tell.
    const other = await work.newCase()
    await remind('noa', other, '2020-01-01 08:00:00')
    await expect.poll(() => told('noa', other)).toHaveLength(1)
    expect((await told('noa', about))[0]?.count).toBe(1)
  })

  test('a clock that is set back over a reminder tells it no second time', async () => {
    const about = await work.newCase()
    /** The site looks at once for a reminder in the past. */
    const look = async () => {
      const other = await work.newCase()
      await remind('noa', other, '2020-01-01 08:00:00')
      await expect.poll(() => told('noa', other)).toHaveLength(1)
    }
    await remind('noa', about, work.site.site.engine.clock.nowWall())
    await look()
    await expect.poll(() => told('noa', about)).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    try {
      await look()
    } finally {
      vi.useRealTimers()
    }
    await look()
    expect(await told('noa', about)).toEqual([{ kind: 'Reminder', text: 'Call Open', count: 1 }])
  })

  test('each is its person’s alone', async () => {
    const about = await work.newCase()
    const { id, user } = await remind('noa', about, '2999-01-01 08:00:00')
    expect(user).toBe(mailOf('noa'))
    const path = `/api/entity/Reminder/${id}`
    for (const as of ['dan', 'manager', 'admin'] as const) {
      expect([as, await work.list(as, 'Reminder')]).toEqual([as, []])
      for (const method of ['GET', 'DELETE'])
        expect([as, (await work.call(as, method, path)).status]).toEqual([as, 403])
      expect([as, (await work.call(as, 'PUT', path, { text: 'x' })).status]).toEqual([as, 403])
    }
    const moved = { text: 'y', user: mailOf('dan'), reference_id: 'other' }
    expect((await work.ok(work.call('noa', 'PUT', path, moved))).entity).toMatchObject({ text: 'y', user, ...about })
    expect((await work.call('zoe', 'POST', '/api/entity/Reminder', { ...about, remind_at: '2999-01-01' })).status).toBe(
      417,
    )
  })

  test('a notification that was put off is unread again when its time has come', async () => {
    const about = await work.newCase()
    await remind('noa', about, '2020-01-01 08:00:00')
    await expect.poll(() => told('noa', about)).toHaveLength(1)
    const [row] = await work.list('noa', 'Notification', about)
    const body = { ids: [row?.id], status: 'Later', later_until: '2999-01-01 08:00:00' }
    await work.ok(work.call('noa', 'POST', '/api/app/mark_notifications', body))
    const { engine } = work.site.site
    const past = { later_until: '2020-01-01 08:00:00.000000' }
    await engine.store.write((tx) => setSilently(engine, tx, 'Notification', String(row?.id), past))
    // A reminder in the past lets the site look at once.
    await remind('noa', await work.newCase(), '2020-01-01 08:00:00')
    await expect.poll(async () => (await work.list('noa', 'Notification', about))[0]?.status).toBe('Unread')
  })

  test('a notification that wakes beside a newer one about the same record joins it', async () => {
    const about = await work.newCase()
    const rows = () => work.list('noa', 'Notification', about)
    const now = async () => (await rows()).map(({ status, count }) => ({ status, count }))
    await remind('noa', about, '2020-01-01 08:00:00')
    await expect.poll(now).toEqual([{ status: 'Unread', count: 1 }])
    const [first] = await rows()
    const mark = (body: object) => work.ok(work.call('noa', 'POST', '/api/app/mark_notifications', body))
    await mark({ ids: [first?.id], status: 'Later', later_until: '2999-01-01 08:00:00' })
    await remind('noa', about, '2020-01-01 08:00:00')
    await expect.poll(rows).toHaveLength(2)
    const { engine } = work.site.site
    const past = { later_until: '2020-01-01 08:00:00.000000' }
    await engine.store.write((tx) => setSilently(engine, tx, 'Notification', String(first?.id), past))
    await remind('noa', await work.newCase(), '2020-01-01 08:00:00')
    await expect.poll(now).toEqual(
      expect.arrayContaining([
        { status: 'Unread', count: 2 },
        { status: 'Done', count: 1 },
      ]),
    )
    // So does one that its person marks as unread.
    await mark({ ids: [first?.id], status: 'Unread' })
    expect((await now()).filter(({ status }) => status === 'Unread')).toHaveLength(1)
  })

  test('a reminder about a record that its person may not read any more tells nothing', async () => {
    const about = await work.newCase()
    const { id } = await remind('dan', about, '2999-01-01 08:00:00')
    await work.ok(work.call('admin', 'PUT', `/api/user/${mailOf('dan')}`, { roles: [] }))
    expect(await work.list('dan', 'Reminder')).toEqual([])
    const { engine } = work.site.site
    const past = { remind_at: '2020-01-01 08:00:00.000000' }
    await engine.store.write((tx) => setSilently(engine, tx, 'Reminder', id, past))
    await remind('noa', await work.newCase(), '2020-01-01 08:00:00')
    await work.site.settled()
    await work.ok(work.call('admin', 'PUT', `/api/user/${mailOf('dan')}`, { roles: [{ role: 'Writer' }] }))
    expect(await work.list('dan', 'Reminder', about)).toMatchObject([{ status: 'Done' }])
    expect(await told('dan', about)).toEqual([])
  })
}
