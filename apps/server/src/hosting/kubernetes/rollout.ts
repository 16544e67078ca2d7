import { setTimeout as wait } from 'node:timers/promises'
import { HostingFault, type SitePlace } from '../driver.ts'
import { notAnswering } from '../faults.ts'
import type { ClusterApi } from './cluster-api.ts'
import { ClusterSite } from './cluster-site.ts'
import { namespaceOf, paths, selectorOf } from './names.ts'
import { type Deployment, faultOf, isReady, isRolledOut, livePod, type Pod, whyWaiting } from './pods.ts'
import { SiteCalls } from './site-calls.ts'

/** Longest time from a start to the first answer, and between two looks (reference: hosting, Timing). */
const startPatience = 60_000
const glance = 500
/** Time that the cluster gets to end a pod whose own time is over. */
const killPatience = 20_000

/** The project's pods, without those that a node threw out and the cluster merely remembers. @throws HostingFault */
export async function podsOf(api: ClusterApi, site: SitePlace): Promise<Pod[]> {
  const pods = await api.list<Pod>(paths.pods(namespaceOf(site)), selectorOf(site))
  return pods.filter(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded')
}

/** The site, once its pod is ready and it answers through its Service; undefined otherwise. @throws HostingFault */
export async function siteNow(
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
export async function untilServing(api: ClusterApi, site: SitePlace, signal: AbortSignal): Promise<ClusterSite> {
  const latest = performance.now() + startPatience
  let last: HostingFault | undefined
  for (; performance.now() < latest; await wait(glance, undefined, { signal })) {
    try {
      const deployment = await api.get<Deployment>(paths.deployment(namespaceOf(site)))
      const pods = await podsOf(api, site)
      const isNewest = deployment !== undefined && isRolledOut(deployment)
      const fault = faultOf(deployment, isNewest ? livePod(pods) : undefined)
      if (fault) throw fault
      const serving = isNewest ? await siteNow(api, site, pods) : undefined
      if (serving) return serving
      last = whyWaiting(livePod(pods))
    } catch (error) {
      // Away for a moment; the site may be coming up all the same.
      if (!(error instanceof HostingFault && error.kind === 'away')) throw error
      last = error
    }
  }
  throw last ?? notAnswering()
}

/** Waits until its pods are gone, for `patience` milliseconds and then with less of it for them. @throws HostingFault */
export async function untilGone(api: ClusterApi, site: SitePlace, patience: number): Promise<void> {
  const latest = performance.now() + patience
  let isForced = false
  for (const end = latest + killPatience; ; await wait(glance)) {
    const pods = await podsOf(api, site)
    if (pods.length === 0) return
    if (performance.now() > end) throw new HostingFault({ text: 'The site could not be ended.' })
    if (isForced || performance.now() < latest) continue
    isForced = true
    // One second, not none: with none the cluster would forget a pod that may still write.
    for (const { metadata } of pods) await remove(metadata.name)
  }

  function remove(name: string): Promise<void> {
    return api.remove(paths.pod(namespaceOf(site), name), { gracePeriodSeconds: 1 })
  }
}
