import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemPlace } from '../../entity/index.ts'
import { type HostingDriver, HostingFault } from '../../hosting/driver.ts'
import type { Site } from '../../site.ts'
import type { UnderWayWork } from './under-way.ts'

/** Shared by the files of this module. */
export interface Hq {
  readonly site: Site
  readonly drivers: ReadonlyMap<string, HostingDriver>
  readonly timing: HqTiming
  /** Password of the sample users, if there are any. */
  demoPassword: string | undefined
  readonly underWay: UnderWayWork
  /** Ids of the backups that are being read, which do not expire meanwhile. */
  readonly heldBackups: Set<string>
  /** 32 bytes that every backup is sealed with. @throws StartError when it cannot be read */
  readonly backupKey: Buffer
}

/** Milliseconds (reference: hosting, Timing). */
export interface HqTiming {
  readonly healthEvery: number
  /** Between two checks of each server. */
  readonly serverEvery: number
  /** Between two looks for backups that are due. */
  readonly backupsEvery: number
  /** Between two questions for the figures of the list of projects, and two looks for alerts. */
  readonly fleetEvery: number
  /** Time that a site gets to finish before it is killed: for a stop, and when HQ itself ends. */
  readonly stopGrace: number
  readonly leaveGrace: number
  /** Time after which a call that deletes a project answers, and the deletion goes on. */
  readonly removalWait: number
  /** Time after which a hung start gives up its place among the concurrent starts. */
  readonly placeTimeout: number
  /** Pauses before the restarts of a site that ended by itself; their number is the maximum of restarts. */
  readonly backOff: readonly number[]
  /** Window in which at most `backOff.length` restarts happen. */
  readonly restartWindow: number
  /** Pause before HQ retries work that failed because the store was away, or because a server could not be reached. */
  readonly storePause: number
  readonly awayPause: number
  /** Time after its last use in which an opened backup closes by itself. */
  readonly openedFor: number
}

export const defaultTiming: HqTiming = {
  healthEvery: 10_000,
  serverEvery: 60_000,
  backupsEvery: 60_000,
  fleetEvery: 60_000,
  stopGrace: 10_000,
  leaveGrace: 8500,
  removalWait: 30_000,
  placeTimeout: 10_000,
  backOff: [1000, 2000, 4000, 8000, 16_000],
  restartWindow: 600_000,
  storePause: 1000,
  awayPause: 10_000,
  openedFor: 900_000,
}

/** @throws HostingFault */
export function driverFor(hq: Hq, name: string): HostingDriver {
  const driver = hq.drivers.get(name)
  if (!driver) throw new HostingFault({ text: 'Servers of kind {0} cannot be used yet.', args: [name] })
  return driver
}

/**
 * The password of the sample users, given or generated at HQ's first start and kept sealed for later projects;
 * undefined on a site without sample users.
 */
export async function readDemoPassword({ config, engine }: Site): Promise<string | undefined> {
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
