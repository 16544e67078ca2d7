import { beforeAll, describe, expect, test, vi } from 'vitest'
import { actorOf, contextOf, updateRecord } from '../../entity/index.ts'
import { type Answer, makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let admin: string
let other: string
const reason = 'a field for the new form'
const fields = [
  { fieldname: 'title', fieldtype: 'Data' },
  { fieldname: 'size', fieldtype: 'Data' },
]

beforeAll(async () => {
  site = await makeTestSite({ change: (config) => ({ ...config, environment: 'Production' }) })
  admin = await site.signIn('Administrator')
  other = await site.signIn('Administrator')
})

const call = (method: string, path: string, body?: object, as = admin) =>
  site.call(method, path, { as, ...(body && { body }) })
const unlock = (body: object, as = admin) => call('POST', '/api/app/unlock', body, as)
const id = () => site.config.siteId
const stateOf = ({ status, json }: Answer) => (status === 200 ? 'done' : json.exc_type)

/** The id of the newest record of an entity that matches. */
async function newest(entity: string, filters: object): Promise<string> {
  const query = `filters=${encodeURIComponent(JSON.stringify(filters))}&order_by=creation desc&limit_page_length=1`
  return (await call('GET', `/api/entity/${entity}?${query}`)).json.data[0].id
}

/** Runs with the doors open for a session of its own. */
async function unlocked<T>(run: (as: string) => Promise<T>): Promise<T> {
  const as = await site.signIn('Administrator')
  expect((await unlock({ confirm: id(), reason }, as)).status).toBe(200)
  return run(as)
}

describe('on a production site', () => {
  const doors: [door: string, run: (as: string) => Promise<Answer>][] = [
    ['create', (as) => call('POST', '/api/entity/Entity', { id: 'Box', module: 'Own', fields }, as)],
    ['change', (as) => call('PUT', '/api/entity/Entity', { id: 'Box', description: 'x' }, as)],
    ['change by path', (as) => call('PUT', '/api/entity/Entity/Box', { fields: [fields[0]] }, as)],
    [
      'restore_field',
      (as) => call('POST', '/api/entity/Entity/Box?run_method=restore_field', { data: { fieldname: 'size' } }, as),
    ],
    [
      'bulk-update',
      (as) => call('POST', '/api/entity/Entity/bulk-update', { entities: [{ id: 'Box', icon: 'box' }] }, as),
    ],
    ['rename', (as) => call('POST', '/api/utils/rename_entity', { oldName: 'Box', newName: 'Case' }, as)],
    [
      'undo of a definition',
      async (as) => {
        const operation = await newest('Operation Log', { ref_entity: 'Entity' })
        return call('POST', `/api/entity/Operation Log/${operation}?run_method=undo`, { data: {} }, as)
      },
    ],
    ['delete', (as) => call('DELETE', '/api/entity/Entity/Box', undefined, as)],
    [
      'restore from the trash',
      async (as) => {
        const item = await newest('Trash Item', { ref_entity: 'Entity' })
        return call('POST', `/api/entity/Trash Item/${item}?run_method=restore`, { data: {} }, as)
      },
    ],
    ['settings', (as) => call('PUT', '/api/entity/System Settings', { site_title: 'Next' }, as)],
    [
      'settings by path',
      (as) => call('PUT', '/api/entity/System Settings/System Settings', { site_title: 'Last' }, as),
    ],
  ]

  test.each(doors)('%s waits for an unlock', async (_door, run) => {
    const answer = await run(admin)
    expect([answer.status, answer.json]).toMatchObject([
      409,
      { exc_type: 'ConfirmationError', message: `Type ${id()} and give a reason.`, needs: ['confirm', 'reason'] },
    ])
    expect(await unlocked(async (as) => stateOf(await run(as)))).toBe('done')
  })

  test('a dry run, records and reading ask nothing', async () => {
    const operation = await newest('Operation Log', { ref_entity: 'Entity' })
    const free = [
      await call('POST', '/api/entity/Entity/Box?run_method=check_changes', { data: { fields: [] } }),
      await call('POST', `/api/entity/Operation Log/${operation}?run_method=undo`, { data: { dry_run: 1 } }),
      await call('POST', '/api/entity/Box', { title: 'x' }),
      await call('GET', '/api/entity/System Settings/System Settings'),
    ]
    expect(free.map(stateOf)).not.toContain('ConfirmationError')
    expect(stateOf(free[2] as Answer)).toBe('done')
  })

  test('an unlock is of one session and of ten minutes, and says in the history why', async () => {
    const change = (as: string) => call('PUT', '/api/entity/System Settings', { site_title: `T${Math.random()}` }, as)
    const { json } = await unlock({ confirm: id(), reason: `  ${reason} ` })
    expect(
      Date.parse(json.unlocked_until.replace(' ', 'T')) -
        Date.parse(site.site.engine.clock.nowWall().replace(' ', 'T')),
    ).toBeGreaterThan(590_000)
    expect([stateOf(await change(admin)), stateOf(await change(other))]).toEqual(['done', 'ConfirmationError'])
    const version = await newest('Version', { ref_entity: 'System Settings', action: 'Action' })
    expect((await call('GET', `/api/entity/Version/${version}`)).json.entity).toMatchObject({
      user: 'Administrator',
      data: { action: 'unlock', confirm: id(), reason },
    })
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_001)
    try {
      expect(stateOf(await change(admin))).toBe('ConfirmationError')
    } finally {
      now.mockRestore()
    }
  })

  test('nothing but the id with a reason unlocks, and only for System Managers', async () => {
    for (const body of [{}, { confirm: id() }, { confirm: 'x', reason }, { confirm: id(), reason: 'abc' }]) {
      expect([body, stateOf(await unlock(body, other))]).toEqual([body, 'ConfirmationError'])
    }
    const staff = await site.signIn('staff@example.com')
    expect((await unlock({ confirm: id(), reason }, staff)).status).toBe(403)
    expect((await site.call('POST', '/api/app/unlock', { body: { confirm: id(), reason } })).status).toBe(401)
    expect((await site.call('POST', '/api/app/unlock', { as: other, body: [] as object })).status).toBe(400)
  })

  test('a call that brings its own reason passes', async () => {
    const { engine } = site.site
    const known = await actorOf(engine, 'Administrator')
    if (!known) throw new Error('no such user')
    const ctx = contextOf(known, 'x')
    await expect(
      updateRecord(engine, ctx, 'System Settings', 'System Settings', { site_title: 'A' }),
    ).rejects.toMatchObject({ type: 'ConfirmationError' })
    ctx.operation.confirmed = { confirm: id(), reason }
    await updateRecord(engine, ctx, 'System Settings', 'System Settings', { site_title: 'B' })
  })
})

test('other sites ask nothing', async () => {
  const plain = await makeTestSite({ change: (config) => ({ ...config, environment: 'Staging' }) })
  const as = await plain.signIn('Administrator')
  expect((await plain.call('PUT', '/api/entity/System Settings', { as, body: { site_title: 'x' } })).status).toBe(200)
})
