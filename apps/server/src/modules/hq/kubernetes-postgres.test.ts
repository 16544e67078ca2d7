import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { purgeReplaced } from '../../hosting/placing.ts'
import { addressBeside, dropDatabase } from '../../store/postgres-dump.ts'
import { siteDatabases } from '../../store/site-databases.ts'
import { onPostgres } from '../../store/testing.ts'
import { type BackupCalls, backupCalls } from './backups/testing-backups.ts'
import { TestWorld } from './testing-kubernetes.ts'

const day = 86_400_000

onPostgres((_open, newDatabase) => {
  let world: TestWorld
  let backups: BackupCalls
  let first: string
  /** A backup that is kept. */
  let kept: string

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: first })
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }

  /** The databases that HQ made for projects; other files have theirs on the same server. */
  const databases = async () =>
    (await query("select datname as name from pg_database where datname ~ '^tavla_(cargo|pilot)' order by 1")).map(
      ({ name }) => String(name),
    )

  const configOn = (volume: string) => JSON.parse(readFileSync(join(volume, 'config.json'), 'utf8'))
  /** Name of the database that a project's volume names. */
  const databaseOf = (id: string) => new URL(configOn(world.volumeOf(id)).database).pathname.slice(1)

  const note = async (id: string, title: string) =>
    expect((await world.atSite(id, 'POST', '/api/entity/Canned Text', { title, text: title })).status).toBe(200)

  async function notes(id: string): Promise<string[]> {
    const { json } = await world.atSite(id, 'GET', '/api/entity/Canned Text?fields=["title"]&order_by=title')
    return json.data.map(({ title }: { title: string }) => title)
  }

  const messages = async (id: string): Promise<string[]> =>
    (await world.hq.act(id, 'load_project_data')).json.data.events.map(
      ({ message }: { message: string | null }) => message ?? '',
    )

  const until = (id: string, message: string, times = 1) =>
    vi.waitFor(async () => expect((await messages(id)).filter((one) => one.includes(message)).length).toBe(times), {
      timeout: 60_000,
      interval: 100,
    })

  const isSent = (path: string) => path.startsWith('/api/internal/restore/')

  beforeAll(async () => {
    world = await TestWorld.open(10_000)
    backups = backupCalls(world.hq)
    first = await newDatabase()
    // A project of HQ's own machine, whose backup becomes one in the cluster.
    await world.hq.create('seed', { auto_provision: 0 })
    mkdirSync(world.hq.folder('seed'), { recursive: true, mode: 0o700 })
    writeFileSync(join(world.hq.folder('seed'), 'config.json'), JSON.stringify({ database: first }))
    await world.hq.act('seed', 'provision_project')
    await world.hq.until('seed', 'Running')
    const backup = await backups.take('seed')
    await backups.until(backup, 'Proven')
    await backups.pin(backup)
    // The backups that follow need no proof of their own here.
    expect((await world.hq.call('PUT', '/api/entity/Backup Plan/Daily', { prove: 'Weekly' })).message).toBe('')
    await world.hq.act('seed', 'stop_project')
    await world.hq.until('seed', 'Stopped')
    expect((await world.hq.call('DELETE', '/api/entity/Project/seed')).message).toBe('')
    expect((await world.hq.call('DELETE', '/api/entity/Server/main')).message).toBe('')
    const data = { id: 'cargo', project_name: 'Cargo', environment: 'Demo' }
    const made = await world.hq.call('POST', `/api/entity/Backup/${backup}?run_method=restore_as_new`, { data })
    expect([made.message, made.json.data]).toEqual(['', { project: 'cargo' }])
    await world.hq.until('cargo', 'Running')
  }, 120_000)

  afterAll(async () => {
    const made = await databases()
    await world?.close()
    for (const name of made) await dropDatabase(addressBeside(first, name), { force: true })
  })

  test('a backup becomes a project in the cluster, in a database of its own', async () => {
    expect([databaseOf('cargo'), await databases()]).toEqual(['tavla_cargo', ['tavla_cargo']])
    await note('cargo', 'first')
    expect(await notes('cargo')).toEqual(['first'])
    expect(readdirSync(world.volumeOf('cargo'))).not.toContain('new-database.json')
  })

  test('a restored project is in another database, and the one before goes a week later', async () => {
    kept = await backups.take('cargo')
    await backups.until(kept, 'Stored', 'Proven')
    await backups.pin(kept)
    await note('cargo', 'second')
    const answer = await world.hq.act('cargo', 'restore_project', { backup: kept })
    expect([answer.message, answer.json.data?.status]).toEqual(['', 'Provisioning'])
    await until('cargo', `The project is restored from backup ${kept}.`)
    await world.hq.until('cargo', 'Running')
    expect(await notes('cargo')).toEqual(['first'])
    expect(await databases()).toEqual(['tavla_cargo', databaseOf('cargo')])
    const volume = world.volumeOf('cargo')
    await purgeReplaced(volume, siteDatabases, Date.now() + 6 * day)
    expect(await databases()).toContain('tavla_cargo')
    await purgeReplaced(volume, siteDatabases, Date.now() + 8 * day)
    expect(await databases()).toEqual([databaseOf('cargo')])
    expect(readdirSync(volume).filter((name) => name.startsWith('.replaced'))).toEqual([])
  }, 120_000)

  test('a restore whose line breaks, or whose HQ ends, leaves the project and no database', async () => {
    await note('cargo', 'third')
    const before = [databaseOf('cargo'), await databases()]
    world.cluster.cutOffSent = isSent
    expect((await world.hq.act('cargo', 'restore_project', { backup: kept })).message).toBe('')
    await until('cargo', 'The project could not be restored and is as it was before.')
    world.cluster.cutOffSent = undefined
    await world.hq.until('cargo', 'Running')
    expect([databaseOf('cargo'), await databases(), await notes('cargo')]).toEqual([...before, ['first', 'third']])

    const sending = Promise.withResolvers<void>()
    world.cluster.held = (path) => {
      if (isSent(path)) sending.resolve()
      return isSent(path)
    }
    expect((await world.hq.act('cargo', 'restore_project', { backup: kept })).message).toBe('')
    await sending.promise
    expect((await databases()).length).toBe(2)
    await world.restart()
    backups = backupCalls(world.hq)
    await world.hq.until('cargo', 'Running')
    await until('cargo', 'HQ ended while the project was restored. The project is as it was')
    expect([databaseOf('cargo'), await databases(), await notes('cargo')]).toEqual([...before, ['first', 'third']])
  }, 120_000)

  test('a clone has a database of its own, also once it is refreshed', async () => {
    const { message } = await world.hq.act('cargo', 'clone_project', { id: 'pilot', project_name: 'Pilot' })
    expect(message).toBe('')
    await world.hq.until('pilot', 'Running')
    expect([databaseOf('pilot'), await notes('pilot')]).toEqual(['tavla_pilot', ['first', 'third']])
    expect(world.configOf('pilot')).toMatchObject({ environment: 'Staging', reach: 'nobody' })
    await note('cargo', 'fourth')
    await note('pilot', 'gone')
    const refresh = async () => expect((await world.hq.act('pilot', 'refresh_clone', {})).message).toBe('')
    // The clone is Running a moment before the work on it is over.
    await vi.waitFor(refresh, { timeout: 60_000, interval: 200 })
    await until('pilot', 'The clone is refreshed from cargo.')
    await world.hq.until('pilot', 'Running')
    expect(databaseOf('pilot')).toMatch(/^tavla_pilot_[0-9a-f]{8}$/)
    expect(await notes('pilot')).toEqual(['first', 'fourth', 'third'])
  }, 120_000)

  test('a deleted project comes back with its database, which goes with it for ever', async () => {
    const database = databaseOf('pilot')
    const trash = join(world.hq.dir, 'projects', '.trash')
    const noted = () => readdirSync(trash).filter((name) => name.startsWith('pilot.database.'))
    const remove = async () => {
      await world.hq.act('pilot', 'stop_project')
      await world.hq.until('pilot', 'Stopped')
      expect((await world.hq.call('DELETE', '/api/entity/Project/pilot')).message).toBe('')
      await expect.poll(async () => (await world.hq.call('GET', '/api/entity/Project/pilot')).status).toBe(404)
    }
    await remove()
    expect(noted().length).toBe(1)
    const { items } = (await world.hq.call('GET', '/api/hq/trash')).json
    expect(items.map(({ id }: { id: string }) => id)).toContain('pilot')
    const name = items.find(({ id }: { id: string }) => id === 'pilot').name
    expect((await world.hq.call('POST', '/api/hq/restore_from_trash', { name })).message).toBe('')
    expect(noted()).toEqual([])
    await world.hq.act('pilot', 'start_project')
    await world.hq.until('pilot', 'Running')
    expect(await notes('pilot')).toEqual(['first', 'fourth', 'third'])

    await remove()
    const [kept = ''] = noted()
    renameSync(join(trash, kept), join(trash, `pilot.database.${Date.now() - 8 * day}`))
    await world.restart()
    await vi.waitFor(async () => expect(await databases()).not.toContain(database), { timeout: 30_000 })
    expect(await databases()).toContain(databaseOf('cargo'))
  }, 120_000)
})
