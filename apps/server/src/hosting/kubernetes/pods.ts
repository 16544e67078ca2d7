import type { HostingFault } from '../driver.ts'
import { endedEarly } from '../faults.ts'
import type { SiteEnd } from '../site-end.ts'
import { noImage, noRoom, refused } from './cluster-faults.ts'
import { siteName } from './names.ts'

interface ContainerState {
  running?: { startedAt: string }
  waiting?: { reason?: string; message?: string }
  terminated?: { message?: string; exitCode?: number; finishedAt?: string }
}

interface Condition {
  type: string
  status: string
  reason?: string
  message?: string
}

/** The fields of a pod that HQ reads. */
export interface Pod {
  metadata: { name: string; uid: string; deletionTimestamp?: string }
  status?: {
    phase?: string
    conditions?: Condition[]
    containerStatuses?: {
      name: string
      image?: string
      restartCount: number
      state?: ContainerState
      lastState?: ContainerState
    }[]
  }
}

/** The fields of a deployment that HQ reads. */
export interface Deployment {
  metadata: { generation: number; labels?: Record<string, string> }
  spec: { replicas?: number; template: { metadata?: { annotations?: Record<string, string> } } }
  status?: { observedGeneration?: number; replicas?: number; updatedReplicas?: number; conditions?: Condition[] }
}

/** The pod that is not being deleted. */
export const livePod = (pods: readonly Pod[]) => pods.find(({ metadata }) => metadata.deletionTimestamp === undefined)

export const containerOf = ({ status }: Pod) => status?.containerStatuses?.find(({ name }) => name === siteName)

export const isReady = ({ status }: Pod) =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true

/** UTC, milliseconds; undefined while the container doesn't run. */
export function startOf(pod: Pod): number | undefined {
  const since = containerOf(pod)?.state?.running?.startedAt
  return since === undefined ? undefined : Date.parse(since)
}

/** Changes with each process that the pod runs. */
export const identityOf = (pod: Pod) => `${pod.metadata.uid} ${containerOf(pod)?.restartCount ?? 0}`

/** How the current process ended, or the one before it while the current one runs. */
export function lastEnd(pod: Pod): SiteEnd | undefined {
  const { state, lastState } = containerOf(pod) ?? {}
  const exitCode = (state?.terminated ?? lastState?.terminated)?.exitCode
  return exitCode === undefined ? undefined : { exitCode }
}

/** True when the container ended and waits for its next restart. */
export function hasEnded(pod: Pod): boolean {
  const state = containerOf(pod)?.state
  return state?.terminated !== undefined || state?.waiting?.reason === 'CrashLoopBackOff'
}

/** True once the only pod is of the newest template. */
export const isRolledOut = ({ metadata, status }: Deployment) =>
  status?.observedGeneration === metadata.generation && status.replicas === 1 && status.updatedReplicas === 1

const imageTroubles = ['ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull']
const configTroubles = ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError']

/** A fault that the cluster will not resolve by itself. */
export function faultOf(deployment: Deployment | undefined, pod: Pod | undefined): HostingFault | undefined {
  const failure = deployment?.status?.conditions?.find(
    ({ type, status }) => type === 'ReplicaFailure' && status === 'True',
  )
  if (!pod) return failure && refused(failure.message ?? failure.reason ?? '')
  const container = containerOf(pod)
  const waiting = container?.state?.waiting
  if (waiting?.reason && imageTroubles.includes(waiting.reason)) {
    return noImage(container?.image ?? '', waiting.message ?? waiting.reason)
  }
  if (waiting?.reason && configTroubles.includes(waiting.reason)) return refused(waiting.message ?? waiting.reason)
  return hasEnded(pod) ? endedEarly(lastWords(pod), lastEnd(pod)) : undefined
}

/** The reason why a pod can't be scheduled yet; it may go away. */
export function whyWaiting(pod: Pod | undefined): HostingFault | undefined {
  const scheduled = pod?.status?.conditions?.find(({ type }) => type === 'PodScheduled')
  return scheduled?.status === 'False' ? noRoom(scheduled.message ?? scheduled.reason ?? '') : undefined
}

/** The site's own sentence; more than one line is a stack, which belongs in the log and not on the screen. */
function lastWords(pod: Pod): string {
  const { state, lastState } = containerOf(pod) ?? {}
  const words = (state?.terminated ?? lastState?.terminated)?.message ?? ''
  const lines = words
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('{') && !line.startsWith('Ready '))
  return lines.length === 1 ? (lines[0] as string).trim() : ''
}
