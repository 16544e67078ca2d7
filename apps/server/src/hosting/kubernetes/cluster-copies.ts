import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CopyState } from '../copy-parts.ts'
import { HostingFault, type SiteCopies, type SitePlace } from '../driver.ts'
import { notAnswering } from '../faults.ts'
import type { ClusterApi } from './cluster-api.ts'
import { fetchPart } from './parts.ts'
import { persistently } from './persistently.ts'
import { endReceiver, programOf, startReceiver } from './receiving.ts'
import { SiteCalls } from './site-calls.ts'

const pollInterval = 250
/** Time for the copy of the database at the site, and for one question. Milliseconds. */
const copyTimeout = 3_600_000
const askTimeout = 30_000

/** Copies data of sites in a cluster through the calls of the site, or of the receiver where the site does not run. */
export function clusterCopies(apiOf: (site: SitePlace) => Promise<ClusterApi>, closing: AbortSignal): SiteCopies {
  return {
    settle: async (place) => endReceiver(await apiOf(place), place),

    async open(place) {
      const api = await apiOf(place)
      const isSite = (await programOf(api, place)) === 'site'
      const calls = isSite
        ? new SiteCalls(api, place)
        : (await startReceiver(api, place, { isNew: false, signal: closing })).calls
      const id = randomUUID()
      const release = async () => {
        if (isSite) await calls.tell('backup', { id, release: 1 })
        else await endReceiver(api, place)
      }
      try {
        const { state: _, ...copy } = await waitUntilReady(calls, id, closing)
        const fetch = (path: string, target: string, signal: AbortSignal) => {
          const part = copy.parts.find((one) => one.path === path)
          if (!part) throw new HostingFault({ text: 'Something went wrong while the backup was made.' })
          return fetchPart(calls, id, part, { target, signal: AbortSignal.any([signal, closing]) })
        }
        return { ...copy, fetch, release: () => release().catch(ignoreFault) }
      } catch (error) {
        await release().catch(ignoreFault)
        throw error
      }
    },
  }
}

async function waitUntilReady(
  calls: SiteCalls,
  id: string,
  signal: AbortSignal,
): Promise<Extract<CopyState, { state: 'ready' }>> {
  for (const latest = performance.now() + copyTimeout; performance.now() < latest; ) {
    const ask = () => calls.tell('backup', { id }, askTimeout)
    const answer = (await persistently(signal, ask)) as CopyState | undefined
    if (answer?.state === 'ready') return answer
    if (answer?.state === 'failed') throw new HostingFault(answer.detail)
    await wait(pollInterval, undefined, { signal })
  }
  throw notAnswering()
}

/** The copy ends by itself after a while; that of a receiver with the next start. */
function ignoreFault(error: unknown): void {
  if (!(error instanceof HostingFault)) throw error
}
