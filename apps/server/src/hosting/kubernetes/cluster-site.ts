import type { Message } from '@tavla/contract'
import {
  definitionsTimeout,
  type FailedMessage,
  type GivenPassword,
  HostingFault,
  type SiteFacts,
  type SiteHealth,
  type SiteInfo,
  type StartedSite,
} from '../driver.ts'
import type { SiteEnd } from '../site-end.ts'
import { orderRecords } from './cluster-records.ts'
import { identityOf, lastEnd, livePod, type Pod, startOf } from './pods.ts'
import type { HealthAnswer, SiteCalls } from './site-calls.ts'

interface Refusal {
  refused?: { detail: Message }
}

/** A site that runs in a pod. `health` notices when its process has ended. */
export class ClusterSite implements StartedSite {
  readonly version: string
  readonly startedAt: number
  readonly ended: Promise<SiteEnd | undefined>
  readonly end: (how?: SiteEnd) => void
  readonly #calls: SiteCalls
  readonly #pods: () => Promise<Pod[]>
  readonly #identity: string
  readonly #uid: string

  constructor(pod: Pod, version: string, calls: SiteCalls, pods: () => Promise<Pod[]>) {
    const { promise, resolve } = Promise.withResolvers<SiteEnd | undefined>()
    this.ended = promise
    this.end = resolve
    this.version = version
    this.startedAt = startOf(pod) ?? Date.now()
    this.#identity = identityOf(pod)
    this.#uid = pod.metadata.uid
    this.#calls = calls
    this.#pods = pods
  }

  async health(): Promise<SiteHealth> {
    const pods = await this.#pods().catch(ignoreFault)
    if (!pods) return { ok: false, isUnknown: true, latencyMs: 0 }
    const pod = livePod(pods)
    if (!pod || identityOf(pod) !== this.#identity) {
      // Another pod doesn't tell how the one before it ended.
      this.end(pod?.metadata.uid === this.#uid ? lastEnd(pod) : undefined)
      return { ok: false, latencyMs: 0 }
    }
    // The cluster has answered, so silence from here on is the site's own.
    const since = performance.now()
    const answer = await this.#calls.health().catch(ignoreFault)
    const latencyMs = Math.round(performance.now() - since)
    return answer ? { ok: isAtWork(answer), status: answer.status, latencyMs } : { ok: false, latencyMs }
  }

  async info(): Promise<SiteInfo> {
    const info = await this.#calls.internal<SiteInfo>('info')
    if (!info) throw new Error('The site does not know HQ.')
    return info
  }

  async facts(): Promise<SiteFacts> {
    const facts = await this.#calls.internal<SiteFacts>('facts')
    if (!facts) throw new Error('The site does not know the question.')
    return facts
  }

  async failedMessages(frame: { from: string; to: string }): Promise<FailedMessage[]> {
    const failed = await this.#calls.internal<FailedMessage[]>('failed_messages', frame)
    if (!failed) throw new Error('The site does not know the question.')
    return failed
  }

  letGo(): void {
    // Nothing to release: the driver only ever asks.
  }

  async endHqSessions(user: string, before: string): Promise<void> {
    await this.#calls.tell('end_hq_sessions', { user, before })
  }

  async definitions(order: object): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.#calls.tell('definitions', order, definitionsTimeout)
    if (typeof answer !== 'object' || answer === null) throw new Error('The site does not answer.')
    return answer as Readonly<Record<string, unknown>>
  }

  async records(order: object): Promise<Readonly<Record<string, unknown>>> {
    const answer = await orderRecords(this.#calls, order)
    if (typeof answer !== 'object' || answer === null) throw new Error('The site does not answer.')
    return answer as Readonly<Record<string, unknown>>
  }

  async resetPassword(user: string): Promise<GivenPassword> {
    const answer = (await this.#calls.tell('reset_password', { user })) as GivenPassword & Refusal
    if (answer.refused) throw new HostingFault(answer.refused.detail)
    return answer
  }

  /**
   * Does nothing: the origins are part of its configuration, and a site that runs with others is restarted, not
   * adopted.
   */
  async allowOrigins(): Promise<void> {}
}

const isAtWork = ({ ready, status }: HealthAnswer) => ready || status === 'database' || status === 'overloaded'

function ignoreFault(error: unknown): undefined {
  if (!(error instanceof HostingFault)) throw error
}
