import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSite, type RunningSite } from '../app.ts'
import { readSiteConfig, type SiteOptions } from '../config/site-config.ts'
import { createRecord, listRecords, readSecret, systemContext } from '../entity/index.ts'
import { Vault } from '../entity/secrets/vault.ts'
import { type NewTestDatabase, onPostgres } from '../store/testing.ts'
import { copySiteTemplate } from '../testing/site-template.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'

const running: ChildProcess[] = []

interface Outcome {
  code: number | null
  out: string
  err: string
}

function rotate(dir: string, ...more: string[]): { child: ChildProcess; ended: Promise<Outcome> } {
  const child = spawn(process.execPath, [tavla, 'rotate-key', dir, ...more], {
    env: bareEnvironment(),
  })
  running.push(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err }))) }
}

/** Runs the block with the way to create a database, or none for a file in the folder. */
function eachDatabase(block: (database?: NewTestDatabase) => void): void {
  describe('on SQLite', () => block())
  onPostgres((_, database) => block(database))
}

eachDatabase((database) => {
  let dir: string
  let options: SiteOptions
  let site: RunningSite | undefined
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tavla-key-'))
    options = await copySiteTemplate(dir, database)
  })
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
    await site?.close()
    site = undefined
    await rm(dir, { recursive: true, force: true })
  })

  const start = async () => {
    site = await createSite(readSiteConfig(dir, options))
    await site.settled()
    return site.site.engine
  }
  const stop = async () => {
    await site?.close()
    site = undefined
  }
  const rotated = () => rotate(dir, ...(options.databaseUrl ? ['--database', options.databaseUrl] : []))
  const keyOf = async () => readFile(join(dir, 'site.key'), 'utf8')

  /** Makes secrets in every kind of place: a record, a table row, a settings record. */
  async function fill(tasks: number): Promise<void> {
    const engine = await start()
    const ctx = systemContext(engine)
    const secret = { fieldname: 'pin', fieldtype: 'Password' }
    const row = { id: 'Safe Row', module: 'Test', type: 'Table', fields: [secret] }
    await createRecord(engine, ctx, 'Entity', row)
    const fields = [secret, { fieldname: 'rows', fieldtype: 'Table', options: 'Safe Row' }]
    await createRecord(engine, ctx, 'Entity', { id: 'Safe', module: 'Test', naming_rule: 'Prompt', fields })
    await createRecord(engine, ctx, 'Safe', { id: 'safe', pin: 'one', rows: [{ pin: 'row' }] })
    for (let n = 0; n < tasks; n++) {
      await createRecord(engine, ctx, 'Task', { id: `KEY-${n}`, subject: 'Call', api_key: `key ${n}` })
    }
    await stop()
  }

  async function readAll(tasks: number): Promise<unknown[]> {
    const engine = await start()
    const found: unknown[] = [await readSecret(engine, 'Safe', 'safe', 'pin')]
    const child = engine.models.require('Safe Row')
    for (const one of await engine.rows(child).children(engine.store, 'Safe', 'safe', 'rows')) {
      found.push(await readSecret(engine, 'Safe Row', String(one.id), 'pin'))
    }
    for (let n = 0; n < tasks; n++) found.push(await readSecret(engine, 'Task', `KEY-${n}`, 'api_key'))
    return found
  }
  const expected = (tasks: number) => ['one', 'row', ...Array.from({ length: tasks }, (_, n) => `key ${n}`)]

  test('a site gets another key, which seals all of its secrets, and its security log notes that', async () => {
    await fill(3)
    const before = await keyOf()
    const { code, out, err } = await rotated().ended
    expect([err, code]).toEqual(['', 0])
    expect(out).toMatch(/^The site in \S+ has a new key, with which \d+ secrets were sealed anew\.\n$/)
    expect(await keyOf()).not.toBe(before)
    expect((await readdir(dir)).filter((name) => name.startsWith('site.key'))).toEqual(['site.key'])
    expect(await readAll(3)).toEqual(expected(3))
    const { engine } = (site as RunningSite).site
    const model = engine.models.require('Task')
    const stored = await engine.rows(model).byId(engine.store, 'KEY-0')
    const old = new Vault({ current: Buffer.from(before, 'base64') })
    const place = { table: model.table.name, id: 'KEY-0', column: 'c_api_key' }
    expect(() => old.open(String(stored?.api_key), place)).toThrow()
    await site?.settled()
    const query = { filters: { event: 'Key Rotated' }, fields: ['outcome'] }
    expect((await listRecords(engine, systemContext(engine), 'Security Event', query)).data).toHaveLength(1)
  })

  test('the command is refused while the site runs, and when there is none', async () => {
    await start()
    const before = await keyOf()
    expect(await rotated().ended).toMatchObject({ code: 1, out: '', err: /^Another process uses this site\..*\n$/ })
    expect(await keyOf()).toBe(before)
    await stop()
    const nowhere = join(dir, 'nowhere')
    expect(await rotate(nowhere).ended).toEqual({ code: 1, out: '', err: `There is no site in ${nowhere}.\n` })
    expect(existsSync(nowhere)).toBe(false)
  })

  test('an interruption at any moment loses nothing: the site works with both keys, and the next run completes', async () => {
    const tasks = 450
    await fill(tasks)
    for (const isTime of [hasNextKey, hasBegun, hasBegun]) {
      const run = rotated()
      const ended = run.ended.then(() => true)
      while (!(await isTime()) && !(await Promise.race([ended, turn()]))) await turn()
      run.child.kill('SIGKILL')
      await ended
      expect(await readAll(tasks)).toEqual(expected(tasks))
      const { engine } = (site as RunningSite).site
      await createRecord(engine, systemContext(engine), 'Task', { subject: 'Meanwhile', api_key: 'meanwhile' })
      await stop()
    }
    expect((await rotated().ended).code).toBe(0)
    expect(existsSync(join(dir, 'site.key.new'))).toBe(false)
    expect(await readAll(tasks)).toEqual(expected(tasks))
  })

  const hasNextKey = async () => existsSync(join(dir, 'site.key.new'))
  /** True some turns after the key exists: the run is then amid the secrets. */
  const hasBegun = async () => {
    if (!(await hasNextKey())) return false
    for (let n = 0; n < 40; n++) await turn()
    return true
  }
})

/** Waits for a turn of the machine. */
const turn = () => readdir(tmpdir()).then(() => false)
