import { setTimeout as wait } from 'node:timers/promises'
import { HostingFault, type SitePlace } from '../driver.ts'
import { notAnswering } from '../faults.ts'
import type { ClusterApi } from './cluster-api.ts'
import { ClusterSite } from './cluster-site.ts'
import { namespaceOf, paths, selectorOf } from './names.ts'
import { type Deployment, faultOf, isReady, isRolledOut, livePod, type Pod, whyWaiting } from './pods.ts'
import { SiteCalls } from './site-calls.ts'

/**
 * Maximum time from a start to the first answer, and time between two polls, in milliseconds (reference: hosting,
 * Timing).
 */
const startTimeout = 60_000
const pollInterval = 500
/** Time that the cluster gets to end a pod after its grace period, in milliseconds. */
const killTimeout = 20_000

/** The project's pods, without evicted and finished ones that the cluster still lists. @throws HostingFault */
export async function podsOf(api: ClusterApi, site: SitePlace): Promise<Pod[]> {
  const pods = await api.list<Pod>(paths.pods(namespaceOf(site)), selectorOf(site))
  return pods.filter(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded')
}

/** The site, once its pod is ready and it answers through its Service; undefined otherwise. @throws HostingFault */
export async function findServingSite(
  api: ClusterApi,
  site: SitePlace,
  pods: readonly Pod[],
): Promise<ClusterSite | undefined> {
  const pod = livePod(pods)
  if (!pod || !isReady(pod)) return undefined
  const calls = new SiteCalls(api, site)
  const answer = await calls.health()
  return answer?.ready ? new ClusterSite(pod, answer.version, calls, () => podsOf(api, site)) : undefined
}

/** Waits until the newest template serves. @throws HostingFault with the reason why it doesn't */
export async function waitUntilServing(api: ClusterApi, site: SitePlace, signal: AbortSignal): Promise<ClusterSite> {
  const latest = performance.now() + startTimeout
  let last: HostingFault | undefined
  for (; performance.now() < latest; await wait(pollInterval, undefined, { signal })) {
    try {
      const deployment = await api.get<Deployment>(paths.deployment(namespaceOf(site)))
      const pods = await podsOf(api, site)
      const isNewest = deployment !== undefined && isRolledOut(deployment)
      const fault = faultOf(deployment, isNewest ? livePod(pods) : undefined)
      if (fault) throw fault
      const serving = isNewest ? await findServingSite(api, site, pods) : undefined
      if (serving) return serving
      last = whyWaiting(livePod(pods))
    } catch (error) {
      // The cluster is away for a moment; the site may still come up.
      if (!(error instanceof HostingFault && error.kind === 'away')) throw error
      last = error
    }
  }
  throw last ?? notAnswering()
}

/**
 * Waits `grace` milliseconds for the pods to go, then deletes them with a grace period of one second.
 * @throws HostingFault
 */
export async function waitUntilGone(api: ClusterApi, site: SitePlace, grace: number): Promise<void> {
  const latest = performance.now() + grace
  let isForced = false
  for (const end = latest + killTimeout; ; await wait(pollInterval)) {
    const pods = await podsOf(api, site)
    if (pods.length === 0) return
    if (performance.now() > end) throw new HostingFault({ text: 'The site could not be ended.' })
    if (isForced || performance.now() < latest) continue
    isForced = true
    // One second, not 0: with 0 the cluster would forget a pod that may still write.
    for (const { metadata } of pods) await remove(metadata.name)
  }

  function remove(name: string): Promise<void> {
    return api.remove(paths.pod(namespaceOf(site), name), { gracePeriodSeconds: 1 })
  }
}
