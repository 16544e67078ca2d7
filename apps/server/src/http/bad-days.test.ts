import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { definitionsOf } from '../app/modules.ts'
import { checkSite } from '../check/site-check.ts'
import { readExistingConfig } from '../config/site-config.ts'
import { folderForTests, onPostgres } from '../store/testing.ts'
import { tavla } from '../testing/tavla.ts'

const password = 'a-password-for-Bad-Days-1'
const folder = folderForTests()
let child: ChildProcess | undefined
afterEach(async () => {
  await end('SIGKILL')
})

describe('on SQLite', () => badDays(async () => undefined))
onPostgres((_open, address) => badDays(address))

async function end(signal: NodeJS.Signals): Promise<void> {
  const ending = child
  child = undefined
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
  ending.kill(signal)
  await once(ending, 'exit')
}

interface Answer {
  /** 0 stands for no answer. */
  status: number
  isRepeated: boolean
  // biome-ignore lint/suspicious/noExplicitAny: each call knows the shape of its answer
  json: any
}

interface Call {
  method: string
  path: string
  body?: object
}

function badDays(address: () => Promise<string | undefined>): void {
  test('a killed server has applied each repeated call once, and goes on with an undo', async () => {
    const dir = await folder()
    const databaseUrl = await address()
    await start(dir, databaseUrl)
    const ids = await makeTasks(620)
    const [first, second] = [await setPoints(ids.slice(0, 500)), await setPoints(ids.slice(500))]

    const calls = changesOf(ids.slice(0, 4))
    const sent = calls.map((call) => ({ call, operation: randomUUIDv7() }))
    const answers = sent.map(({ call, operation }) => ask(call, operation))
    await Promise.race(answers)
    await end('SIGKILL')
    const before = await Promise.all(answers)
    await runSql(
      dir,
      databaseUrl,
      `update e_version set c_operation_id = '${first}' where c_operation_id = '${second}'`,
    )
    await runSql(dir, databaseUrl, `update e_operation_log set c_record_count = 620 where id = '${first}'`)
    await runSql(dir, databaseUrl, `delete from e_operation_log where id = '${second}'`)

    await start(dir, databaseUrl)
    for (const [n, { call, operation }] of sent.entries()) {
      const again = await ask(call, operation)
      expect([call, again.status]).toEqual([call, 200])
      if (before[n]?.status === 200) expect([call, again.isRepeated]).toEqual([call, true])
      expect([call, (await listed('Version', { operation_id: operation })).length]).toEqual([call, 1])
    }
    expect((await listed('Task', { subject: ['like', 'Sent%'] })).length).toBe(calls.length - 3)

    const undo = { method: 'POST', path: `/api/entity/Operation Log/${first}?run_method=undo` }
    const undone = ask(undo)
    await expect.poll(() => pointed(9), { interval: 5 }).toBeLessThan(620)
    await end('SIGKILL')
    await undone
    await start(dir, databaseUrl)
    const rest = await pointed(9)
    // The records of one transaction are taken back together.
    expect([120, 0]).toContain(rest)
    expect(rest + (await pointed(1))).toBe(620)
    const again = await ask(undo)
    if (rest > 0) expect(again.json.data).toMatchObject({ undone: rest, skipped: [] })
    expect(await pointed(1)).toBe(620)
    const [row] = await listed('Operation Log', { id: first })
    expect(row).toMatchObject({ undo_state: 'Undone' })

    await end('SIGTERM')
    const config = readExistingConfig(dir, { databaseUrl })
    const lines = await checkSite({ config, modules: definitionsOf(config.apps), isDeep: true })
    expect(lines.filter(({ state }) => state !== 'ok')).toEqual([])
  }, 300_000)
}

let url = ''
let cookie = ''

