import type { SitePlace } from '../driver.ts'
import { claimData } from './claims.ts'
import type { ClusterApi } from './cluster-api.ts'
import { marks, namespaceOf, paths, podPort } from './names.ts'
import { isClosed, networkPolicyObject } from './network-policy.ts'
import { deploymentObject, receiver, secretObject, serviceObject } from './objects.ts'
import { type Deployment, hasEnded } from './pods.ts'
import { podsOf, waitUntilGone, waitUntilServing } from './rollout.ts'
import { SiteCalls } from './site-calls.ts'

/** The claim of a project, and calls to the program that hands its data over. */
export interface Receiver {
  calls: SiteCalls
  claim: string
}

/** Time that the program gets to end. Milliseconds. */
const grace = 10_000

/**
 * Starts the program on the data of a project that does not run, to hand them over or to take others; with `isNew` it may
 * have none yet. The project's next start writes its own configuration over this one.
 * @throws HostingFault
 */
export async function startReceiver(
  api: ClusterApi,
  place: SitePlace,
  { isNew, signal }: { isNew: boolean; signal: AbortSignal },
): Promise<Receiver> {
  const namespace = namespaceOf(place)
  const claim = await claimData(api, place, isNew, { [marks.receiving]: 'new' })
  const config = { site: place.id, instance_secret: place.instanceSecret, host: '0.0.0.0', port: podPort }
  await api.apply(paths.secret(namespace), secretObject({ ...place, config }))
  await api.apply(paths.service(namespace), serviceObject(place))
  if (isClosed(place)) await api.apply(paths.networkPolicy(namespace), networkPolicyObject(place))
  await api.apply(paths.deployment(namespace), deploymentObject(place, claim, receiver))
  for (const pod of (await podsOf(api, place)).filter(hasEnded)) {
    await api.remove(paths.pod(namespace, pod.metadata.name))
  }
  await api.merge(paths.scale(namespace), { spec: { replicas: 1 } })
  await waitUntilServing(api, place, signal)
  return { calls: new SiteCalls(api, place), claim }
}

/** Ends the program, unless the project was started meanwhile. @throws HostingFault */
export async function endReceiver(api: ClusterApi, place: SitePlace): Promise<void> {
  if ((await programOf(api, place)) !== 'receiver') return
  await api.merge(paths.scale(namespaceOf(place)), { spec: { replicas: 0 } })
  await waitUntilGone(api, place, grace)
}

/** Tells what runs on the data of a project, or is about to. @throws HostingFault */
export async function programOf(api: ClusterApi, place: SitePlace): Promise<'site' | 'receiver' | undefined> {
  const deployment = await api.get<Deployment>(paths.deployment(namespaceOf(place)))
  if (!deployment || deployment.spec.replicas === 0) return undefined
  return deployment.spec.template.metadata?.annotations?.[marks.config] === receiver.mark ? 'receiver' : 'site'
}
