import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRecord, setSilently, systemContext } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { makeTestSite } from '../../../testing/test-site.ts'

let hq: TestHq
let operator: string

beforeAll(async () => {
  hq = await startHq()
  operator = await hq.person('operator@example.com', ['Operator'])
  for (const id of ['calm', 'broken', 'bad-proof', 'no-copy', 'late', 'alone'])
    await hq.create(id, { auto_provision: 0 })
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const set = (id: string, values: Record<string, string>) =>
    engine.store.write((tx) => setSilently(engine, tx, 'Project', id, values))
  await set('broken', { status: 'Failed', last_error: encodeSentence({ text: 'The site could not be ended.' }) })
  await set('no-copy', { backup_state: 'Failed' })
  await set('late', { backup_state: 'Overdue' })
  const alert = (project: string, severity: string, text: string) =>
    createRecord(engine, ctx, 'Alert', {
      type: 'Backup Overdue',
      severity,
      project,
      message: encodeSentence({ text, args: [project, 40] }),
      since: engine.clock.nowWall(),
    })
  await alert('bad-proof', 'Critical', 'The proof of the backup of {0} failed.')
  await alert('late', 'Warning', 'No backup of {0} for {1} hours.')
  const backup = { project: 'no-copy', project_id: 'no-copy', status: 'Failed', type: 'Scheduled' }
  for (const [taken_at, error] of [
    ['2026-01-05 02:00:00', 'There is not enough disk space: {0} needed, {1} free.'],
    ['2026-01-06 02:00:00', 'The backup key does not belong to this store.'],
  ]) {
    await createRecord(engine, ctx, 'Backup', { ...backup, taken_at, error: encodeSentence({ text: error ?? '' }) })
  }
})

afterAll(() => hq.remove())

const fleet = (cookie?: string) => hq.call('GET', '/api/hq/fleet', undefined, cookie)

describe('the fleet', () => {
  test('stands in the order of trouble, each with its sentence', async () => {
    const { json } = await fleet(operator)
    const rows = json.projects.map((row: Record<string, unknown>) => [row.id, row.trouble, row.alerts, row.message])
    expect(rows).toEqual([
      ['broken', 100, 0, 'The site could not be ended.'],
      ['bad-proof', 70, 1, expect.stringMatching(/^The proof of the backup of .*bad-proof.* failed\.$/)],
      ['late', 60, 1, expect.stringMatching(/^No backup of .*late.* for .*40.* hours\.$/)],
      ['no-copy', 60, 0, 'The backup key does not belong to this store.'],
      ['alone', 0, 0, null],
      ['calm', 0, 0, null],
    ])
    expect(json.projects[4]).toEqual({
      ...{ id: 'alone', project_name: 'alone', color: null, icon: null, environment: 'Development' },
      ...{ status: 'Created', under_way: null, server: 'main', version: null },
      ...{ storage: null, errors_24h: null, last_sign_in: null },
      ...{ backup_state: null, last_backup: null, last_proof: null, alerts: 0, trouble: 0, message: null },
    })
    expect(json.servers).toMatchObject([{ id: 'main', disk_total: expect.any(Number) }])
  })

  test('has the figures of a running site as soon as it runs, and keeps what it knows once it stopped', async () => {
    await hq.act('calm', 'provision_project')
    await hq.until('calm', 'Running')
    const calm = async () => (await fleet()).json.projects.find(({ id }: { id: string }) => id === 'calm')
    await vi.waitUntil(async () => (await calm()).storage !== null, { timeout: 20_000 })
    expect(await calm()).toMatchObject({ status: 'Running', errors_24h: 0, last_sign_in: null })
    expect((await calm()).storage).toBeGreaterThan(100_000)
    await hq.act('calm', 'stop_project')
    expect(await calm()).toMatchObject({ status: 'Stopped', errors_24h: null, storage: expect.any(Number) })
  })

  test('has no figures of a deleted project for a later one of the same id', async () => {
    expect((await hq.call('DELETE', '/api/entity/Project/calm', { force: 1 })).message).toBe('')
    await hq.create('calm', { auto_provision: 0 })
    const { engine } = hq.site
    const started_at = engine.clock.nowWall()
    await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'calm', { started_at }))
    const { projects } = (await fleet()).json
    expect(projects.find(({ id }: { id: string }) => id === 'calm')).toMatchObject({
      storage: null,
      last_sign_in: null,
    })
  })

  test('holds for a Project Operator what they see, and nothing else is counted', async () => {
    const cookie = await hq.person('some@example.com', ['Project Operator'])
    expect((await fleet(cookie)).json).toEqual({ projects: [], servers: [] })
    const access = [{ user: 'some@example.com', level: 'View' }]
    await hq.call('PUT', '/api/entity/Project/late', { access })
    const { json } = await fleet(cookie)
    expect(json.projects.map(({ id, alerts }: Record<string, unknown>) => [id, alerts])).toEqual([['late', 1]])
    expect(json.servers).toEqual([{ id: 'main', status: expect.any(String), disk_free: null, disk_total: null }])
    const search = (body: object) => hq.call('POST', '/api/hq/search_logs', { text: 'x', ...body }, cookie)
    expect((await search({})).json.unreachable).toEqual([])
    for (const projects of [['calm'], ['none'], ['_hq']]) {
      expect([projects, (await search({ projects })).status]).toEqual([projects, 403])
    }
  })

  test('is for people of HQ, and for HQ alone', async () => {
    const staff = await hq.person('staff@example.com', ['Staff'])
    expect((await fleet(staff)).status).toBe(403)
    expect((await fleet('sid=nobody')).status).toBe(401)
    const site = await makeTestSite()
    const as = await site.signIn('Administrator')
    expect((await site.call('GET', '/api/hq/fleet', { as })).status).toBe(404)
  })
})
