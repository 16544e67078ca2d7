import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecord, systemContext, updateRecord } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import { onPostgres } from '../../store/testing.ts'
import { tavla } from '../../testing/tavla.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { incoming, signed } from './testing-whatsapp.ts'

const secret = 'known to both'
let dir: string
let child: ChildProcess | undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tavla-site-'))
})

afterAll(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(dir, { recursive: true, force: true })
})

const events = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) =>
    JSON.stringify(incoming(`wamid.s${from + n}`, {}, `97250${String(from + n).padStart(7, '0')}`)),
  )

async function countOf({ site }: TestSite, entity: string, where: string): Promise<number> {
  const { table } = site.engine.models.require(entity)
  const row = await site.store.get<{ n: number }>(
    sql`select count(*) as n from ${sql.id(table.name)} where ${sql.raw(where)}`,
  )
  return Number(row?.n)
}

const stored = async (site: TestSite) => [
  await countOf(site, 'Whatsapp Message', "c_type = 'Incoming'"),
  await countOf(site, 'Communication', "c_sent_or_received = 'Received' and c_communication_medium = 'WhatsApp'"),
]

const knowSecret = ({ engine }: TestSite['site']) =>
  updateRecord(engine, systemContext(engine), 'Whatsapp Webhook', 'Sandbox', { app_secret: secret })

test('answered calls are stored once after a crash', async () => {
  const first = await makeTestSite({ dir })
  await knowSecret(first.site)
  await first.close()

  child = spawn(process.execPath, [tavla, 'site', dir, '--port', '0', '--rate-limit', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  const bodies = events(0, 60)
  const answers = await Promise.all(
    bodies.map((body) =>
      fetch(`${url}/api/hooks/whatsapp/Sandbox`, { method: 'POST', body, headers: signed(body, secret) }),
    ),
  )
  child.kill('SIGKILL')
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200))
  await once(child, 'exit')

  const again = await makeTestSite({ dir })
  await expect.poll(() => stored(again)).toEqual([60, 60])
  expect(await again.site.store.get(sql`select count(*) as n from inbox`)).toEqual({ n: 0 })
})

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout as NodeJS.ReadableStream })) {
    const found = /https?:\/\/\S+/.exec(line)
    if (found) return found[0].replace('localhost', '127.0.0.1').replace(/[.,]$/, '')
  }
  throw new Error('The site ended before it listened')
}

describe('a burst of events', () => {
  test('is stored whole, each event once, although half of them come twice', async () => {
    await swarm(await makeTestSite())
  })

  test('of a thousand is answered, its forged calls are refused, and no other is lost', async () => {
    const site = await makeTestSite()
    await knowSecret(site.site)
    const url = (await site.listen()).replace('localhost', '127.0.0.1')
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    const bodies = events(3000, 4000)
    const forged = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    const postOnce = (body: string, headers: Record<string, string>) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(`${url}/api/hooks/whatsapp/Sandbox`, { method: 'POST', agent, headers }, (answer) =>
          answer.resume().on('end', () => resolve(answer)),
        )
        sent.on('error', reject).end(body)
      })
    // A site on a machine with other work may be too busy for some; the provider repeats them when it is told to.
    const post = async (body: string, headers: Record<string, string>): Promise<number | undefined> => {
      const { statusCode, headers: said } = await postOnce(body, headers)
      if (statusCode !== 503) return statusCode
      await rest(Number(said['retry-after']) * 1000)
      return post(body, headers)
    }
    const answers = await Promise.all(
      bodies.flatMap((body, n) => [post(body, signed(body, secret)), ...(n % 10 === 0 ? [post(body, forged)] : [])]),
    )
    expect([200, 403].map((status) => answers.filter((one) => one === status).length)).toEqual([1000, 100])
    await expect.poll(() => stored(site)).toEqual([1000, 1000])
    // The site logs sixty a minute.
    expect(await countOf(site, 'Webhook Log', "c_outcome = 'Rejected'")).toBeGreaterThanOrEqual(60)
    agent.destroy()
  })
})

onPostgres((_open, database) => {
  test('a burst of events is stored whole there too', async () => {
    await swarm(await makeTestSite({ database }))
  })
})

async function swarm(site: TestSite): Promise<void> {
  await knowSecret(site.site)
  const { engine } = site.site
  const contact = { contact_name: 'Noa', phone: '050-0001003' }
  const { id } = await createRecord(engine, systemContext(engine), 'Contact', contact)
  const bodies = events(1000, 1200)
  const post = (body: string) =>
    site.call('POST', '/api/hooks/whatsapp/Sandbox', { body, headers: signed(body, secret) })
  const answers = await Promise.all([...bodies, ...bodies.slice(100)].map(post))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expect.poll(() => stored(site)).toEqual([200, 200])
  await expect.poll(() => countOf(site, 'Webhook Log', "c_outcome = 'Duplicate'")).toBe(100)
  expect(await countOf(site, 'Communication', `c_reference_id = '${id}'`)).toBe(1)
}
