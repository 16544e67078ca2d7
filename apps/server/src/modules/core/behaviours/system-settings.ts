import { type Behaviour, type Change, movePurges, readSettings } from '../../../entity/index.ts'
import { isTimeZone } from '../../../ground/time-zone.ts'

/**
 * The site's settings: refuses values that would lock every user out or break the clock, and applies the others at
 * once.
 */
export const systemSettingsBehaviour: Behaviour = {
  entity: 'System Settings',
  beforeSave(change) {
    for (const [fieldname, [min, max]] of Object.entries(ranges)) checkRange(change, fieldname, min, max)
    for (const [fieldname, [min, max]] of Object.entries(rangesOrZero)) checkRange(change, fieldname, min, max, true)
    const zone = change.after.time_zone
    if (zone !== null && !isTimeZone(zone)) {
      change.reject('time_zone', { text: '{0} is not a valid time zone', args: [String(zone)] })
    }
  },
  present(record) {
    const inUse: Readonly<Record<string, unknown>> = { ...readSettings(record) }
    const blank = Object.keys(record).filter((name) => record[name] === null && inUse[name] !== undefined)
    return { ...record, ...Object.fromEntries(blank.map((name) => [name, inUse[name]])) }
  },
  async afterSave({ before, after, afterCommit, engine, tx }) {
    const settings = readSettings({ ...after })
    const isMoved = before && readSettings({ ...before }).trash_days !== settings.trash_days
    if (isMoved) await movePurges(engine, tx, settings.trash_days)
    afterCommit(() => engine.useSettings(settings))
  },
}

const ranges: Record<string, readonly [number, number]> = {
  session_idle_hours: [1, 8760],
  session_max_days: [1, 3650],
  password_min_length: [1, 128],
  login_max_failures: [1, 1000],
  login_lock_seconds: [1, 900],
  reset_key_minutes: [1, 1440],
  max_file_size_mb: [1, 4096],
  security_days: [30, 3650],
  trash_days: [1, 3650],
  undo_days: [1, 365],
}

/** Settings for which 0 means no limit. */
const rangesOrZero: Record<string, readonly [number, number]> = {
  email_days: [1, 3650],
  session_days: [1, 3650],
  outbox_days: [1, 3650],
  error_days: [1, 3650],
  webhook_days: [1, 3650],
  project_event_days: [1, 3650],
  history_days: [90, 3650],
  log_days: [1, 3650],
  log_total_mb: [100, 1_000_000],
}

function checkRange(change: Change, fieldname: string, min: number, max: number, mayBeZero = false): void {
  const { after, model, reject } = change
  const value = after[fieldname]
  // A setting that this site doesn't have, or that was never saved since an update, has its default.
  if (value === undefined || value === null || (mayBeZero && value === 0)) return
  if (Number(value) >= min && Number(value) <= max) return
  const label = { translate: model.byName.get(fieldname)?.rule.label ?? fieldname }
  const text = mayBeZero ? '{0} must be 0 or between {1} and {2}' : '{0} must be between {1} and {2}'
  reject(fieldname, { text, args: [label, min, max] })
}
