import { readSettings } from '../../../entity/settings.ts'
import type { Behaviour, Change } from '../../../entity/types.ts'

/** The site's settings: what would lock everybody out or stop the clock is refused, the rest is in use at once. */
export const systemSettingsBehaviour: Behaviour = {
  entity: 'System Settings',
  beforeSave(change) {
    for (const [fieldname, [least, most]] of Object.entries(ranges)) checkRange(change, fieldname, least, most)
    const zone = change.after.time_zone
    if (zone !== null && !isTimeZone(String(zone))) {
      change.reject('time_zone', { text: '{0} is not a valid time zone', args: [String(zone)] })
    }
  },
  afterSave({ after, afterCommit, engine }) {
    const settings = readSettings({ ...after })
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
}

function checkRange({ after, model, reject }: Change, fieldname: string, least: number, most: number): void {
  const value = Number(after[fieldname])
  if (value >= least && value <= most) return
  const label = model.byName.get(fieldname)?.rule.label ?? fieldname
  reject(fieldname, { text: '{0} must be between {1} and {2}', args: [{ translate: label }, least, most] })
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
