import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite } from '../app.ts'
import { readSiteConfig } from '../config/site-config.ts'
import { createRecord, setSilently, systemContext } from '../entity/index.ts'
import { utcText } from '../ground/utc-text.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'
import { startHq, type TestHq } from '../testing/test-hq.ts'
import { examine, exitCodeOf, textOfLines } from './doctor.ts'

const hour = 3_600_000
let hq: TestHq
let port: number
let dir: string

/** The findings, but for the disk of this machine. */
async function findings(at = port): Promise<string[]> {
  const lines = await examine(dir, { port: at })
  return lines
    .filter(({ what, state }) => what !== 'disk' && state !== 'ok')
    .map(({ state, what, words }) => `${state} ${what}: ${words}`)
}

/** Changes records as HQ's own process would, which is over afterwards. */
async function change(work: (engine: TestHq['site']['engine']) => Promise<unknown>): Promise<void> {
  const running = await createSite(readSiteConfig(dir, { hq: true, siteId: 'hq' }))
  await work(running.site.engine)
  await running.close()
}

beforeAll(async () => {
  hq = await startHq()
  dir = hq.dir
  await hq.create('acme', { auto_provision: 0 })
  const { engine, files } = hq.site
  await files.save(systemContext(engine), { fileName: 'a.txt', content: Buffer.from('words') })
  port = await freePort()
})

afterAll(() => hq.remove())

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number }
      server.close(() => resolve(free))
    })
  })
}

test('finds nothing wrong with an HQ that is well, running and stopped', async () => {
  const running = await examine(dir)
  expect(running.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'folder',
      'key',
      'config',
      'lock',
      'integrity',
      'files',
      'records',
      'disk',
      'ports',
      'clock',
      'backup',
    ]),
  )
  expect(running.find(({ what }) => what === 'lock')?.words).toMatch(/^Process \d+ runs and answers\.$/)
  expect(await findings()).toEqual([])
  await hq.close()
  expect(await findings()).toEqual([])
})

test('says what is wrong with folder, configuration and key', async () => {
  const config = join(dir, 'config.json')
  const key = join(dir, 'site.key')
  chmodSync(config, 0o644)
  expect(await findings()).toEqual([`warn config: Other users of this machine can read ${config}.`])
  chmodSync(config, 0o600)
  const held = readFileSync(key)
  rmSync(key)
  expect(await findings()).toEqual([`fail key: The site key ${key} cannot be read (ENOENT).`])
  writeFileSync(key, held, { mode: 0o600 })
  const settings = readFileSync(config)
  writeFileSync(config, '{', { mode: 0o600 })
  expect(await findings()).toEqual([expect.stringMatching(/^fail config: /)])
  writeFileSync(config, settings, { mode: 0o600 })
  const [missing] = await examine(join(dir, 'nothing'))
  expect(missing).toMatchObject({ state: 'fail', what: 'folder' })
  expect(await findings()).toEqual([])
})

test('says that a port is taken, and that a process holds the data and does not answer', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', resolve))
  expect(await findings()).toEqual([`fail ports: Port ${port} is taken by another program.`])
  other.close()
  const holder = spawn(process.execPath, [fileURLToPath(new URL('../testing/lock-holder.ts', import.meta.url))])
  let said = ''
  const says = (word: string) =>
    new Promise<void>((resolve) => {
      holder.stdout.on('data', (chunk) => {
        said += chunk
        if (said.includes(word)) resolve()
      })
    })
  await says('ready')
  holder.stdin.write(`${dir}\n`)
  await says('taken')
  expect(await findings()).toEqual([`fail lock: Process ${holder.pid} holds this folder and does not answer.`])
  const ended = new Promise((resolve) => holder.on('close', resolve))
  holder.stdin.end('release\n')
  await ended
  expect(await findings()).toEqual([])
})

test('says which backups are late or not proven, and that the clock was put back', async () => {
  const now = Date.now()
  const backup = { project: 'acme', project_id: 'acme', type: 'Scheduled' }
  await change(async (engine) => {
    const ctx = systemContext(engine)
    await engine.store.write(async (tx) => {
      await setSilently(engine, tx, 'Project', 'acme', { started_at: utcText(now - 300 * hour) })
      await setSilently(engine, tx, 'Backup Plan', 'Daily', { creation: utcText(now - 40.5 * hour) })
    })
    await createRecord(engine, ctx, 'Backup', { ...backup, status: 'Stored', taken_at: utcText(now - 80.5 * hour) })
  })
  expect(await findings()).toEqual([
    'fail backup: No backup of acme for 80 hours.',
    'warn backup: No backup of HQ for 40 hours.',
  ])
  await change(async (engine) => {
    const ctx = systemContext(engine)
    const failed = { ...backup, status: 'Failed', proof: { ok: 0 }, taken_at: utcText(now) }
    await createRecord(engine, ctx, 'Backup', failed)
    await createRecord(engine, ctx, 'Version', {
      ref_entity: 'Project',
      ref_id: 'acme',
      action: 'Action',
      at: utcText(now + hour),
    })
  })
  expect(await findings()).toEqual([
    expect.stringMatching(/^warn clock: The newest change was made \d+ minutes after the time of this machine\.$/),
    'fail backup: The proof of the backup of acme failed.',
    'warn backup: No backup of HQ for 40 hours.',
  ])
})

test('says that bytes and records are missing, and the command ends with the code of the worst line', async () => {
  rmSync(join(dir, 'files'), { recursive: true })
  expect(await findings()).toContainEqual('fail files: hq: files: 1; "tavla check" names them.')
  const file = join(dir, 'store', 'data.sqlite')
  const bytes = readFileSync(file)
  bytes.fill(7, 8192, 200_000)
  writeFileSync(file, bytes)
  expect((await findings()).join('\n')).toMatch(/^fail integrity: hq: /m)
  const child = spawn(process.execPath, [tavla, 'doctor', '--data', dir], { env: bareEnvironment() })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
  expect(out).toMatch(/^ok {3}lock {7}Nothing runs on this folder\.$/m)
})

test('the exit code is that of the worst line', () => {
  const of = (...states: ('ok' | 'warn' | 'fail')[]) =>
    exitCodeOf(states.map((state) => ({ state, what: 'x', words: '' })))
  expect([of('ok'), of('ok', 'warn'), of('warn', 'fail', 'ok')]).toEqual([0, 1, 2])
  expect(textOfLines([{ state: 'warn', what: 'disk', words: '7% is free.' }])).toBe('warn disk       7% is free.\n')
})
