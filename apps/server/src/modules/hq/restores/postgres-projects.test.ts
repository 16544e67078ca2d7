import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recover } from '../../../cli/recover.ts'
import { restoreFile } from '../../../cli/restore-file.ts'
import { markRestored } from '../../../config/restored-mark.ts'
import { setSilently } from '../../../entity/index.ts'
import { noteDatabase } from '../../../hosting/own-database.ts'
import { addressBeside, dropDatabase, emptyPostgres, sumPostgresTables } from '../../../store/postgres-dump.ts'
import { onPostgres } from '../../../store/testing.ts'
import { startDatabaseProxy } from '../../../testing/proxy.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { backupCalls } from '../backups/testing-backups.ts'

onPostgres((_open, newDatabase) => {
  let hq: TestHq
  let first: string
  let backup: string
  const addressOf = (id: string): string =>
    JSON.parse(readFileSync(join(hq.folder(id), 'config.json'), 'utf8')).database

  /** A project whose records are in the database at `address`. */
  async function create(id: string, address: string) {
    await hq.create(id, { auto_provision: 0 })
    mkdirSync(hq.folder(id), { recursive: true, mode: 0o700 })
    writeFileSync(join(hq.folder(id), 'config.json'), JSON.stringify({ database: address }))
    await hq.act(id, 'provision_project')
    await hq.until(id, 'Running')
  }

  async function query(address: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }

  const databases = async () =>
    (await query(first, 'select datname as name from pg_database')).map(({ name }) => String(name))

  const nameIn = (address: string) => new URL(address).pathname.slice(1)

  /** A call to the site of the project, as its Administrator. */
  async function signIn(id: string) {
    const { stagingUrl, adminPassword } = await hq.project(id)
    const url = String(stagingUrl).replace('localhost', '127.0.0.1')
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ user: 'Administrator', password: adminPassword })
    const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    const cookie = String(answer.headers.get('set-cookie')?.split(';', 1)[0])
    return async (method: string, path: string, data?: object) => {
      const more = data ? { headers: { cookie, ...headers }, body: JSON.stringify(data) } : { headers: { cookie } }
      return (await fetch(`${url}${path}`, { method, ...more })).json()
    }
  }

  const note = async (id: string, title: string) =>
    expect((await (await signIn(id))('POST', '/api/entity/Canned Text', { title, text: title })).entity).toBeDefined()

  const notes = async (id: string) => {
    const { data } = await (await signIn(id))('GET', '/api/entity/Canned Text?fields=["title"]&order_by=title')
    return data.map(({ title }: { title: string }) => title)
  }

  /** Waits until the restore is over, and tells how it ended. */
  async function outcome(id: string): Promise<string> {
    let message = ''
    const isOver = async () => {
      const { events } = (await hq.act(id, 'load_project_data')).json.data
      message = events.find(
        (one: { event: string; message: string | null }) => one.event === 'restore' && one.message,
      )?.message
      expect(message).toMatch(/is restored|could not be restored|HQ ended/)
    }
    await vi.waitFor(isOver, { timeout: 60_000, interval: 50 })
    return message
  }

  beforeAll(async () => {
    // HQ itself is on PostgreSQL, too.
    hq = await startHq({ sample: false, databaseUrl: await newDatabase() })
    first = await newDatabase()
    await create('acme', first)
    await note('acme', 'first')
    const calls = backupCalls(hq)
    backup = await calls.take()
    await calls.until(backup, 'Proven')
    await calls.pin(backup)
    // The backups that follow need no proof of their own here.
    expect((await hq.call('PUT', '/api/entity/Backup Plan/Daily', { prove: 'Weekly' })).message).toBe('')
    await note('acme', 'second')
  }, 120_000)

  afterAll(async () => {
    const made = (await databases()).filter((name) => /^tavla_(acme|copy|branch|moved)(_[0-9a-z]+)?$/.test(name))
    await hq?.remove()
    for (const name of made) await dropDatabase(addressBeside(first, name), { force: true })
  })

  test('a restored project is in a database of its own, and the one before is kept for a while', async () => {
    const answer = await hq.act('acme', 'restore_project', { backup })
    expect([answer.message, answer.json.data]).toEqual(['', { status: 'Provisioning', safety: expect.any(String) }])
    expect(await outcome('acme')).toBe(`The project is restored from backup ${backup}.`)
    await hq.until('acme', 'Running')
    const now = addressOf('acme')
    expect([nameIn(now), await notes('acme')]).toEqual(['tavla_acme', ['first']])
    const root = join(hq.dir, 'projects')
    expect(readdirSync(join(root, '.trash'))).toEqual([expect.stringMatching(/^acme\.replaced\.\d+$/)])
    const [table] = await query(first, "select tablename from pg_tables where tablename like '%canned_text'")
    expect(await query(first, `select count(*)::int as rows from ${String(table?.tablename)}`)).toEqual([{ rows: 2 }])
    const isDone = async () => {
      const newest = (await backupCalls(hq).list())[0]
      expect(newest).toMatchObject({ type: 'Scheduled', status: 'Stored' })
    }
    await vi.waitFor(isDone, { timeout: 60_000, interval: 100 })
    expect(await databases()).not.toContain(`tavla_proof_${backup}`)
  }, 120_000)

  test('a backup becomes a project of its own with a database of its own', async () => {
    const wish = { id: 'copy', project_name: 'Copy', environment: 'Demo' }
    const { json } = await hq.call('POST', `/api/entity/Backup/${backup}?run_method=restore_as_new`, { data: wish })
    expect(json).toEqual({ data: { project: 'copy' } })
    await hq.until('copy', 'Running')
    expect([nameIn(addressOf('copy')), await notes('copy')]).toEqual(['tavla_copy', ['first']])
  }, 120_000)

  test('a downloaded backup becomes a site in the empty database that is named', async () => {
    const cookie = await hq.person('Administrator')
    const answer = await fetch(`${hq.url}/api/hq/backups/${backup}/download`, { headers: { cookie } })
    const [file, to, address] = [join(hq.dir, 'acme.tar'), join(hq.dir, 'alone'), await newDatabase()]
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    const restore = (...more: string[]) => restoreFile([file, '--to', to, ...more])
    await expect(restore()).rejects.toThrow('This backup holds a PostgreSQL database. Name an empty one')
    await expect(restore('--database', 'acme')).rejects.toThrow('is not a URL')
    await expect(restore('--database', first)).rejects.toThrow('The database is not empty.')
    expect(existsSync(to)).toBe(false)
    expect(await restore('--database', address)).toContain('is as acme was at')
    expect(JSON.parse(readFileSync(join(to, 'config.json'), 'utf8')).database).toBe(address)
    // A dump goes into it again once it was emptied, as after a fault.
    await emptyPostgres(address)
    expect(await sumPostgresTables(address)).toEqual([])
    rmSync(to, { recursive: true })
    expect(await restore('--database', address, '--site-key', join(hq.folder('acme'), 'site.key'))).not.toContain(
      'empty.',
    )
  })

  test('definitions are promoted between projects on PostgreSQL, and taken back', async () => {
    await note('copy', 'promoted')
    const plan = (await hq.act('copy', 'plan_promotion', { target: 'acme' })).json.data.promotion
    const act = (action: string, data: object = {}) =>
      hq.call('POST', `/api/entity/Promotion/${plan}?run_method=${action}`, { data })
    const until = (status: string) =>
      vi.waitFor(
        async () => {
          const { entity } = (await hq.call('GET', `/api/entity/Promotion/${plan}`)).json
          const { under_way } = (await hq.call('GET', '/api/entity/Project/acme')).json.entity
          expect([entity.status, entity.error, under_way]).toEqual([status, null, null])
        },
        { timeout: 60_000, interval: 100 },
      )
    expect((await act('rehearse')).message).toBe('')
    await until('Rehearsed')
    expect((await act('apply')).message).toBe('')
    await until('Applied')
    expect(await notes('acme')).toEqual(['first', 'promoted'])
    expect((await act('roll_back')).json.data.status).toBe('Rolled Back')
    expect(await notes('acme')).toEqual(['first'])
    expect((await databases()).filter((name) => name.includes(plan))).toEqual([])
  }, 120_000)

  test('a user who may make no database is refused before anything happens', async () => {
    const own = await backupCalls(hq).take('copy')
    await backupCalls(hq).until(own, 'Stored', 'Proven')
    const file = join(hq.folder('copy'), 'config.json')
    const config = readFileSync(file, 'utf8')
    const plain = new URL(addressOf('copy'))
    plain.username = `plain_${process.pid}`
    await query(first, `create role ${plain.username} login`)
    writeFileSync(file, JSON.stringify({ ...JSON.parse(config), database: plain.href }))
    try {
      const refused = 'The database does not let its user make a new database.'
      for (const [action, data] of [
        ['restore_project', { backup: own }],
        ['clone_project', { id: 'branch', project_name: 'Branch' }],
      ] as const) {
        const { status, message } = await hq.act('copy', action, data)
        expect([status, message]).toEqual([409, refused])
      }
      expect((await hq.call('GET', '/api/entity/Project/branch')).status).toBe(404)
    } finally {
      writeFileSync(file, config)
      await query(first, `drop role ${plain.username}`)
    }
  }, 120_000)

  test('a project comes back from the trash with its database, which goes with it for ever', async () => {
    await hq.act('copy', 'stop_project')
    await hq.until('copy', 'Stopped')
    const remove = async () => {
      expect((await hq.call('DELETE', '/api/entity/Project/copy')).message).toBe('')
      const { items } = (await hq.call('GET', '/api/hq/trash')).json
      return items[0].name as string
    }
    const back = await hq.call('POST', '/api/hq/restore_from_trash', { name: await remove() })
    expect(back.message).toBe('')
    await hq.act('copy', 'start_project')
    await hq.until('copy', 'Running')
    expect(await notes('copy')).toEqual(['first', 'promoted'])
    await hq.act('copy', 'stop_project')
    await hq.until('copy', 'Stopped')
    const name = await remove()
    expect(await databases()).toContain('tavla_copy')
    const trash = join(hq.dir, 'projects', '.trash')
    renameSync(join(trash, name), join(trash, `copy.${Date.now() - 8 * 86_400_000}`))
    await again()
    await vi.waitFor(async () => expect(await databases()).not.toContain('tavla_copy'), { timeout: 30_000 })
  }, 120_000)

  test.each([
    ['finished', true, 'The restore is finished now.'],
    ['taken back', false, 'The project is as it was before.'],
  ])(
    'after a kill, a restore under way is %s by the next start, with its database',
    async (_, isReady, message) => {
      await hq.until('acme', 'Running')
      const [built, former] = [join(hq.dir, 'projects', '.restoring', 'acme'), addressOf('acme')]
      const made = addressBeside(first, `tavla_acme_${isReady ? 'ready' : 'half'}`)
      await again(
        async () => {
          const { engine } = hq.site
          const values = { under_way: 'Restore', status: 'Provisioning' }
          await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'acme', values))
        },
        async () => {
          mkdirSync(join(built, 'store'), { recursive: true })
          noteDatabase(built, made)
          await query(first, `create database "${nameIn(made)}" template "${nameIn(former)}"`)
          if (!isReady) return
          copyFileSync(join(hq.folder('acme'), 'site.key'), join(built, 'site.key'))
          const config = JSON.parse(readFileSync(join(hq.folder('acme'), 'config.json'), 'utf8'))
          writeFileSync(join(built, 'config.json'), JSON.stringify({ ...config, database: made }))
          markRestored(built, { backup })
        },
      )
      await hq.until('acme', 'Running')
      expect(await outcome('acme')).toContain(message)
      expect([addressOf('acme'), existsSync(built)]).toEqual([isReady ? made : former, false])
      expect((await databases()).includes(nameIn(made))).toBe(isReady)
      expect(await notes('acme')).toEqual(['first'])
    },
    120_000,
  )

  test('a project whose database moved goes back beside where it is now', async () => {
    const now = await newDatabase()
    const { url, proxy } = await startDatabaseProxy(now)
    await create('moved', url)
    await note('moved', 'before')
    const taken = await backupCalls(hq).take('moved')
    await backupCalls(hq).until(taken, 'Stored', 'Proven')
    await hq.act('moved', 'stop_project')
    await hq.until('moved', 'Stopped')
    // The backup names an address at which no server answers any more.
    proxy.close()
    const file = join(hq.folder('moved'), 'config.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), database: now }))
    await backupCalls(hq).prove(taken)
    expect(await backupCalls(hq).until(taken, 'Proven', 'Failed', 'Stored')).toMatchObject({ error: null })
    expect((await hq.act('moved', 'restore_project', { backup: taken })).message).toBe('')
    expect(await outcome('moved')).toBe(`The project is restored from backup ${taken}.`)
    expect(addressOf('moved')).toBe(addressBeside(now, 'tavla_moved'))
    await hq.until('moved', 'Stopped')
    expect((await hq.call('DELETE', '/api/entity/Project/moved')).message).toBe('')
    await expect.poll(async () => (await hq.call('GET', '/api/entity/Project/moved')).status).toBe(404)
  }, 120_000)

  test('HQ and its projects come back out of their store on an empty machine', async () => {
    const address = '/api/entity/HQ%20Settings/HQ%20Settings?run_method=take_backup'
    const own = (await hq.call('POST', address, { data: {} })).json.data.backup
    await backupCalls(hq).until(own, 'Stored', 'Proven')
    const [dir, database, said] = [join(hq.dir, 'recovered'), await newDatabase(), [] as string[]]
    const order = ['--store', join(hq.dir, 'backups'), '--backup-key', join(hq.dir, 'backup.key'), '--data', dir]
    const run = (...more: string[]) =>
      recover([...order, ...more], (line) => said.push(line), new AbortController().signal)
    await expect(run()).rejects.toThrow('The records of this HQ were in PostgreSQL.')
    expect([await run('--database', database), said]).toEqual([
      0,
      [
        expect.stringMatching(/^_hq {2}Brought back as of /),
        expect.stringMatching(/^acme {2}Brought back as of /),
        expect.stringContaining('starts HQ and its projects.'),
      ],
    ])
    const configIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
    expect(configIn(dir).database).toBe(database)
    const made = configIn(join(dir, 'projects', 'acme')).database
    expect(nameIn(made)).toMatch(/^tavla_acme_[0-9a-f]{8}$/)
    expect((await sumPostgresTables(made)).length).toBe((await sumPostgresTables(addressOf('acme'))).length)
  }, 120_000)

  /** Ends HQ and its projects, and starts it anew. */
  async function again(before = async () => {}, meanwhile = async () => {}): Promise<void> {
    const { dir } = hq
    const { databaseUrl } = hq.site.config
    await before()
    await hq.close()
    await meanwhile()
    hq = await startHq({ dir, sample: false, ...(databaseUrl ? { databaseUrl } : {}) })
  }
})
