import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecord, setSilently, systemContext } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { utcText } from '../../../ground/utc-text.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

const reference = 'abcdef0123456789'
const at = Date.UTC(2026, 0, 5, 10)
const iso = (minute: number) => new Date(at + minute * 60_000).toISOString()
const wall = (minute: number) => hq.site.engine.clock.toWall(utcText(at + minute * 60_000)).slice(0, 19)
let hq: TestHq
let operator: string
let some: string

beforeAll(async () => {
  hq = await startHq()
  operator = await hq.person('operator@example.com', ['Operator'])
  some = await hq.person('some@example.com', ['Project Operator'])
  for (const id of ['acme', 'other']) await hq.create(id, { auto_provision: 0 })
  const json = (minute: number, level: number, more: object) => JSON.stringify({ level, time: iso(minute), ...more })
  write('acme', 'web.log', [
    `${iso(-30)} 0000000000000001 200 GET /api/entity/Deal Guest 3.0`,
    `${iso(0)} ${reference} 500 PUT /api/entity/Deal/1 dana@example.com 12.5`,
    `${iso(1)} 0000000000000002 200 GET /api/entity/Deal Guest 3.0`,
  ])
  write('acme', 'error.log', [
    json(0, 50, { err: { message: 'no such column' }, request_id: reference, msg: 'unforeseen' }),
    json(2, 50, { msg: 'something else' }),
  ])
  write('other', 'server.log', [json(5, 30, { msg: `${reference}0 is another one` })])
  await makeRecords()
})

afterAll(() => hq.remove())

async function makeRecords(): Promise<void> {
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const utc = (minute: number) => utcText(at + minute * 60_000)
  const make = (entity: string, values: object) => createRecord(engine, ctx, entity, { ...values })
  const error = encodeSentence({ text: 'The backup key does not belong to this store.' })
  await make('Project Event', {
    project: 'acme',
    event: 'start',
    from_status: 'Stopped',
    to_status: 'Provisioning',
    at: utc(-6),
  })
  const stays = { from_status: 'Running', to_status: 'Running' }
  await make('Project Event', { project: 'acme', event: 'check', ...stays, at: utc(-7) })
  await make('Project Event', { project: 'acme', event: 'stopped', at: utc(-60) })
  await make('Project Event', { project: 'other', event: 'stopped', at: utc(0) })
  const changed = {
    ref_entity: 'Project',
    ref_id: 'acme',
    at: utc(-5),
    user: 'operator@example.com',
    request_id: 'f'.repeat(16),
  }
  const data = { action: 'stop_project', confirm: 'acme', reason: 'a new disk' }
  await make('Version', { ...changed, action: 'Action', data })
  const fields = { changed: [['project_name', null, 'Acme']] }
  await make('Version', { ...changed, action: 'Created', at: utc(-8), data: fields })
  await make('Version', { ...changed, action: 'Updated', request_id: null, data: { changed: [['status', 1, 2]] } })
  await make('Backup', {
    project: 'acme',
    project_id: 'acme',
    type: 'Safety',
    status: 'Failed',
    taken_at: utc(-4),
    error,
  })
  const { id } = await make('Promotion', { title: 'Stages', source: 'other', target: 'acme', status: 'Applied' })
  await engine.store.write((tx) => setSilently(engine, tx, 'Promotion', String(id), { modified: utc(-3) }))
}

function write(id: string, name: string, lines: readonly string[]): void {
  mkdirSync(join(hq.folder(id), 'logs'), { recursive: true })
  writeFileSync(join(hq.folder(id), 'logs', name), lines.map((one) => `${one}\n`).join(''))
}

const timeline = (query: Record<string, string>, cookie?: string) =>
  hq.call('GET', `/api/hq/timeline?${new URLSearchParams(query)}`, undefined, cookie)

