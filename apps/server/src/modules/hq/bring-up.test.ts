import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { override } from '../../testing/override.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { defaultTiming } from './hq.ts'

override(defaultTiming, { backOff: [50], placeTimeout: 500, leaveGrace: 500 })

let hq: TestHq

afterEach(() => hq.remove())

/** Makes a stopped project whose site will wait forever for the bytes of its key. */
async function makeHanging(id: string): Promise<void> {
  await hq.create(id)
  await hq.until(id, 'Running')
  await hq.act(id, 'stop_project')
  const key = join(hq.folder(id), 'site.key')
  rmSync(key)
  execFileSync('mkfifo', [key])
}

test('sites that hang while they start delay no other', async () => {
  hq = await startHq()
  const hanging = Array.from({ length: availableParallelism() + 1 }, (_, index) => `hangs-${index}`)
  await Promise.all(hanging.map(makeHanging))
  for (const id of hanging) expect((await hq.act(id, 'start_project')).status).toBe(200)
  await hq.create('quick')
  await hq.until('quick', 'Running')
  const states = await Promise.all(hanging.map(async (id) => (await hq.project(id)).status))
  expect(new Set(states)).toEqual(new Set(['Provisioning']))
})

test('a site that ends before it answers fails with the exit code or signal of its process', async () => {
  hq = await startHq()
  await makeHanging('early')
  await hq.act('early', 'start_project')
  const processOf = () => execFileSync('pgrep', ['-f', hq.folder('early')], { encoding: 'utf8' })
  await expect.poll(() => Number.parseInt(processOf(), 10)).toBeGreaterThan(0)
  process.kill(Number.parseInt(processOf(), 10), 'SIGKILL')
  const { lastError } = await hq.until('early', 'Failed')
  expect(lastError).toBe('The site ended before it answered.\nSignal: SIGKILL.')
})
