import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemPlace } from '../../entity/index.ts'
import { type HostingDriver, HostingFault } from '../../hosting/driver.ts'
import type { Site } from '../../site.ts'

/** What the files of this module share. */
export interface Hq {
  readonly site: Site
  readonly drivers: ReadonlyMap<string, HostingDriver>
  readonly timing: HqTiming
  /** Of the sample people, when there are any. */
  demoPassword: string | undefined
}

/** Milliseconds (reference: hosting, Timing). */
export interface HqTiming {
  readonly healthEvery: number
  /** Between two looks at each server. */
  readonly serverEvery: number
  /** Time that a site gets to finish before it is ended, and the same when HQ itself leaves. */
  readonly stopPatience: number
  readonly leavePatience: number
  /** Time that a start keeps its place among those that start at once. */
  readonly placePatience: number
  /** Waits before the restarts of one that ends by itself. */
  readonly backOff: readonly number[]
  /** As many restarts as `backOff` has waits, within this time, and no more. */
  readonly restartWindow: number
  /** Until HQ tries again what the store was not there for, or a server that could not be reached. */
  readonly storePause: number
  readonly awayPause: number
}

export const usualTiming: HqTiming = {
  healthEvery: 10_000,
  serverEvery: 60_000,
  stopPatience: 10_000,
  leavePatience: 8500,
  placePatience: 10_000,
  backOff: [1000, 2000, 4000, 8000, 16_000],
  restartWindow: 600_000,
  storePause: 1000,
  awayPause: 10_000,
}

/** @throws HostingFault */
export function driverFor(hq: Hq, name: string): HostingDriver {
  const driver = hq.drivers.get(name)
  if (!driver) throw new HostingFault({ text: 'Servers of kind {0} cannot be used yet.', args: [name] })
  return driver
}

/**
 * The password of the sample people as it was given or generated at HQ's first start, kept sealed for projects that are
 * made later; undefined on a site without them.
 */
export async function keptDemoPassword({ config, engine }: Site): Promise<string | undefined> {
  if (!config.apps.includes('sample')) return undefined
  const key = 'demo password'
  const kept = await engine.store.get<{ value: string }>(engine.system.getSite.with([key]))
  if (kept) return engine.vault.open(kept.value, systemPlace('site', key))
  const file = join(config.dir, 'demo-password.txt')
  const password = existsSync(file) ? readFileSync(file, 'utf8').trim() : config.demoPassword
  if (password === undefined) return undefined
  await engine.store.write((tx) =>
    tx.run(engine.system.setSite.with([key, engine.vault.seal(password, systemPlace('site', key))])),
  )
  return password
}
