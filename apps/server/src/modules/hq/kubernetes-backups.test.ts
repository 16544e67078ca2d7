import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { HqAnswer } from '../../testing/test-hq.ts'
import { type BackupCalls, backupCalls } from './backups/testing-backups.ts'
import { TestWorld } from './testing-kubernetes.ts'

let world: TestWorld
let backups: BackupCalls
let first: string

beforeAll(async () => {
  world = await TestWorld.open(10_000)
  backups = backupCalls(world.hq)
  // A backup whose project is gone becomes a project on the oldest server.
  expect((await world.hq.call('DELETE', '/api/entity/Server/main')).message).toBe('')
  await world.hq.create('acme', { server: 'cluster' })
  await world.hq.until('acme', 'Running')
  first = await note('first')
  const file = {
    entity: 'Canned Text',
    id: first,
    filename: 'contract.txt',
    filedata: 'the words of the contract',
    is_private: 1,
  }
  expect((await world.atSite('acme', 'POST', '/api/files', file)).status).toBe(200)
})

afterAll(() => world.close())

async function note(title: string, project = 'acme'): Promise<string> {
  const { status, json } = await world.atSite(project, 'POST', '/api/entity/Canned Text', { title, text: title })
  expect(status).toBe(200)
  return json.entity.id
}

async function notes(project = 'acme'): Promise<string[]> {
  const { json } = await world.atSite(project, 'GET', '/api/entity/Canned Text?fields=["title"]&order_by=title')
  return json.data.map(({ title }: { title: string }) => title)
}

async function take(): Promise<string> {
  const id = (await act('take_backup', {})).json.data.backup
  expect(await backups.until(id, 'Stored', 'Proven', 'Failed')).toMatchObject({ error: null })
  return id
}

/** A proof starts a program, so only the backups whose proof is looked at have one. */
async function prove(which: 'Every Backup' | 'Weekly'): Promise<void> {
  expect((await world.hq.call('PUT', '/api/entity/Backup Plan', { id: 'Daily', prove: which })).message).toBe('')
}

/** The newest backup of acme. */
async function newest(): Promise<string> {
  const stored = (await backups.list()).filter(({ status }) => ['Stored', 'Proving', 'Proven'].includes(status))
  return stored[0]?.id ?? ''
}

const isData = (path: string) => path.startsWith('/api/internal/backup/data.sqlite')
const isSent = (path: string) => path.startsWith('/api/internal/restore/store/')

/** The parts of copies that are read while `work` runs. */
async function partsReadBy(
  work: () => Promise<unknown>,
  breaks: (path: string) => number | undefined = () => undefined,
) {
  const read: string[] = []
  world.cluster.cutOff = (path) => {
    const [, part] = /^\/api\/internal\/backup\/(.+)\?/.exec(path) ?? []
    if (part !== undefined) read.push(part)
    return part === undefined ? undefined : breaks(part)
  }
  await work()
  world.cluster.cutOff = undefined
  return read
}

test('a running site is copied over a line that breaks, proven, and keeps nothing of the copy', async () => {
  let isBroken = false
  let taken = ''
  const takeOne = async () => {
    taken = await take()
  }
  const read = await partsReadBy(takeOne, (part) => {
    if (isBroken || part !== 'data.sqlite') return undefined
    isBroken = true
    return 200_000
  })
  expect(read.filter((part) => part === 'data.sqlite')).toHaveLength(2)
  expect(read.filter((part) => part.startsWith('files/'))).toEqual([
    expect.stringMatching(/contract-[0-9a-f]{6}\.txt$/),
  ])
  // The site lets go of it when HQ has told it, which may come after the record tells the end.
  await vi.waitFor(() => expect(existsSync(join(world.volumeOf('acme'), '.copy'))).toBe(false), { timeout: 30_000 })
  await backups.until(taken, 'Proven')
  const { json } = await world.hq.act('acme', 'load_project_data')
  expect(json.data).toMatchObject({ status: 'Running', backup_state: 'Proven', restarts: 0 })
  await prove('Weekly')
})

