import { afterEach, beforeEach, expect, test } from 'vitest'
import { onSessionEnd } from '../request.ts'
import { until } from '../testing/until.ts'
import { queuedChanges } from '../waiting.ts'
import { type MemoryBrowser, memoryBrowser } from './testing/browser.ts'
import { type Site, startSite } from './testing/site.ts'
import { openTab, type Tab } from './testing/tab.ts'

let site: Site
let browser: MemoryBrowser
let tab: Tab

const first = 'TASK-0000'
const second = 'TASK-0001'

beforeEach(async () => {
  site = await startSite(2)
  browser = memoryBrowser()
  tab = await openTab(site, browser)
  await tab.tasks.loadMeta()
})

afterEach(async () => {
  tab.close()
  await site.close()
})

const restart = async (user?: string) => {
  tab.close()
  tab = await openTab(site, browser, user)
  if (site.network === 'up') await tab.tasks.loadMeta()
}
const reconnect = () => {
  site.network = 'up'
  tab.queue.wake()
}
const changesLeft = (count: number) => until(queuedChanges, ({ changes }) => changes.length === count)
const states = () => queuedChanges.getSnapshot().changes.map(({ state }) => state)
const operations = () => queuedChanges.getSnapshot().changes.map(({ operation }) => operation)
const rename = (id: string, subject: string) => tab.tasks.update(id, { subject })

test('changes of form, list and new-record window are sent in order once the network is back', async () => {
  site.network = 'down'
  const subjects = Array.from({ length: 27 }, (_, at) => `New ${at}`)
  await rename(first, 'Renamed')
  for (const subject of subjects) await tab.tasks.create({ subject })
  await tab.tasks.remove(second)
  tab.tasks.toggleSelected(first)
  await tab.tasks.updateSelected({ status: 'Done' })
  expect(states()).toHaveLength(30)
  reconnect()
  await changesLeft(0)
  const deletion = `DELETE /api/entity/Task/${second}`
  const bulk = 'POST /api/entity/Task/bulk-update'
  expect(site.writes()).toEqual(['PUT Renamed', ...subjects.map((one) => `POST ${one}`), deletion, bulk])
  expect(site.subjects()).toEqual([...subjects.toReversed(), 'Renamed'])
  expect(site.tasks.at(-1)).toMatchObject({ id: first, status: 'Done' })
  await expect.poll(() => tab.told).toHaveLength(30)
})

test('a change whose answer was lost is applied once, by a repeat after a restart too', async () => {
  site.network = 'unanswered'
  await rename(first, 'Once')
  expect(site.subjects()).toContain('Once')
  await restart()
  expect(states()).toEqual(['waiting'])
  reconnect()
  await changesLeft(0)
  expect(site.writes()).toEqual(['PUT Once'])
  await expect.poll(() => tab.told).toEqual([['Once', 'sent']])
})

test('a change that is taken back is undone on the server when its first attempt was written there', async () => {
  site.network = 'unanswered'
  await rename(first, 'Taken back')
  await tab.queue.takeBack(operations()[0] ?? '')
  expect(states()).toEqual(['undoing'])
  expect(site.subjects()).toContain('Taken back')
  await restart()
  reconnect()
  await changesLeft(0)
  expect(site.subjects()).toEqual(['Task 0', 'Task 1'])
  expect(site.writes()).toEqual(['PUT Taken back', 'undo'])
  await expect.poll(() => tab.told).toEqual([['Taken back', 'taken back']])
})

