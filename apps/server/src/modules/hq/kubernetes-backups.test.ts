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
  expect(await backups.until(id, 'Proven', 'Failed')).toMatchObject({ status: 'Proven', error: null })
  return id
}

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
  const read = await partsReadBy(take, (part) => {
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
  const { json } = await world.hq.act('acme', 'load_project_data')
  expect(json.data).toMatchObject({ status: 'Running', backup_state: 'Proven', restarts: 0 })
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
  await vi.waitFor(isOver, { timeout: 60_000, interval: 50 })
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
  const [{ id } = { id: '' }] = (await backups.list()).filter(({ status }) => status === 'Proven')
  await note('third')
  world.cluster.cutOffSent = (path) => path.startsWith('/api/internal/restore/store/')
  const before = await outcome()
  await act('restore_project', { backup: id })
  expect(await outcome(before)).toMatch(/^The project could not be restored and is as it was before\. The cluster/)
  world.cluster.cutOffSent = undefined
  await world.hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first', 'third'])
  expect(readdirSync(world.volumeOf('acme'))).not.toContain('.restoring')
})

test('a backup becomes a project of its own in the cluster', async () => {
  const backup = await take()
  const path = `/api/entity/Backup/${backup}?run_method=restore_as_new`
  const { json } = await world.hq.call('POST', path, {
    data: { id: 'again', project_name: 'Again', environment: 'Demo' },
  })
  expect(json.data).toEqual({ project: 'again' })
  await world.hq.until('again', 'Running')
  expect(await notes('again')).toEqual(['first', 'third'])
  await world.hq.act('again', 'stop_project')
})

test('a clone stands in the cluster, and reaches nobody', async () => {
  const { json } = await act('clone_project', { id: 'trial', project_name: 'Trial', mask: 0 })
  expect(json.data).toEqual({ project: 'trial' })
  await world.hq.until('trial', 'Running')
  expect(await notes('trial')).toEqual(['first', 'third'])
  expect(world.configOf('trial')).toMatchObject({ environment: 'Staging', reach: 'nobody' })
  expect(await world.hq.project('trial')).toMatchObject({ environment: 'Staging' })
})

test('a change in the clone is promoted, and taken back', async () => {
  await note('fourth', 'trial')
  // The clone is Running a moment before the work on it is over.
  const plan = async () => {
    const { message, json } = await world.hq.act('trial', 'plan_promotion', { target: 'acme' })
    expect(message).toBe('')
    return json.data
  }
  const { promotion } = await vi.waitFor(plan, { timeout: 60_000, interval: 100 })
  const read = async () => (await world.hq.call('GET', `/api/entity/Promotion/${promotion}`)).json.entity
  const step = async (name: string, status: string) => {
    await vi.waitFor(
      async () => {
        const path = `/api/entity/Promotion/${promotion}?run_method=${name}`
        expect((await world.hq.call('POST', path, { data: {} })).message).toBe('')
      },
      { timeout: 60_000, interval: 100 },
    )
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status }), { timeout: 60_000, interval: 100 })
  }
  expect((await read()).items).toMatchObject([{ change: 'add', picked: 1 }])
  await step('rehearse', 'Rehearsed')
  expect((await read()).rehearsal).toMatchObject({ items: 1, failed: [] })
  await step('apply', 'Applied')
  expect(await notes()).toEqual(['first', 'fourth', 'third'])
  await step('roll_back', 'Rolled Back')
  expect(await notes()).toEqual(['first', 'third'])
})

test('a restore that HQ left is taken back at its next start', async () => {
  const [{ id } = { id: '' }] = (await backups.list()).filter(({ status }) => status === 'Proven')
  const begun = Promise.withResolvers<void>()
  world.cluster.cutOffSent = (path) => {
    if (path.startsWith('/api/internal/restore/store/')) begun.resolve()
    return false
  }
  await act('restore_project', { backup: id })
  await begun.promise
  await world.restart()
  backups = backupCalls(world.hq)
  await world.hq.until('acme', 'Running')
  expect(await outcome()).toMatch(
    /^HQ ended while the project was restored\. The (project is as it was|restore is finished)/,
  )
  expect(await notes()).toEqual(['first', 'third'])
  expect(readdirSync(world.volumeOf('acme')).filter((name) => /^\.(restoring|replacing|placing)$/.test(name))).toEqual(
    [],
  )
})

test('a copy of a stopped site that HQ left is ended at its next start', async () => {
  await world.hq.act('acme', 'stop_project')
  const begun = Promise.withResolvers<void>()
  world.cluster.cutOff = (path) => {
    if (path.startsWith('/api/internal/backup/data.sqlite')) begun.resolve()
    return undefined
  }
  await act('take_backup', {})
  await begun.promise
  await world.restart()
  backups = backupCalls(world.hq)
  await expect.poll(() => world.podOf('acme'), { timeout: 30_000 }).toBeUndefined()
  const { status, error } = await backups.read((await backups.list())[0]?.id ?? '')
  expect([status, error]).toEqual(['Failed', 'HQ ended while the backup was made.'])
})

test('a deleted project comes back from the trash with its data, under its own id', async () => {
  await world.hq.act('acme', 'stop_project')
  const removed = await world.hq.call('DELETE', '/api/entity/Project/acme')
  expect([removed.status, removed.message]).toEqual([200, ''])
  await expect.poll(async () => (await world.hq.call('GET', '/api/entity/Project/acme')).status).toBe(404)
  const { items } = (await world.hq.call('GET', '/api/hq/trash')).json
  expect(items).toMatchObject([{ id: 'acme', project_name: 'acme', bytes: 5 * 1024 ** 3 }])
  const bringBack = (id?: string) => world.hq.call('POST', '/api/hq/restore_from_trash', { name: items[0].name, id })
  const other = await bringBack('other')
  expect([other.status, other.message]).toEqual([409, 'In a cluster a project comes back under its own id alone.'])
  expect((await bringBack()).json.entity).toMatchObject({ id: 'acme', status: 'Stopped' })
  await world.hq.act('acme', 'start_project')
  await world.hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first', 'third'])
  expect((await world.hq.call('GET', '/api/hq/trash')).json.items).toEqual([])
})