test('files that the store has are not read again, and those of a site that does not run are handed over', async () => {
  await world.hq.act('acme', 'stop_project')
  const read = await partsReadBy(take)
  expect(read.toSorted()).toEqual(['config.json', 'data.sqlite', 'site.key'])
  expect([world.deploymentOf('acme').spec.replicas, world.podOf('acme')]).toEqual([0, undefined])
  expect((await world.hq.project('acme')).status).toBe('Stopped')
  await world.hq.act('acme', 'start_project')
  await world.hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first'])
})

/** Waits until a restore is over; resolves to what was told of it, but for what was told before. */
async function outcome(before = ''): Promise<string> {
  let told = ''
  const isOver = async () => {
    const { events } = (await world.hq.act('acme', 'load_project_data')).json.data
    told = events.find(({ event, message }: Note) => event === 'restore' && message)?.message
    expect(told).toMatch(/is restored|could not be restored|HQ ended/)
    expect(told).not.toBe(before)
  }
  await vi.waitFor(isOver, { timeout: 60_000, interval: 200 })
  return told
}

/** Asks again while the backup after a restore goes on. */
async function act(action: string, data: object): Promise<HqAnswer> {
  let answer = await world.hq.act('acme', action, data)
  const isTaken = async () => {
    if (answer.status === 409) answer = await world.hq.act('acme', action, data)
    expect(answer.message).toBe('')
  }
  await vi.waitFor(isTaken, { timeout: 60_000, interval: 100 })
  return answer
}

interface Note {
  event: string
  message: string | null
}

test('a lost record comes back out of a backup with its file', async () => {
  const backup = await take()
  const stored = () => readdirSync(join(world.volumeOf('acme'), 'files', 'private'))
  expect((await world.atSite('acme', 'DELETE', `/api/entity/Canned Text/${first}`)).status).toBe(200)
  expect((await world.atSite('acme', 'POST', '/api/app/empty_trash', {})).status).toBe(200)
  await expect.poll(stored).toEqual([])
  const { message, json } = await act('restore_records', { backup, entity: 'Canned Text', ids: [first] })
  expect([message, json.data]).toMatchObject(['', { restored: 1, failed: [] }])
  expect([await notes(), stored()]).toEqual([['first'], [expect.stringMatching(/^contract-/)]])
  expect(readdirSync(join(world.volumeOf('acme'), '.delivered'))).toEqual([])
})

test('a project is restored on its volume, and its former data stay there for a while', async () => {
  const backup = await take()
  await backups.pin(backup)
  await note('second')
  expect((await act('restore_project', { backup })).json.data.status).toBe('Provisioning')
  expect(await outcome()).toBe(`The project is restored from backup ${backup}.`)
  await world.hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first'])
  const hidden = readdirSync(world.volumeOf('acme')).filter((name) => name.startsWith('.re'))
  expect(hidden).toEqual([expect.stringMatching(/^\.replaced\.\d+$/)])
  expect(world.configOf('acme')).toMatchObject({ site: 'acme', cookie_name: 'sid_acme' })
})

test('a restore whose line breaks for good leaves the project as it was', async () => {
  await note('third')
  world.cluster.cutOffSent = isSent
  const before = await outcome()
  await act('restore_project', { backup: await newest() })
  expect(await outcome(before)).toMatch(/^The project could not be restored and is as it was before\. The cluster/)
  world.cluster.cutOffSent = undefined
  await world.hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first', 'third'])
  expect(readdirSync(world.volumeOf('acme'))).not.toContain('.restoring')
})

/** The last backups of a project that is gone, newest first. */
async function finals(id: string): Promise<{ id: string; status: string; error: string; project: string | null }[]> {
  const filters = JSON.stringify({ project_id: id, type: 'Final' })
  const query = `fields=["status","error","project"]&filters=${filters}&order_by=taken_at desc`
  return (await world.hq.call('GET', `/api/entity/Backup?${query}`)).json.data
}

const untilGone = (id: string) =>
  expect.poll(async () => (await world.hq.call('GET', `/api/entity/Project/${id}`)).status).toBe(404)

