import type { DamagedFiles, DiskRoom, EntityRecord, Flag } from '@tavla/contract'

export type ProjectStatus = 'Created' | 'Provisioning' | 'Running' | 'Stopped' | 'Failed' | 'Removing'

/** Answer of `load_project_data` (reference: hosting, Project data). */
export interface ProjectInfo {
  id: string
  project_name: string
  status: ProjectStatus
  staging_url: string | null
  server: string
  driver: string | null
  version: string | null
  /** Absent from an HQ of an older version. */
  hq_version?: string
  started_at: string | null
  uptime_seconds: number | null
  restarts: number
  port: number | null
  /** `status` is the state that the site reports: null if it reports none, absent from an HQ of an older version. */
  health: { ok: Flag; status?: string | null; checked_at: string | null; latency_ms: number | null }
  /** Null while the project isn't running. */
  counts: {
    users: number
    entities: number
    records: number
    files: number
    open_communications: number
    queued_emails: number
  } | null
  /** The check of its records after an unclean stop; null if none was needed, absent from an older version. */
  data_check?: { state: 'Running' | 'Sound' | 'Damaged' | 'Failed'; at: string; faults: readonly string[] } | null
  disk: ({ store_bytes: number; files_bytes: number; logs_bytes: number } & Partial<DiskRoom>) | null
  /** Null while the project isn't running. */
  damaged_files?: DamagedFiles | null
  /** The last 20. */
  events: readonly ProjectEvent[]
  last_error: string | null
}

export interface ProjectEvent {
  id?: string
  event: string
  from_status: string | null
  to_status: string | null
  message: string | null
  user: string | null
  at: string
}

/** The actions that change a project's state (reference: hosting, Project states). */
export type ProjectAction = 'start_project' | 'stop_project' | 'restart_project' | 'provision_project'

/**
 * Actions on a project (reference: hosting, Project states), likeliest first: a project that has never run
 * cannot be started yet.
 */
export function possibleActions({ status, started_at: startedAt }: EntityRecord): readonly ProjectAction[] {
  const actions = byStatus[String(status) as ProjectStatus] ?? []
  return startedAt ? actions : actions.toReversed()
}

const byStatus: Readonly<Record<ProjectStatus, readonly ProjectAction[]>> = {
  Created: ['provision_project'],
  Provisioning: [],
  Running: ['restart_project', 'stop_project'],
  Stopped: ['start_project'],
  Failed: ['start_project', 'provision_project'],
  Removing: [],
}