/** A site in a process of its own, with its Administrator signed in. */
async function start(dir: string, databaseUrl: string | undefined): Promise<void> {
  const args = ['site', dir, '--sample', '--port', '0', '--rate-limit', '0']
  const running = spawn(process.execPath, [tavla, ...args, ...(databaseUrl ? ['--database', databaseUrl] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ADMIN_PASSWORD: password, DEMO_PASSWORD: password },
  })
  child = running
  let said = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said).toMatch(/^Ready /m)
  url = (/^Ready (\S+)/m.exec(said)?.[1] ?? '').replace('localhost', '127.0.0.1')
  const body = { user: 'Administrator', password }
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  cookie = String(response.headers.getSetCookie()[0]).split(';', 1)[0] ?? ''
}

async function ask({ method, path, body }: Call, operation: string = randomUUIDv7()): Promise<Answer> {
  const headers = { cookie, 'operation-id': operation, ...(body && { 'content-type': 'application/json' }) }
  try {
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const isRepeated = response.headers.get('operation-repeated') === '1'
    return { status: response.status, isRepeated, json: await response.json() }
  } catch {
    return { status: 0, isRepeated: false, json: undefined }
  }
}

async function makeTasks(count: number): Promise<string[]> {
  const ids: string[] = []
  const makeOn = async () => {
    while (ids.length < count) {
      const n = ids.push('') - 1
      const body = { subject: `Task ${n}`, points: 1, priority: 'Low' }
      const operation = randomUUIDv7()
      const made = () => ask({ method: 'POST', path: '/api/entity/Task', body }, operation)
      let answer = await made()
      // A busy site refuses calls for a moment.
      while (answer.status === 503) answer = await made()
      expect(answer.status).toBe(200)
      ids[n] = answer.json.entity.id
    }
  }
  await Promise.all(Array.from({ length: 8 }, makeOn))
  return ids
}

/** Gives each task 9 points; resolves to the id of the operation. */
async function setPoints(ids: readonly string[]): Promise<string> {
  const operation = randomUUIDv7()
  const body = { entities: ids.map((id) => ({ id, points: 9 })) }
  const { status } = await ask({ method: 'POST', path: '/api/entity/Task/bulk-update', body }, operation)
  expect(status).toBe(200)
  return operation
}

/** Changes of several kinds, each of one record and with one Version. */
function changesOf([updated, merged, bulk]: readonly string[]): Call[] {
  const creates = Array.from({ length: 12 }, (_, n) => ({
    method: 'POST',
    path: '/api/entity/Task',
    body: { subject: `Sent ${n}` },
  }))
  return [
    { method: 'PUT', path: `/api/entity/Task/${updated}`, body: { priority: 'High' } },
    { method: 'PUT', path: '/api/entity/Task', body: { id: merged, priority: 'High' } },
    { method: 'POST', path: '/api/entity/Task/bulk-update', body: { entities: [{ id: bulk, priority: 'High' }] } },
    ...creates,
  ]
}

type Listed = Record<string, unknown>

async function listed(entity: string, filters: object): Promise<Listed[]> {
  const query = new URLSearchParams({ filters: JSON.stringify(filters), fields: '["*"]', limit_page_length: '0' })
  return (await ask({ method: 'GET', path: `/api/entity/${entity}?${query}` })).json.data
}

/** The number of tasks with these points that the test has made. */
async function pointed(points: number): Promise<number> {
  const filters = JSON.stringify({ points, subject: ['like', 'Task %'] })
  const query = new URLSearchParams({ filters, fields: '["id"]', limit_page_length: '1' })
  return (await ask({ method: 'GET', path: `/api/entity/Task?${query}` })).json.count
}

/** Runs SQL on the database of a site that doesn't run. */
async function runSql(dir: string, databaseUrl: string | undefined, text: string): Promise<void> {
  if (databaseUrl === undefined) {
    // Closing the database would remove its log, which the site then misses.
    const program = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2]); process.kill(process.pid, 'SIGKILL')`
    const running = spawn(process.execPath, ['-e', program, `${dir}/store/data.sqlite`, text], { stdio: 'ignore' })
    return void (await once(running, 'exit'))
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}