test('a deleted project leaves a proven backup, of which a new one is made, and comes back from the trash itself', async () => {
  await prove('Every Backup')
  await world.hq.act('acme', 'stop_project')
  const removed = await world.hq.call('DELETE', '/api/entity/Project/acme')
  expect([removed.status, removed.message]).toEqual([200, ''])
  await untilGone('acme')
  const [final, ...more] = await finals('acme')
  expect([final?.project ?? null, more]).toEqual([null, []])
  const { proof } = await backups.until(final?.id ?? '', 'Proven', 'Failed')
  expect(proof).toMatchObject({ ok: 1, files: 1, failed: [] })
  await prove('Weekly')

  const path = `/api/entity/Backup/${final?.id}?run_method=restore_as_new`
  const { message, json } = await world.hq.call('POST', path, {
    data: { id: 'again', project_name: 'Again', environment: 'Demo' },
  })
  expect([message, json.data]).toEqual(['', { project: 'again' }])
  await world.hq.until('again', 'Running')
  expect(await notes('again')).toEqual(['first', 'third'])
  expect(readdirSync(join(world.volumeOf('again'), 'files', 'private'))).toEqual([expect.stringMatching(/^contract-/)])
  await world.hq.act('again', 'stop_project')

  const { items } = (await world.hq.call('GET', '/api/hq/trash')).json
  expect(items).toMatchObject([{ id: 'acme', project_name: 'acme', bytes: 5 * 1024 ** 3 }])
  const bringBack = (id?: string) => world.hq.call('POST', '/api/hq/restore_from_trash', { name: items[0].name, id })
  const other = await bringBack('other')
  expect([other.status, other.message]).toEqual([409, 'In a cluster a project comes back under its own id alone.'])
  expect((await bringBack()).json.entity).toMatchObject({ id: 'acme', status: 'Stopped' })
  expect((await finals('acme')).map(({ id, status, project }) => [id, status, project])).toEqual([
    [final?.id, 'Proven', 'acme'],
  ])
  await world.hq.act('acme', 'start_project')
  await world.hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first', 'third'])
  expect((await world.hq.call('GET', '/api/hq/trash')).json.items).toEqual([])
})

test('a clone stands in the cluster, and reaches nobody', async () => {
  const { json } = await act('clone_project', { id: 'trial', project_name: 'Trial', mask: 0 })
  expect(json.data).toEqual({ project: 'trial' })
  await world.hq.until('trial', 'Running')
  expect(await notes('trial')).toEqual(['first', 'third'])
  expect(world.configOf('trial')).toMatchObject({ environment: 'Staging', reach: 'nobody' })
  expect(await world.hq.project('trial')).toMatchObject({ environment: 'Staging' })
})

/** Plans what of the clone goes to its original. */
async function planned(): Promise<string> {
  // The clone is Running a moment before the work on it is over.
  const plan = async () => {
    const { message, json } = await world.hq.act('trial', 'plan_promotion', { target: 'acme' })
    expect(message).toBe('')
    return json.data.promotion
  }
  return vi.waitFor(plan, { timeout: 60_000, interval: 200 })
}

const readPromotion = async (id: string) => (await world.hq.call('GET', `/api/entity/Promotion/${id}`)).json.entity

test('a change in the clone is promoted, and taken back', async () => {
  await note('fourth', 'trial')
  const promotion = await planned()
  const read = () => readPromotion(promotion)
  const step = async (name: string, status: string) => {
    await vi.waitFor(
      async () => {
        const path = `/api/entity/Promotion/${promotion}?run_method=${name}`
        expect((await world.hq.call('POST', path, { data: {} })).message).toBe('')
      },
      { timeout: 60_000, interval: 200 },
    )
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status }), { timeout: 60_000, interval: 200 })
  }
  expect((await read()).items).toMatchObject([{ change: 'add', picked: 1 }])
  await step('rehearse', 'Rehearsed')
  expect((await read()).rehearsal).toMatchObject({ items: 1, failed: [] })
  await step('apply', 'Applied')
  expect(await notes()).toEqual(['first', 'fourth', 'third'])
  await step('roll_back', 'Rolled Back')
  expect(await notes()).toEqual(['first', 'third'])
})

const messages = async (id: string): Promise<string[]> =>
  (await world.hq.act(id, 'load_project_data')).json.data.events.map(({ message }: Note) => message)

const recordOf = async (id: string) => (await world.hq.call('GET', `/api/entity/Project/${id}`)).json.entity

