import { setTimeout as delay } from 'node:timers/promises'
import { purgeRetired, sweepTrash } from '../../../entity/index.ts'
import { addMillis } from '../../../ground/utc-text.ts'
import type { Site } from '../../../site.ts'
import { eraseLogRows, eraseRecords, eraseSystemRows } from './erase.ts'
import { logRules, maxSecurityEvents, recordRules, systemRules } from './rules.ts'

const hour = 3_600_000
const day = 24 * hour
const megabyte = 1_048_576
/** Pause between two small transactions, in which the writes of users come first. */
const pauseMillis = 20

/** The input of a step. */
export interface Sweep {
  site: Site
  /** UTC text; older rows expire. */
  before: string
}

/**
 * Deletes expired data by the settings of the group Keeping, now and once a day, and trims logs on disk and the
 * trash once an hour; returns a function that stops this. Changed settings apply from the next run.
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
  const purge = () => site.inBackground(sweepTrash(site.engine, ending.signal))
  const timers = [setInterval(sweep, day).unref(), setInterval(trim, hour).unref(), setInterval(purge, hour).unref()]
  sweep()
  trim()
  purge()
  return () => {
    ending.abort()
    for (const timer of timers) clearInterval(timer)
  }
}

/** Deletes all expired data once. */
export async function deleteOld(site: Site, signal?: AbortSignal): Promise<void> {
  const { engine } = site
  const sweepOf = (days: number): Sweep => ({ site, before: addMillis(engine.clock.nowUtc(), -days * day) })
  for (const rule of logRules) {
    const days = engine.settings[rule.setting]
    if (days > 0 && engine.models.get(rule.entity)) await repeat(eraseLogRows(sweepOf(days), rule), signal)
  }
  await repeat(eraseLogRows(sweepOf(0), { entity: 'Security Event', maxRows: maxSecurityEvents }), signal)
  for (const rule of recordRules) {
    const days = typeof rule.days === 'number' ? rule.days : engine.settings[rule.days]
    if (days > 0 && engine.models.get(rule.entity)) await repeat(eraseRecords(sweepOf(days), rule), signal)
  }
  for (const rule of systemRules) {
    const days = rule.setting === undefined ? 1 : engine.settings[rule.setting]
    if (days > 0) await repeat(eraseSystemRows(sweepOf(days), rule), signal)
  }
  if (!signal?.aborted) await purgeRetired(engine)
}

/** Repeats small steps until one finds no more rows or the site stops. */
async function repeat(step: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await step())) await delay(pauseMillis, undefined, { ref: false })
}

async function trimLogFiles({ engine, logs }: Site): Promise<void> {
  const { log_days: days, log_total_mb: megabytes } = engine.settings
  await logs.trim({ millis: days * day, bytes: megabytes * megabyte })
}
