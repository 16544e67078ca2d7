import { client } from '@tavla/app-shell/frame'
import type { Colour, EntityRecord, Flag } from '@tavla/contract'

/** A project in the answer of `GET /api/hq/fleet` (reference: screens, Fleet). */
export interface FleetProject {
  id: string
  project_name: string
  color: Colour | null
  icon: string | null
  environment: string
  status: string
  under_way: string | null
  server: string
  version: string | null
  /** Bytes of store and files; null where not known, as are the next two. */
  storage: number | null
  errors_24h: number | null
  last_sign_in: string | null
  backup_state: string | null
  last_backup: string | null
  last_proof: string | null
  /** Number of open alerts. */
  alerts: number
  /** How bad it is: 0 for nothing, 100 for a project that failed. */
  trouble: number
  message: string | null
}

interface FleetAnswer {
  projects: readonly FleetProject[]
}

/** The result of one project of a call on many. */
export interface BulkResult {
  project: string
  ok: Flag
  status?: string
  message?: string
}

/** The actions on many projects, in the order of the bar. */
export const bulkActions = {
  start: { label: 'Start', icon: 'play_arrow' },
  stop: { label: 'Stop', icon: 'stop' },
  restart: { label: 'Restart', icon: 'restart_alt' },
  take_backup: { label: 'Back Up Now', icon: 'backup' },
} as const

export type BulkAction = keyof typeof bulkActions

/** All projects that the operator sees, the worst first. */
export const readFleet = () => client.api.get<FleetAnswer>('/api/hq/fleet')

/** The same for many projects, each by itself. */
export const runOnMany = async (action: BulkAction, projects: readonly string[]) =>
  (await client.api.post<{ results: readonly BulkResult[] }>('/api/hq/bulk', { action, projects })).results

/** The alerts that are open, the newest first. */
export const readOpenAlerts = async (): Promise<readonly EntityRecord[]> =>
  (
    await client.entities.list('Alert', {
      filters: { until: ['is', 'not set'] },
      fields: ['message', 'severity', 'type', 'project', 'since', 'seen_by'],
      order_by: 'since desc',
      limit_page_length: 50,
    })
  ).data

export const markSeen = (alert: string) => client.entities.runAction('Alert', alert, 'mark_seen')