/** Begins to refresh the clone; asks again while a promotion ends. */
async function refresh(): Promise<void> {
  const ask = async () => {
    const { message, json } = await world.hq.act('trial', 'refresh_clone', { mask: 0, keep_definitions: 1 })
    expect([message, json.data]).toEqual(['', { status: 'Provisioning' }])
  }
  await vi.waitFor(ask, { timeout: 60_000, interval: 200 })
}

test('after a promotion the clone is made anew on its volume, and keeps what it changed', async () => {
  await note('fifth')
  const before = await recordOf('trial')
  const claim = world.claimOf('trial').metadata.uid
  await refresh()
  await expect.poll(() => messages('trial'), { interval: 200 }).toContain('The clone is refreshed from acme.')
  await world.hq.until('trial', 'Running')
  expect(await notes('trial')).toEqual(['fifth', 'first', 'fourth', 'third'])
  expect(world.claimOf('trial').metadata.uid).toBe(claim)
  expect(world.configOf('trial')).toMatchObject({ environment: 'Staging', reach: 'nobody' })
  const after = await recordOf('trial')
  for (const name of ['staging_url', 'environment', 'clone_of', 'project_name']) expect(after[name]).toBe(before[name])
  // Both share the fresh definitions from now on, so that the plan has the clone's own changes alone.
  expect((await readPromotion(await planned())).items).toMatchObject([{ change: 'add', after: { title: 'fourth' } }])
})

test('a restore and a copy of a stopped site that HQ left are taken back and ended at its next start', async () => {
  const [sending, copying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  world.cluster.held = (path) => {
    if (isSent(path)) sending.resolve()
    return isSent(path)
  }
  await act('restore_project', { backup: await newest() })
  await sending.promise
  world.cluster.held = (path) => {
    if (isData(path)) copying.resolve()
    return isData(path) || isSent(path)
  }
  expect((await world.hq.act('again', 'take_backup')).message).toBe('')
  await copying.promise
  await world.restart()
  backups = backupCalls(world.hq)
  await world.hq.until('acme', 'Running')
  expect(await outcome()).toMatch(/^HQ ended while the project was restored\. The project is as it was/)
  expect(await notes()).toEqual(['fifth', 'first', 'third'])
  expect(halfIn('acme')).toEqual([])
  await expect.poll(() => world.podOf('again'), { timeout: 30_000 }).toBeUndefined()
  const { status, error } = await backups.read((await backups.list('again'))[0]?.id ?? '')
  expect([status, error]).toEqual(['Failed', 'HQ ended while the backup was made.'])
})

/** Data on a project's volume that are not in their place. */
const halfIn = (id: string) =>
  readdirSync(world.volumeOf(id)).filter((name) => /^\.(restoring|replacing|placing)$/.test(name))

test('a killed HQ takes back the refreshing of a clone, and goes on with a deletion', async () => {
  const [sending, copying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await world.killIn(async () => {
    world.cluster.held = (path) => {
      if (isSent(path)) sending.resolve()
      return isSent(path)
    }
    await refresh()
    await sending.promise
    world.cluster.held = (path) => {
      if (isData(path)) copying.resolve()
      return isData(path) || isSent(path)
    }
    world.hq.call('DELETE', '/api/entity/Project/again').catch(() => 'its HQ is killed')
    await copying.promise
  })
  backups = backupCalls(world.hq)
  await untilGone('again')
  const said = 'HQ ended while the backup was made.'
  expect((await finals('again')).map(({ status, error }) => [status, error])).toEqual([
    ['Stored', null],
    ['Failed', said],
  ])
  expect((await world.hq.call('GET', '/api/hq/trash')).json.items).toMatchObject([{ id: 'again' }])
  expect(world.namesIn('again')).toEqual([expect.stringMatching(/^PersistentVolumeClaim/)])

  await world.hq.until('trial', 'Running')
  expect(await messages('trial')).toContain('HQ ended while the clone was refreshed. It is as it was before.')
  expect(await notes('trial')).toEqual(['fifth', 'first', 'fourth', 'third'])
  expect(halfIn('trial')).toEqual([])
  expect([(await recordOf('acme')).under_way, (await recordOf('trial')).under_way]).toEqual([null, null])
})
