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

/** What is read of a pod. */
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

/** What is read of a deployment. */
export interface Deployment {
  metadata: { generation: number; labels?: Record<string, string> }
  spec: { replicas?: number; template: { metadata?: { annotations?: Record<string, string> } } }
  status?: { observedGeneration?: number; replicas?: number; updatedReplicas?: number; conditions?: Condition[] }
}

/** The pod that is not on its way out. */
export const livePod = (pods: readonly Pod[]) => pods.find(({ metadata }) => metadata.deletionTimestamp === undefined)

export const containerOf = ({ status }: Pod) => status?.containerStatuses?.find(({ name }) => name === siteName)

export const isReady = ({ status }: Pod) =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true

/** UTC, milliseconds; undefined while it doesn't run. */
export function startOf(pod: Pod): number | undefined {
  const since = containerOf(pod)?.state?.running?.startedAt
  return since === undefined ? undefined : Date.parse(since)
}

/** Changes with each process that the pod runs. */
export const identityOf = (pod: Pod) => `${pod.metadata.uid} ${containerOf(pod)?.restartCount ?? 0}`

/** How the process before the present one ended, or the present one where it ended. */
export function lastEnd(pod: Pod): SiteEnd | undefined {
  const { state, lastState } = containerOf(pod) ?? {}
  const exitCode = (state?.terminated ?? lastState?.terminated)?.exitCode
  return exitCode === undefined ? undefined : { exitCode }
}

/** True for one that ended and waits for its next try. */
export function hasEnded(pod: Pod): boolean {
  const state = containerOf(pod)?.state
  return state?.terminated !== undefined || state?.waiting?.reason === 'CrashLoopBackOff'
}

/** True once the one pod there is, is of the newest template. */
export const isRolledOut = ({ metadata, status }: Deployment) =>
  status?.observedGeneration === metadata.generation && status.replicas === 1 && status.updatedReplicas === 1

const imageTroubles = ['ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull']
const configTroubles = ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError']

/** What will not mend itself. */
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

/** What keeps a pod from starting for as long as one cares to wait. */
export function whyWaiting(pod: Pod | undefined): HostingFault | undefined {
  const scheduled = pod?.status?.conditions?.find(({ type }) => type === 'PodScheduled')
  return scheduled?.status === 'False' ? noRoom(scheduled.message ?? scheduled.reason ?? '') : undefined
}

/** The site's own words; more than a sentence is a stack, which is for the log and not for a person. */
function lastWords(pod: Pod): string {
  const { state, lastState } = containerOf(pod) ?? {}
  const words = (state?.terminated ?? lastState?.terminated)?.message ?? ''
  const lines = words
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('{') && !line.startsWith('Ready '))
  return lines.length === 1 ? (lines[0] as string).trim() : ''
}
