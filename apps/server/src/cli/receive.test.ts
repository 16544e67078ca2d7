import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markRestored } from '../config/restored-mark.ts'
import { readExistingConfig, writeSiteKey } from '../config/site-config.ts'
import { noDatabases, noteDatabase, type SiteDatabases } from '../hosting/own-database.ts'
import { place, purgeReplaced, settlePlacing } from '../hosting/placing.ts'
import { openReceiver } from './receive.ts'

const dir = mkdtempSync(join(tmpdir(), 'tavla-receive-'))
const data = join(dir, 'data')
const config = join(dir, 'config.json')
let port: number
let receiver: { close(): Promise<void> }

beforeAll(async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  port = ((probe as Server).address() as { port: number }).port
  await new Promise((resolve) => probe.close(resolve))
  writeFileSync(config, JSON.stringify({ site: 'acme', instance_secret: 'secret', host: '127.0.0.1', port }))
  mkdirSync(data)
  receiver = await openReceiver([data, '--config', config])
})

afterAll(async () => {
  await receiver.close()
  rmSync(dir, { recursive: true, force: true })
})

beforeEach(() => {
  for (const name of readdirSync(data)) {
    if (!name.startsWith('tavla.')) rmSync(join(data, name), { recursive: true, force: true })
  }
  mkdirSync(join(data, 'store'))
  writeFileSync(join(data, 'store', 'data.sqlite'), 'old')
  writeFileSync(join(data, 'config.json'), '{}')
})

function ask(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const proof = { 'x-hq-authorization': 'Bearer secret' }
  const init = { method, headers: { ...proof, ...headers }, ...(body === undefined ? {} : { body }) }
  return fetch(`http://127.0.0.1:${port}${path}`, init)
}

const json = { 'content-type': 'application/json' }
const order = async (content: object) => {
  const answer = await ask('POST', '/api/internal/restore', JSON.stringify(content), json)
  return { status: answer.status, json: await answer.json() }
}

