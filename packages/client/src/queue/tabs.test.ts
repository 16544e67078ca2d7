import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryBrowser } from './testing/browser.ts'
import { type Site, startSite } from './testing/site.ts'

let site: Site

beforeEach(async () => {
  site = await startSite(2)
})
afterEach(async () => {
  await site.close()
  vi.resetModules()
})

const browser = memoryBrowser()

/** A tab of its own: each has its own modules, and with them its own changes on screen. */
async function openTab() {
  vi.resetModules()
  const { openTab: open } = await import('./testing/tab.ts')
  const { queuedChanges } = await import('../waiting.ts')
  const tab = await open(site, browser)
  await tab.tasks.loadMeta()
  return { ...tab, changes: () => queuedChanges.getSnapshot().changes }
}

test('two tabs show what waits; one of them sends it, and the other follows a new record to its id', async () => {
  const [one, two] = [await openTab(), await openTab()]
  site.network = 'down'
  const { id } = await one.tasks.create({ subject: 'Of the first tab' })
  await expect.poll(() => two.changes()).toHaveLength(1)
  await two.tasks.update('TASK-0000', { subject: 'Of the second tab' })
  await expect.poll(() => one.changes()).toHaveLength(2)
  two.tasks.openRecord(id)
  await expect.poll(() => two.tasks.getSnapshot().activeEntity?.subject).toBe('Of the first tab')

  site.network = 'up'
  one.queue.wake()
  two.queue.wake()
  await expect.poll(() => [...one.changes(), ...two.changes()]).toEqual([])
  expect(site.writes()).toEqual(['POST Of the first tab', 'PUT Of the second tab'])
  expect([...one.told, ...two.told]).toHaveLength(2)
  expect([...one.told, ...two.told]).toEqual(
    expect.arrayContaining([
      ['Of the first tab', 'sent'],
      ['Of the second tab', 'sent'],
    ]),
  )
  const newId = site.tasks[0]?.id
  await expect.poll(() => two.tasks.getSnapshot().notice).toMatchObject({ kind: 'renamed', newId })
  one.close()
  two.close()
})

test('a change that another tab takes back while it is about to be sent is not sent', async () => {
  const [one, two] = [await openTab(), await openTab()]
  site.network = 'down'
  await one.tasks.update('TASK-0000', { subject: 'First' })
  await one.tasks.update('TASK-0001', { subject: 'Second' })
  await expect.poll(() => two.changes()).toHaveLength(2)
  const [, second] = two.changes()
  await two.queue.takeBack(second?.operation ?? '')
  site.network = 'up'
  one.queue.wake()
  await expect.poll(() => [...one.changes(), ...two.changes()]).toEqual([])
  expect(site.writes()).toEqual(['PUT First'])
  one.close()
  two.close()
})
