import type { ChildProcess } from 'node:child_process'
import type { ControlClient } from './control-client.ts'
import {
  definitionsTimeout,
  type FailedMessage,
  type GivenPassword,
  recordsTimeout,
  type SiteFacts,
  type SiteInfo,
  type StartedSite,
} from './driver.ts'
import { endOf } from './site-end.ts'

/** Answer to the question `ready` of the control socket, given once the site listens. */
export interface ReadyAnswer {
  site: string
  port: number
  version: string
  /** UTC, milliseconds. */
  startedAt: number
}

/** A running site behind its control socket; `child` is its process if this HQ started it. */
export function localSite(
  client: ControlClient,
  { version, startedAt }: ReadyAnswer,
  child: ChildProcess | undefined,
): StartedSite {
  return {
    version,
    startedAt,
    ended: client.closed.then(() => endOf(child)),
    letGo: () => client.end(),
    async health() {
      const since = performance.now()
      const { ok, status } = await client.ask<{ ok: boolean; status: string }>('health')
      return { ok, status, latencyMs: Math.round(performance.now() - since) }
    },
    info: () => client.ask<SiteInfo>('info'),
    facts: () => client.ask<SiteFacts>('facts'),
    failedMessages: (frame) => client.ask<FailedMessage[]>('failed_messages', frame),
    async endHqSessions(user, before) {
      await client.ask('end_hq_sessions', { user, before })
    },
    definitions: (order) => client.ask('definitions', order, definitionsTimeout),
    records: (order) => client.ask('records', order, recordsTimeout),
    resetPassword: (user) => client.ask<GivenPassword>('reset_password', user),
    allowOrigins: (origins) => client.ask('allow_origins', origins),
  }
}
