import { expect, test } from 'vitest'
import { HostingFault } from '../driver.ts'
import { ClusterSite } from './cluster-site.ts'
import type { Pod } from './pods.ts'
import type { HealthAnswer, SiteCalls } from './site-calls.ts'

const podOf = (uid: string, restartCount = 0, phase = 'Running'): Pod => ({
  metadata: { name: uid, uid },
  status: {
    phase,
    containerStatuses: [{ name: 'site', restartCount, state: { running: { startedAt: '2026-01-05T10:00:00Z' } } }],
  },
})
const away = () => Promise.reject(new HostingFault({ text: 'The cluster cannot be reached ({0}).' }, 'away'))
const serving = () =>
  Promise.resolve<HealthAnswer | undefined>({ status: 'ok', ready: true, site: 'acme', version: '1' })

async function look(pods: () => Promise<Pod[]>, health = serving): Promise<[object, string]> {
  const site = new ClusterSite(podOf('a'), '1', { health } as SiteCalls, pods)
  expect(site.startedAt).toBe(Date.UTC(2026, 0, 5, 10))
  let state = 'runs'
  void site.ended.then(() => (state = 'ended'))
  const { latencyMs: _, ...seen } = await site.health()
  await new Promise(setImmediate)
  return [seen, state]
}

test('health tells whether a site serves, is silent, has ended or is unknown', async () => {
  const same = async () => [podOf('a')]
  expect(await look(same)).toEqual([{ ok: true, status: 'ok' }, 'runs'])
  expect(await look(same, () => Promise.resolve(undefined))).toEqual([{ ok: false }, 'runs'])
  // It is overloaded, or its database is away: a restart would not help.
  for (const status of ['database', 'overloaded']) {
    const unready = () => Promise.resolve({ status, ready: false, site: 'acme', version: '1' })
    expect(await look(same, unready)).toEqual([{ ok: true, status }, 'runs'])
  }
  const starting = () => Promise.resolve({ status: 'starting', ready: false, site: 'acme', version: '1' })
  expect(await look(same, starting)).toEqual([{ ok: false, status: 'starting' }, 'runs'])
  // The cluster answers and the site doesn't: it hangs.
  expect(await look(same, away)).toEqual([{ ok: false }, 'runs'])
  expect(await look(away)).toEqual([{ ok: false, isUnknown: true }, 'runs'])
  for (const pods of [[], [podOf('a', 1)], [podOf('b')]]) {
    expect(await look(async () => pods)).toEqual([{ ok: false }, 'ended'])
  }
})
