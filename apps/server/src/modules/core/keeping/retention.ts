import { setTimeout as delay } from 'node:timers/promises'
import { addMillis } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { eraseLogRows, eraseRecords, eraseSystemRows } from './erase.ts'
import { logRules, mostSecurityEvents, recordRules, systemRules } from './rules.ts'

const hour = 3_600_000
const day = 24 * hour
const megabyte = 1_048_576
/** Between two small transactions people's writes come first. */
const restMillis = 20

/** What one step of the job works with. */
export interface Sweep {
  site: Site
  /** UTC text before which things go. */
  before: string
}

/**
 * Deletes what the settings of group Keeping let go: now, and once a day; logs on disk once an hour. Returns how to stop.
 * A change of the settings counts from the next time on.
 */
export function keepInBounds(site: Site): () => void {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  const sweep = () => {
    running ??= deleteOld(site, ending.signal).finally(() => {
      running = undefined
    })
    site.inBackground(running)
  }
  const trim = () => site.inBackground(trimLogFiles(site))
  const timers = [setInterval(sweep, day).unref(), setInterval(trim, hour).unref()]
  sweep()
  trim()
  return () => {
    ending.abort()
    for (const timer of timers) clearInterval(timer)
  }
}

/** One pass over everything that is kept for a time. */
export async function deleteOld(site: Site, signal?: AbortSignal): Promise<void> {
  const { engine } = site
  const sweepOf = (days: number): Sweep => ({ site, before: addMillis(engine.clock.nowUtc(), -days * day) })
  for (const rule of logRules) {
    const days = engine.settings[rule.setting]
    if (days > 0 && engine.models.get(rule.entity)) await repeat(eraseLogRows(sweepOf(days), rule), signal)
  }
  await repeat(eraseLogRows(sweepOf(0), { entity: 'Security Event', most: mostSecurityEvents }), signal)
  for (const rule of recordRules) {
    const days = engine.settings[rule.setting]
    if (days > 0 && engine.models.get(rule.entity)) await repeat(eraseRecords(sweepOf(days), rule), signal)
  }
  for (const rule of systemRules) {
    const days = rule.setting === undefined ? 1 : engine.settings[rule.setting]
    if (days > 0) await repeat(eraseSystemRows(sweepOf(days), rule), signal)
  }
}

/** Small steps, one after the other, until one finds nothing more or the site stops. */
async function repeat(step: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await step())) await delay(restMillis, undefined, { ref: false })
}

async function trimLogFiles({ engine, logs }: Site): Promise<void> {
  const { log_days: days, log_total_mb: megabytes } = engine.settings
  await logs.trim({ millis: days * day, bytes: megabytes * megabyte })
}
