import type { SiteSettings } from '../../../entity/index.ts'
import { type Sql, sql } from '../../../store/sql.ts'

type DaysSetting = Extract<keyof SiteSettings, `${string}_days`>

/** Rows that are only added, in the order of their time, and that nothing links to. */
export interface LogRule {
  entity: string
  /** Keeps at most this many newest rows, whatever their age. */
  maxRows?: number
  /** Entities whose rows (by `ref_entity`) never expire. */
  except?: readonly string[]
}

export const logRules: readonly (LogRule & { setting: DaysSetting })[] = [
  { entity: 'Error Log', setting: 'error_days' },
  { entity: 'Webhook Log', setting: 'webhook_days' },
  { entity: 'Project Event', setting: 'project_event_days' },
  { entity: 'Security Event', setting: 'security_days' },
  { entity: 'Operation Log', setting: 'undo_days' },
  {
    entity: 'Version',
    setting: 'history_days',
    // The history of rights stays for as long as the site exists.
    except: ['User', 'Role', 'Role Profile', 'Entity', 'Email Account', 'Connected App', 'Project', 'Server'],
  },
]

/** Whatever their age, so that a year-long attack can't fill the disk. About half a gigabyte. */
export const maxSecurityEvents = 1_000_000

/** Records that are deleted like by a user once they have been in one of these states for long enough. */
export interface RecordRule {
  entity: string
  /** The setting that gives the days, or their number. */
  days: DaysSetting | number
  states: readonly string[]
}

export const recordRules: readonly RecordRule[] = [
  { entity: 'Session', days: 'session_days', states: ['Ended'] },
  { entity: 'Email Queue', days: 'email_days', states: ['Sent', 'Cancelled', 'Error'] },
  { entity: 'Job', days: 30, states: ['Done', 'Failed', 'Cancelled', 'Interrupted'] },
  { entity: 'Notification', days: 90, states: ['Unread', 'Read', 'Done', 'Later'] },
]

/** Rows of system tables that are done with. Without a setting they expire after a day. */
export interface SystemRule {
  table: string
  key: string
  setting?: DaysSetting
  isOver: (before: string) => Sql<boolean>
}

export const systemRules: readonly SystemRule[] = [
  {
    table: 'outbox',
    key: 'rid',
    setting: 'outbox_days',
    isOver: (before) => sql<boolean>`state = 'Sent' and created < ${before}`,
  },
  { table: 'reset_key', key: 'hash', isOver: (before) => sql<boolean>`expires < ${before}` },
  { table: 'oauth_flow', key: 'hash', isOver: (before) => sql<boolean>`expires < ${before}` },
  {
    table: 'import_plan',
    key: 'id',
    isOver: (before) =>
      sql<boolean>`created < ${before} and not exists (select 1 from job_task where job_task.job = commit_job)`,
  },
  // An operation that goes on for a day tells of further records anew.
  { table: 'followed_change', key: 'operation', isOver: (before) => sql<boolean>`at < ${before}` },
  { table: 'import_block', key: 'plan', isOver: () => sql<boolean>`plan not in (select id from import_plan)` },
]
