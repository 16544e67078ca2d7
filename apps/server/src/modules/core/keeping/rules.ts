import type { SiteSettings } from '../../../entity/index.ts'
import { type Sql, sql } from '../../../store/sql.ts'

type DaysSetting = Extract<keyof SiteSettings, `${string}_days`>

/** Rows that are only ever added, in the order of their time, and that nothing points to. */
export interface LogRule {
  entity: string
  /** Rows beyond the newest so many go, whatever their age. */
  most?: number
  /** Entities whose rows (by `ref_entity`) stay for ever. */
  except?: readonly string[]
}

export const logRules: readonly (LogRule & { setting: DaysSetting })[] = [
  { entity: 'Error Log', setting: 'error_days' },
  { entity: 'Webhook Log', setting: 'webhook_days' },
  { entity: 'Project Event', setting: 'project_event_days' },
  { entity: 'Security Event', setting: 'security_days' },
  {
    entity: 'Version',
    setting: 'history_days',
    // Who could do what, and who changed that, is told for as long as the site lives.
    except: ['User', 'Role', 'Role Profile', 'Entity', 'Email Account', 'Connected App', 'Project', 'Server'],
  },
]

/** However long they are kept: an attack of a year must not fill the disk. About half a gigabyte. */
export const mostSecurityEvents = 1_000_000

/** Records that go as if somebody deleted them, once their state is one of these and they have rested in it. */
export interface RecordRule {
  entity: string
  setting: DaysSetting
  states: readonly string[]
}

export const recordRules: readonly RecordRule[] = [
  { entity: 'Session', setting: 'session_days', states: ['Ended'] },
  { entity: 'Email Queue', setting: 'email_days', states: ['Sent', 'Cancelled', 'Error'] },
]

/** Rows of system tables whose work is done. Without a setting they go a day after their time. */
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
]
