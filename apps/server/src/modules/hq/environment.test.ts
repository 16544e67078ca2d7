import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startHq, type TestHq } from '../../testing/test-hq.ts'

let hq: TestHq
const path = '/api/entity/Project/acme'

beforeAll(async () => {
  hq = await startHq()
  await hq.create('acme')
  await hq.until('acme', 'Running')
})

afterAll(() => hq.remove())

const configOf = (id: string) => {
  const { environment, reach, reach_only } = JSON.parse(readFileSync(join(hq.folder(id), 'config.json'), 'utf8'))
  return { environment, reach, reach_only }
}

/** The answer of the running site to who is signed in. */
async function siteAt(id: string): Promise<{ environment?: unknown }> {
  const { stagingUrl } = await hq.until(id, 'Running')
  const answer = await fetch(`${stagingUrl}/api/auth/validate`).catch(() => undefined)
  return ((await answer?.json()) as object | undefined) ?? {}
}

const untilSiteSays = (environment: string) =>
  vi.waitFor(async () => expect(await siteAt('acme')).toMatchObject({ environment }), { timeout: 60_000, interval: 50 })

test('a site learns at its start what it is for, and HQ itself is for nothing of these', async () => {
  expect(configOf('acme')).toEqual({ environment: 'Development', reach: 'people', reach_only: [] })
  expect(await siteAt('acme')).toMatchObject({ environment: 'Development' })
  expect((await hq.call('GET', '/api/auth/validate')).json.environment).toBe(null)
})

test('a running site begins anew when its environment or its recipients change, and for nothing else', async () => {
  const before = hq.pid('acme')
  await hq.call('PUT', path, { description: 'x', color: 'Red' })
  const staging_recipients = ' dana@example.com \n\n+972 50 123\n'
  await hq.call('PUT', path, { environment: 'Staging', staging_recipients })
  await untilSiteSays('Staging')
  const reach_only = ['dana@example.com', '+972 50 123']
  expect(configOf('acme')).toEqual({ environment: 'Staging', reach: 'nobody', reach_only })
  expect(hq.pid('acme')).not.toBe(before)
  const { json } = await hq.act('acme', 'load_project_data')
  expect(json.data.events.filter(({ event }: { event: string }) => event === 'restart').length).toBeGreaterThan(0)
  const starts = async () => (await hq.act('acme', 'get_history', { limit: 200 })).json.data.length
  const quiet = await starts()
  await hq.call('PUT', path, { environment: 'Staging', staging_recipients })
  expect(await starts()).toBe(quiet)
})
