/** The site's current settings: record `System Settings` (reference: configuration, Settings). */
export interface SiteSettings {
  default_language: 'en' | 'he'
  /** IANA name; system times are presented in it. */
  time_zone: string
  /** The first day of a week, for periods and calendars. */
  week_start: 'Sunday' | 'Monday' | 'Saturday'
  /** ISO code. */
  currency: string
  site_title: string | null
  session_idle_hours: number
  session_max_days: number
  password_min_length: number
  login_max_failures: number
  login_lock_seconds: number
  reset_key_minutes: number
  /** 1: browsers must use https for the host's subdomains, too. */
  hsts_subdomains: 0 | 1
  max_file_size_mb: number
  /** The people who may export records. */
  allow_export: 'Everybody' | 'Managers'
  mail_transport: 'Auto' | 'SMTP' | 'File'
  /** 0: no message leaves the outbox (reference: conversations, Outbox). */
  may_reach_people: 0 | 1
  /** Retention times in days; 0 means no limit. */
  email_days: number
  session_days: number
  outbox_days: number
  error_days: number
  webhook_days: number
  project_event_days: number
  security_days: number
  history_days: number
  /** Days in the trash, and days in which an operation can be undone; never 0. */
  trash_days: number
  undo_days: number
  /** 1: browsers keep copies of what was read, for work without a network. */
  offline_copies: 0 | 1
  log_days: number
  /** Maximum size of the site's log files together; 0 means no limit. */
  log_total_mb: number
}

const defaults: SiteSettings = {
  default_language: 'en',
  time_zone: 'Asia/Jerusalem',
  week_start: 'Sunday',
  currency: 'ILS',
  site_title: null,
  session_idle_hours: 168,
  session_max_days: 30,
  password_min_length: 8,
  login_max_failures: 10,
  login_lock_seconds: 60,
  reset_key_minutes: 20,
  hsts_subdomains: 1,
  max_file_size_mb: 50,
  allow_export: 'Everybody',
  mail_transport: 'Auto',
  may_reach_people: 1,
  email_days: 365,
  session_days: 30,
  outbox_days: 30,
  error_days: 30,
  webhook_days: 30,
  project_event_days: 365,
  security_days: 400,
  history_days: 0,
  trash_days: 30,
  undo_days: 30,
  offline_copies: 1,
  log_days: 30,
  log_total_mb: 500,
}

/** Settings from the stored row; a blank value stands for the default. */
export function readSettings(row: Readonly<Record<string, unknown>>): SiteSettings {
  const settings: Record<string, unknown> = { ...defaults }
  for (const key of Object.keys(defaults)) {
    const value = row[key]
    if (value !== null && value !== undefined && value !== '') settings[key] = value
  }
  return settings as unknown as SiteSettings
}