test('the undo is made once, however often its own answer is lost', async () => {
  site.network = 'unanswered'
  const { id } = await tab.tasks.create({ subject: 'Made' })
  await tab.tasks.update(id, { subject: 'Made and changed' })
  await tab.queue.takeBack(operations()[0] ?? '')
  expect(states()).toEqual(['undoing'])
  const isUndo = ({ query }: { query: object }) => 'run_method' in query
  const tried = site.waitFor(isUndo, 2)
  tab.queue.wake()
  tab.queue.wake()
  // The look at the session is answered, so that the undo is made.
  site.network = 'up'
  const lost = site.refuse
  let isLost = true
  site.refuse = (call) => {
    if (!isUndo(call) || !isLost) return undefined
    isLost = false
    return { status: 504 }
  }
  tab.queue.wake()
  await tried
  site.refuse = lost
  await changesLeft(0)
  expect(site.writes()).toEqual(['POST Made', 'undo'])
  expect(site.subjects()).toEqual(['Task 0', 'Task 1'])
})

test('a change that never arrived is taken back without a trace', async () => {
  site.network = 'down'
  await rename(first, 'Never')
  await rename(second, 'Behind it')
  await tab.queue.takeBack(operations()[1] ?? '')
  expect(states()).toEqual(['waiting'])
  await tab.queue.takeBack(operations()[0] ?? '')
  expect(states()).toEqual(['undoing'])
  reconnect()
  await changesLeft(0)
  expect(site.writes()).toEqual([])
  await expect.poll(() => tab.told).toEqual([['Never', 'taken back']])
})

test('a change that is given back after it was taken back is sent behind the others', async () => {
  site.network = 'down'
  await rename(first, 'Behind')
  await rename(second, 'Between')
  const [, between] = queuedChanges.getSnapshot().changes
  expect(tab.queue.lastOfTab()).toEqual(between)
  await rename(first, 'Again')
  const [, , last] = operations()
  const gone = await tab.queue.takeBack(last ?? '')
  expect(gone.map(({ values }) => values.subject)).toEqual(['Again'])
  expect(tab.queue.lastOfTab()).toEqual(between)
  await tab.queue.giveBack(gone)
  expect(tab.queue.lastOfTab()?.operation).toBe(last)
  reconnect()
  await changesLeft(0)
  expect(site.writes()).toEqual(['PUT Behind', 'PUT Between', 'PUT Again'])
  expect(tab.queue.lastOfTab()).toBeUndefined()
})

test('refused changes are kept with their reasons, and the others go on', async () => {
  site.network = 'down'
  await rename(first, 'No right')
  await tab.tasks.create({ subject: '' })
  await rename(second, 'Deleted meanwhile')
  await tab.tasks.create({ subject: 'Good' })
  site.tasks.pop()
  site.refuse = ({ body }) => {
    if (body.subject === 'No right') return { status: 403, body: { status: 403, message: 'Not permitted' } }
    return body.subject === '' ? { status: 417, body: { status: 417, message: 'Subject is required' } } : undefined
  }
  reconnect()
  await changesLeft(3)
  expect(states()).toEqual(['refused', 'refused', 'refused'])
  await expect
    .poll(() => tab.told)
    .toEqual([
      ['No right', 'refused', 'Not permitted'],
      ['', 'refused', 'Subject is required'],
      ['Deleted meanwhile', 'refused', 'Task  was not found.'],
      ['Good', 'sent'],
    ])
  expect(site.writes().filter((one) => one.startsWith('POST'))).toEqual(['POST Good'])
  await restart()
  expect(states()).toEqual(['refused', 'refused', 'refused'])
  for (const operation of operations()) await tab.queue.takeBack(operation)
  await restart()
  expect(states()).toEqual([])
})

test('a refused change is kept for two weeks by the clock of the server, and its end is told', async () => {
  site.refuse = () => ({ status: 403, body: { status: 403, message: 'Not permitted' } })
  site.network = 'down'
  await rename(first, 'Forbidden')
  reconnect()
  await until(queuedChanges, () => states()[0] === 'refused')
  const day = 86_400_000
  site.ahead = 13 * day
  await restart()
  await hearClock()
  await restart()
  expect(states()).toEqual(['refused'])
  expect(tab.failures.expired).toBe(0)
  site.ahead = 15 * day
  await hearClock()
  await restart()
  expect(states()).toEqual([])
  expect(tab.failures.expired).toBe(1)
  site.ahead = 0
  await hearClock()
})