describe('a time line', () => {
  test('of a reference shows the call, its lines, and what happened to the project around it', async () => {
    const { json } = await timeline({ reference }, operator)
    expect(json).toMatchObject({ project: 'acme', complete: 0 })
    expect([json.at, json.from, json.to].map((time: string) => time.slice(0, 19))).toEqual([
      wall(0),
      wall(-10),
      wall(10),
    ])
    const items = json.items.map((item: Record<string, string>) => [
      item.at?.slice(0, 19),
      item.kind,
      item.title,
      item.detail,
    ])
    expect(items).toEqual([
      [wall(-8), 'action', 'Created', 'operator@example.com'],
      [wall(-7), 'event', 'check', 'Running'],
      [wall(-6), 'event', 'start', 'Stopped → Provisioning'],
      [wall(-5), 'action', 'stop_project', 'operator@example.com · a new disk'],
      [wall(-4), 'backup', 'Backup', 'Safety · Failed · The backup key does not belong to this store.'],
      [wall(-3), 'promotion', 'Stages', 'Applied · other → acme'],
      ...[
        [wall(0), 'log', 'error.log', 'unforeseen: no such column'],
        [wall(0), 'request', 'PUT /api/entity/Deal/1', '500 · dana@example.com · 12.5 ms'],
      ].toSorted(() => (items[6][1] === 'log' ? 0 : -1)),
    ])
    const links = json.items.map(({ link }: { link: string }) => link)
    expect(links).toContain('/project/acme/logs?file=logs%2Ferror.log&offset=0')
    expect(links).toEqual(
      expect.arrayContaining([
        '/project/acme/HQ_info',
        expect.stringMatching(/^\/project\/acme\/backups\/\w+$/),
        expect.stringMatching(/^\/project\/acme\/promote\/\w+$/),
      ]),
    )
  })

  test('tells each reader the states in their language', async () => {
    const me = '/api/entity/User/operator@example.com'
    await hq.call('PUT', me, { language: 'he' }, operator)
    const { json } = await timeline({ reference }, operator)
    await hq.call('PUT', me, { language: 'en' }, operator)
    const details = json.items.map(({ detail }: Record<string, string>) => detail)
    expect(details).toContain('עצור → בהקמה')
    expect(details).toContain('הוחל · other → acme')
  })

  test('of a project shows the calls and lines that failed within a frame', async () => {
    const { json } = await timeline({ project: 'acme', from: wall(-1), to: wall(3) }, operator)
    expect(json.at).toBeNull()
    const items = json.items.map(({ kind, detail }: Record<string, string>) => [kind, detail])
    expect(items.toSorted()).toEqual([
      ['log', 'something else'],
      ['log', 'unforeseen: no such column'],
      ['request', '500 · dana@example.com · 12.5 ms'],
    ])
    const last = (await timeline({ project: 'acme' }, operator)).json
    const wide =
      Date.parse(`${last.to.replace(' ', 'T').slice(0, 19)}Z`) -
      Date.parse(`${last.from.replace(' ', 'T').slice(0, 19)}Z`)
    expect(wide).toBe(3_600_000)
  })

  test('knows nothing of what its caller does not see', async () => {
    const unknown = await timeline({ reference: 'ffffffffffffffff' }, operator)
    expect([unknown.status, unknown.message.replace(/[\u2066-\u2069]/g, '')]).toEqual([
      404,
      'Nothing is known of reference ffffffffffffffff.',
    ])
    for (const odd of ['x', '../..', '%', 'a'.repeat(500), 'abc def ghi']) {
      expect([odd, (await timeline({ reference: odd }, operator)).status]).toEqual([odd, 404])
    }
    expect((await timeline({ reference }, some)).status).toBe(404)
    expect((await timeline({ project: 'acme' }, some)).status).toBe(403)
    expect((await timeline({ project: 'none' }, some)).status).toBe(403)
    expect((await timeline({ project: 'none' }, operator)).status).toBe(404)
    await hq.call('PUT', '/api/entity/Project/acme', { access: [{ user: 'some@example.com', level: 'View' }] })
    expect((await timeline({ reference }, some)).json.project).toBe('acme')
  })

  test('covers a day at most', async () => {
    const long = await timeline({ project: 'acme', from: wall(0), to: wall(24 * 60 + 1) }, operator)
    expect([long.status, long.message]).toEqual([417, `to must be between ${wall(0)} and ${wall(24 * 60)}`])
    expect((await timeline({ project: 'acme', from: wall(1), to: wall(0) }, operator)).status).toBe(417)
    expect((await timeline({ project: 'acme', from: 'soon' }, operator)).status).toBe(417)
    expect((await timeline({}, operator)).message).toBe('reference is required')
    expect((await timeline({ project: 'acme', from: wall(0), to: wall(24 * 60) }, operator)).status).toBe(200)
  })
})