const digestOf = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`
const send = async (path: string, text: string, digest = digestOf(text)) => {
  const headers = { 'content-type': 'application/octet-stream', 'repr-digest': digest }
  return (await ask('PUT', `/api/internal/restore/${path}?id=one`, text, headers)).status
}

test('answers HQ alone, and these calls alone', async () => {
  const strange = { 'x-hq-authorization': 'Bearer guess' }
  for (const [method, path, body] of [
    ['POST', '/api/internal/backup', '{"id":"one"}'],
    ['GET', '/api/internal/backup/site.key?id=one', undefined],
    ['POST', '/api/internal/restore', '{"do":"settle","id":"one"}'],
    ['PUT', '/api/internal/restore/site.key?id=one', '{}'],
  ] as const) {
    expect((await ask(method, path, body, { ...strange, ...(body ? json : {}) })).status).toBe(404)
  }
  expect((await ask('GET', '/api/entity/User')).status).toBe(404)
  expect(await (await ask('GET', '/api/health', undefined, strange)).json()).toEqual({ status: 'ok', ready: true })
  expect(await (await ask('GET', '/api/health')).json()).toMatchObject({ site: 'acme', ready: true })
})

test('takes data whole, and changes places with what was there', async () => {
  expect((await order({ do: 'begin', id: 'one', bytes: 6 })).status).toBe(200)
  expect(await send('store/data.sqlite', 'new')).toBe(200)
  expect(await send('site.key', 'key')).toBe(200)
  expect((await order({ do: 'finish', id: 'one', bytes: 6, count: 3 })).status).toBe(400)
  expect((await order({ do: 'finish', id: 'one', bytes: 6, count: 2 })).json).toEqual({ outcome: 'finished' })
  // The answer may have been lost.
  expect((await order({ do: 'finish', id: 'one', bytes: 6, count: 2 })).json).toEqual({ outcome: 'finished' })
  expect((await order({ do: 'settle', id: '' })).json).toEqual({ outcome: 'finished' })
  expect(readFileSync(join(data, 'store', 'data.sqlite'), 'utf8')).toBe('new')
  expect(existsSync(join(data, 'config.json'))).toBe(true)
  const [replaced = ''] = readdirSync(data).filter((name) => name.startsWith('.replaced.'))
  expect(readFileSync(join(data, replaced, 'store', 'data.sqlite'), 'utf8')).toBe('old')
  await purgeReplaced(data, noDatabases)
  expect(existsSync(join(data, replaced))).toBe(true)
  await purgeReplaced(data, noDatabases, Date.now() + 8 * 86_400_000)
  expect(existsSync(join(data, replaced))).toBe(false)
})

test('refuses other bytes than announced, places outside, what has no room, and another delivery', async () => {
  const { status, json: answer } = await order({ do: 'begin', id: 'one', bytes: 1e18 })
  expect([status, answer.detail.text]).toEqual([409, 'There is not enough disk space: {0} needed, {1} free.'])
  await order({ do: 'begin', id: 'one', bytes: 3 })
  expect(await send('site.key', 'key', digestOf('other'))).toBe(400)
  for (const path of ['..%2Fsite.key', 'a%2F..%2F..%2Fsite.key', 'a//b', '%2Fetc%2Fpasswd']) {
    expect([path, await send(path, 'key')]).toEqual([path, 400])
  }
  expect((await order({ do: 'finish', id: 'two', bytes: 0, count: 0 })).status).toBe(409)
  expect((await order({ do: 'settle', id: '' })).json).toEqual({ outcome: 'taken back' })
  expect(await send('site.key', 'key')).toBe(409)
  expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([])
  expect(readFileSync(join(data, 'store', 'data.sqlite'), 'utf8')).toBe('old')
})

test.each([
  ['.restoring', 'taken back', 'old'],
  ['.replacing', 'finished', 'new'],
] as const)('a change of places that a kill left at %s is %s', (name, outcome, found) => {
  mkdirSync(join(data, name, 'store'), { recursive: true })
  writeFileSync(join(data, name, 'store', 'data.sqlite'), 'new')
  expect(settlePlacing(data)).toBe(outcome)
  expect(readFileSync(join(data, 'store', 'data.sqlite'), 'utf8')).toBe(found)
  expect(settlePlacing(data)).toBe('nothing')
})

test('a kill while the new data move in loses none of them', () => {
  mkdirSync(join(data, '.restoring', 'store'), { recursive: true })
  writeFileSync(join(data, '.restoring', 'store', 'data.sqlite'), 'new')
  place(data)
  mkdirSync(join(data, '.placing'))
  writeFileSync(join(data, '.placing', 'site.key'), 'key')
  expect(settlePlacing(data)).toBe('finished')
  expect(readFileSync(join(data, 'site.key'), 'utf8')).toBe('key')
  expect(readFileSync(join(data, 'store', 'data.sqlite'), 'utf8')).toBe('new')
})

const [former, made] = ['postgres://tavla@db/acme', 'postgres://tavla@db/tavla_acme']

/** New data that were sent whole, with a database that was made for them, or in a file. */
function fill(database?: string): void {
  const folder = join(data, '.restoring')
  mkdirSync(join(folder, 'store'), { recursive: true })
  writeFileSync(join(folder, 'site.key'), 'key')
  if (database === undefined) writeFileSync(join(folder, 'store', 'data.sqlite'), 'new')
  else noteDatabase(folder, database)
}

const settings = () => JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))
const replacedIn = () => readdirSync(data).filter((name) => name.startsWith('.replaced.'))

test('the site goes on in the database of its new data, and the former one is dropped with the former data', async () => {
  const dropped: string[] = []
  const databases: SiteDatabases = { drop: async (address) => void dropped.push(address) }
  writeFileSync(join(data, 'config.json'), JSON.stringify({ site: 'acme', database: former }))
  fill(made)
  place(data)
  expect([settings(), existsSync(join(data, 'new-database.json'))]).toEqual([{ site: 'acme', database: made }, false])
  await purgeReplaced(data, databases, Date.now() + 6 * 86_400_000)
  expect([dropped, replacedIn().length]).toEqual([[], 1])
  await purgeReplaced(data, databases, Date.now() + 8 * 86_400_000)
  expect([dropped, replacedIn()]).toEqual([[former], []])

  fill()
  place(data)
  expect(settings()).toEqual({ site: 'acme' })
})

test('a database that the site is in is not dropped, nor one whose server does not answer', async () => {
  writeFileSync(join(data, 'config.json'), JSON.stringify({ site: 'acme', database: former }))
  fill(made)
  place(data)
  const inAWeek = Date.now() + 8 * 86_400_000
  await purgeReplaced(data, { drop: () => Promise.reject(new Error('away')) }, inAWeek)
  expect(replacedIn().length).toBe(1)
  // As after a restore that somebody took back by hand.
  writeFileSync(join(data, 'config.json'), JSON.stringify({ site: 'acme', database: former }))
  const dropped: string[] = []
  await purgeReplaced(data, { drop: async (address) => void dropped.push(address) }, inAWeek)
  expect([dropped, replacedIn()]).toEqual([[], []])
})

test('a volume that had no site gets a configuration that one can start with', () => {
  rmSync(join(data, 'config.json'))
  fill(made)
  writeSiteKey(join(data, '.restoring'), 'site.key')
  place(data)
  expect(readExistingConfig(data)).toMatchObject({ databaseUrl: made, apps: ['platform'] })
})

test('a receiver that starts anew knows by their mark the data that are in their place', async () => {
  expect((await order({ do: 'begin', id: 'one', bytes: 0 })).json).toEqual({ databases: 1 })
  await order({ do: 'settle', id: '' })
  fill(made)
  markRestored(join(data, '.restoring'), { backup: 'b1', id: 'm1' })
  place(data)
  for (const [mark, outcome] of [
    ['m1', 'finished'],
    ['m2', 'nothing'],
    [undefined, 'nothing'],
  ]) {
    expect((await order({ do: 'settle', id: '', mark })).json).toEqual({ outcome })
  }
})