/** A write tells the tab the clock of the server. */
async function hearClock(): Promise<void> {
  site.refuse = () => undefined
  await tab.tasks.create({ subject: 'Hear' })
}

test('a change older than 23 hours by the clock of the server is kept, and never sent', async () => {
  site.network = 'down'
  await rename(first, 'Too old')
  site.ahead = 24 * 3_600_000
  reconnect()
  await until(queuedChanges, () => states()[0] === 'refused')
  await expect.poll(() => tab.told).toEqual([['Too old', 'refused', 'It waited for more than 23 hours.']])
  expect(site.writes()).toEqual([])
  site.ahead = 0
  await hearClock()
})

test('an old change whose answer was lost is not kept as a draft of what the server has already', async () => {
  site.network = 'unanswered'
  await tab.tasks.create({ subject: 'Arrived' })
  site.ahead = 24 * 3_600_000
  reconnect()
  await changesLeft(0)
  await expect.poll(() => tab.told).toEqual([['Arrived', 'sent']])
  expect(site.writes()).toEqual(['POST Arrived'])
  site.ahead = 0
  await hearClock()
})

test('a machine whose clock is a day off sends its changes', async () => {
  for (const days of [-1, 1]) {
    site.ahead = days * 86_400_000
    await hearClock()
    site.network = 'down'
    await rename(first, `Off by ${days}`)
    reconnect()
    await changesLeft(0)
    expect(site.subjects()).toContain(`Off by ${days}`)
  }
  site.ahead = 0
  await hearClock()
})

test('a session that ends between two changes asks for the password, and sending goes on', async () => {
  site.network = 'down'
  await rename(first, 'Before')
  await rename(second, 'After')
  let asked = 0
  onSessionEnd(site.host, async () => {
    asked++
    site.user = asked === 1 ? 'Guest' : 'noa@example.com'
    return asked > 1
  })
  site.refuse = () => {
    // The first change is the last of the session.
    if (site.writes().length === 0) site.user = 'Guest'
    return undefined
  }
  reconnect()
  await changesLeft(1)
  // The person puts the window off, and nothing is lost.
  await expect.poll(() => asked).toBe(1)
  expect(states()).toEqual(['waiting'])
  onSessionEnd(site.host, async () => false)
  site.user = 'noa@example.com'
  tab.queue.wake()
  await changesLeft(0)
  expect(site.writes()).toEqual(['PUT Before', 'PUT After'])
})

test('while another person is signed in nothing is sent, and that person sees none of it', async () => {
  site.network = 'down'
  await rename(first, 'Mine')
  site.user = 'dan@example.com'
  reconnect()
  await site.waitFor(({ path }) => path === '/api/auth/validate', 1)
  await restart('dan@example.com')
  expect(states()).toEqual([])
  await rename(second, 'His own')
  expect(site.writes()).toEqual(['PUT His own'])
  site.user = 'noa@example.com'
  await restart()
  await changesLeft(0)
  expect(site.writes()).toEqual(['PUT His own', 'PUT Mine'])
})

test('without room in the browser that is told, and what reaches no server fails as before', async () => {
  browser.isFull = true
  site.network = 'down'
  await expect(rename(first, 'No room')).rejects.toMatchObject({ code: 0 })
  expect(tab.failures.storage).toBe(1)
  site.network = 'up'
  await rename(first, 'Sent at once')
  expect(site.subjects()).toContain('Sent at once')
})

test('a new record has its later change under the id that the server gives', async () => {
  site.network = 'down'
  const made = await tab.tasks.create({ subject: 'Roof' })
  await tab.tasks.update(made.id, { subject: 'Roofs' })
  reconnect()
  await changesLeft(0)
  expect(site.subjects()[0]).toBe('Roofs')
})
