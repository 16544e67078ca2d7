import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markRestored, readRestoredMark, unmarkRestored } from '../../config/restored-mark.ts'
import { makePrivateFolder } from '../../ground/private-folder.ts'
import { HostingFault, type Replacement, type SitePlace } from '../driver.ts'
import { folderFault } from '../faults.ts'
import { builtFolderOf, discard } from '../local-replacement.ts'
import { notedDatabase, type SiteDatabases } from '../own-database.ts'
import type { Outcome } from '../placing.ts'
import { removeUsed } from '../remove-used.ts'
import { liveClaim, markFilled, removeClaim } from './claims.ts'
import type { ClusterApi } from './cluster-api.ts'
import { sendPart } from './parts.ts'
import { persistently } from './persistently.ts'
import { endReceiver, type Receiver, startReceiver } from './receiving.ts'
import type { SiteCalls } from './site-calls.ts'

/** Names that stay at HQ, or belong to the process that proved the data. */
const unsent = ['config.json', 'logs', 'tavla.lock', 'tavla.pid', 'control.sock', 'control.port']
/** In the folder of data that are in their place by now. */
const placedName = 'placed'
/** Time for the change of places. Milliseconds. */
const finishTimeout = 600_000
const sendAtOnce = 4

interface Parts {
  apiOf: (site: SitePlace) => Promise<ClusterApi>
  /** Removes all of a project but its claim. */
  removeObjects: (api: ClusterApi, site: SitePlace) => Promise<void>
  closing: AbortSignal
  databases: SiteDatabases
}

/**
 * Puts other data on the volume of a project that does not run. They are built on HQ's own disk, sent to the receiver, and
 * change places there (reference: hosting, Copies over the network). The folder on HQ's disk tells what was under way.
 */
export function clusterReplacement({ apiOf, removeObjects, closing, databases }: Parts): Replacement {
  return {
    isThere: async (site) => (await liveClaim(await apiOf(site), site)) !== undefined,

    async begin(site) {
      // The data of an earlier attempt may be in their place, with their database.
      await settle(site)
      const built = builtFolderOf(site)
      try {
        makePrivateFolder(built)
        return built
      } catch (error) {
        throw folderFault(error)
      }
    },

    async replace(site, mark) {
      const built = builtFolderOf(site)
      markRestored(built, { ...mark, id: randomUUID() })
      const api = await apiOf(site)
      await withReceiver(api, site, true, async ({ calls, claim }) => {
        await send(calls, built, closing)
        await markFilled(api, site, claim)
      })
      notePlaced(built)
    },

    settle,
  }

  async function settle(site: SitePlace): Promise<Outcome> {
    const built = builtFolderOf(site)
    if (!existsSync(built)) {
      await removeUsed(built)
      return 'nothing'
    }
    const outcome = existsSync(join(built, placedName)) ? 'finished' : await settleAfar(site, built)
    if (outcome === 'finished') await removeUsed(built)
    else await discard(databases, site)
    return outcome === 'finished' ? outcome : 'taken back'
  }

  async function settleAfar(site: SitePlace, built: string): Promise<Outcome> {
    // Without the mark nothing was sent yet.
    if (!readRestoredMark(built)) return 'nothing'
    const api = await apiOf(site)
    const claim = await liveClaim(api, site)
    if (!claim) return 'nothing'
    if (claim.isReceiving) {
      await removeObjects(api, site)
      await removeClaim(api, site, claim.name)
      return 'taken back'
    }
    return withReceiver(api, site, false, ({ calls }) => settleBy(calls, built))
  }

  async function withReceiver<T>(
    api: ClusterApi,
    site: SitePlace,
    isNew: boolean,
    work: (receiver: Receiver) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(await startReceiver(api, site, { isNew, signal: closing }))
    } finally {
      await endReceiver(api, site).catch(() => undefined)
    }
  }
}

/** The data are in their place; what HQ built of them is not needed any more. */
function notePlaced(built: string): void {
  writeFileSync(join(built, placedName), '')
  unmarkRestored(built)
  for (const name of readdirSync(built)) {
    if (name !== placedName) rmSync(join(built, name), { recursive: true, force: true })
  }
}

/** The site starts on its new data, so that nothing is under way any more. */
export function forgetPlaced(site: SitePlace): void {
  const built = builtFolderOf(site)
  if (existsSync(join(built, placedName))) rmSync(built, { recursive: true, force: true })
}

/** @throws HostingFault; the data there are as they were */
async function send(calls: SiteCalls, built: string, signal: AbortSignal): Promise<void> {
  const id = randomUUID()
  const files = filesIn(built)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const tell = (order: object) =>
    persistently(signal, () => calls.tell('restore', { ...order, id, bytes, count: files.length }, finishTimeout))
  const { databases } = (await tell({ do: 'begin' })) as { databases?: 1 }
  if (!databases && notedDatabase(built) !== undefined) throw imageTooOld()
  for (let at = 0; at < files.length; at += sendAtOnce) {
    const some = files.slice(at, at + sendAtOnce)
    await Promise.all(some.map(({ path, file }) => sendPart(calls, id, path, { from: file, signal })))
  }
  try {
    await tell({ do: 'finish' })
  } catch (error) {
    // Only the answer may have been lost.
    if ((await settleBy(calls, built)) !== 'finished') throw error
  }
}

async function settleBy(calls: SiteCalls, built: string): Promise<Outcome> {
  const order = { do: 'settle', id: '', mark: readRestoredMark(built)?.id }
  const { outcome } = (await calls.tell('restore', order, finishTimeout)) as { outcome: Outcome }
  return outcome
}

const imageTooOld = () =>
  new HostingFault({ text: 'The image of this server is of an older version, which takes no PostgreSQL database.' })

/** Regular files of the new data, by their places with `/` between names. */
function filesIn(built: string): { path: string; file: string; size: number }[] {
  const found: { path: string; file: string; size: number }[] = []
  const walk = (path: string): void => {
    for (const entry of readdirSync(join(built, path), { withFileTypes: true })) {
      if (path === '' && unsent.includes(entry.name)) continue
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) walk(inner)
      else if (entry.isFile())
        found.push({ path: inner, file: join(built, inner), size: statSync(join(built, inner)).size })
    }
  }
  walk('')
  return found
}
