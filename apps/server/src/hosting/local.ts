import { type ChildProcess, spawn } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ownerOf } from '../ground/data-lock.ts'
import { nodeHttp } from '../ground/node-http.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { type ControlClient, connectControl } from './control-client.ts'
import { diskUsage } from './disk-usage.ts'
import {
  type HostingDriver,
  HostingFault,
  type ProjectTrash,
  type Replacement,
  type SiteSpec,
  type StartedSite,
} from './driver.ts'
import { addressFault, endedEarly, folderFault, folderMissing, noFreePort, notAnswering, portTaken } from './faults.ts'
import { localReplacement } from './local-replacement.ts'
import { localSite, type ReadyAnswer } from './local-site.ts'
import { logReader } from './log-reader.ts'
import { noDatabases, type SiteDatabases } from './own-database.ts'
import { firstFreePort, isFreePort } from './ports.ts'
import { endOf } from './site-end.ts'
import { hasSiteFolder, writeSiteFolder } from './site-folder.ts'
import { whyEnded, withStartWords } from './start-words.ts'
import { listTrash, moveToTrash, purgeTrash, takeFromTrash } from './trash.ts'

/** Maximum time from a start to the first answer, in milliseconds (reference: hosting, Timing). */
const startTimeout = 60_000
const pollInterval = 20
/** Time that the system gets to end a killed process, in milliseconds. */
const killTimeout = 5000
/** Time that a site that runs with an older configuration gets to finish, in milliseconds. */
const replaceGrace = 10_000
const minFreeBytes = 100_000_000

/** Arguments of Node before the command that serves a project. */
export const nodeArguments = ['--max-semi-space-size=4']
export const tavla = fileURLToPath(new URL('../../bin/tavla.mjs', import.meta.url))

/**
 * Runs one child process for each project. It outlives its parent, and the next HQ finds it by its pid file (reference:
 * hosting, Local driver).
 */
export class LocalDriver implements HostingDriver {
  readonly outlivesHq = false
  /** The processes that this HQ started, by folder, until they end. */
  readonly #children = new Map<string, ChildProcess>()
  readonly #databases: SiteDatabases
  #isClosed = false

  constructor(databases: SiteDatabases = noDatabases) {
    this.#databases = databases
    this.replacement = localReplacement(databases)
  }

  reserve: HostingDriver['reserve'] = async (server, taken) => {
    const port = await firstFreePort(server.bindAddress, server.portRange, taken).catch((error: unknown) => {
      throw addressFault(server.bindAddress, error)
    })
    if (port === undefined) throw noFreePort()
    return port
  }

  prepare: HostingDriver['prepare'] = async (site, isNew) => {
    if (!isNew && !hasSiteFolder(site.dir)) throw folderMissing()
    try {
      writeSiteFolder(site)
    } catch (error) {
      throw folderFault(error)
    }
  }

  start: HostingDriver['start'] = async (site, report) => {
    const running = await this.adopt(site)
    if (running) return running
    if (
      !(await isFreePort(site.host, site.port).catch((error: unknown) =>
        Promise.reject(addressFault(site.host, error)),
      ))
    ) {
      throw portTaken(site.port)
    }
    if (this.#isClosed) throw endedEarly('')
    const child = this.#spawn(site)
    await report({ text: 'The site is starting.' })
    const started = await this.#waitUntilReady(site, () => this.#children.get(site.dir) !== child)
    if (started) return started
    // Another process took the folder first: a site that was started just before HQ was killed.
    const other = await this.adopt(site)
    if (other) return other
    // The port was free a moment ago: another HQ on this machine chose the same one.
    if (!(await isFreePort(site.host, site.port).catch(() => true))) throw portTaken(site.port)
    throw await whyEnded(site.dir, await endOf(child))
  }

  adopt: HostingDriver['adopt'] = async (site) => {
    const owner = ownerOf(site.dir)
    return owner === undefined ? undefined : this.#waitUntilReady(site, () => ownerOf(site.dir) !== owner)
  }

  stop: HostingDriver['stop'] = async ({ dir, instanceSecret }, grace) => {
    const child = this.#children.get(dir)
    const owner = ownerOf(dir)
    const isGone = () => ownerOf(dir) === undefined && !this.#children.has(dir)
    // A hung process can't answer; the grace period still runs.
    if (grace > 0) void askToStop(dir, instanceSecret, owner, child)
    const latest = performance.now() + grace
    while (!isGone() && performance.now() < latest) await wait(pollInterval)
    child?.kill('SIGKILL')
    // The system may have given the pid to another process; kill it only if the pid file still fits.
    if (owner !== undefined && ownerOf(dir) === owner) process.kill(owner, 'SIGKILL')
    for (const end = performance.now() + killTimeout; !isGone(); await wait(pollInterval)) {
      if (performance.now() > end) throw new HostingFault({ text: 'The site could not be ended.' })
    }
  }

  remove: HostingDriver['remove'] = ({ dir, id }, { record }) => {
    try {
      moveToTrash(dir, id, { record })
    } catch (error) {
      throw folderFault(error)
    }
  }

  readonly trash: ProjectTrash = {
    list: ({ dataRoot }) => listTrash(dataRoot),
    bringBack: ({ dir }, name) =>
      takeFromTrash(dir, name).catch((error: unknown) => {
        throw folderFault(error)
      }),
  }

  readonly replacement: Replacement

  purge: HostingDriver['purge'] = ({ dataRoot }) => purgeTrash(dataRoot, this.#databases)

  logs: HostingDriver['logs'] = ({ dir }) => logReader(dir)

  disk: HostingDriver['disk'] = ({ dir }) => diskUsage(dir)

  check: HostingDriver['check'] = async (server, taken) => {
    const probe = join(server.dataRoot, '.probe')
    try {
      makePrivateFolder(server.dataRoot)
      await writeFile(probe, 'probe', { mode: 0o600 }).finally(() => rm(probe, { force: true }))
      const { bavail, bsize } = await statfs(server.dataRoot)
      if (bavail * bsize < minFreeBytes) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    } catch (error) {
      throw folderFault(error)
    }
    await this.reserve(server, taken)
  }

  close(): void {
    this.#isClosed = true
  }

  #spawn({ dir }: SiteSpec): ChildProcess {
    return withStartWords(dir, (words) => {
      const child = spawn(process.execPath, [...nodeArguments, tavla, 'site', dir], {
        cwd: dir,
        detached: true,
        stdio: ['ignore', 'ignore', words],
        env: environment(),
      })
      this.#children.set(dir, child)
      const forget = () => this.#children.get(dir) === child && this.#children.delete(dir)
      child.once('exit', forget)
      child.once('error', forget)
      child.unref()
      return child
    })
  }

  /** @throws HostingFault when the site takes too long */
  async #waitUntilReady(site: SiteSpec, hasEnded: () => boolean): Promise<StartedSite | undefined> {
    const latest = performance.now() + startTimeout
    for (; performance.now() < latest; await wait(pollInterval)) {
      // Check this before the connection: a process that has ended can still leave an answer behind.
      const isOver = hasEnded()
      const client = await connectControl(site.dir, site.instanceSecret)
      const ready = client && (await waitUntilListening(client, latest))
      if (client && ready?.site === site.id && ready.port === site.port) {
        await answersCalls(site)
        return localSite(client, ready, this.#children.get(site.dir))
      }
      client?.end()
      // It still runs with its former configuration.
      if (ready) await this.stop(site, replaceGrace)
      if (isOver || ready) return undefined
    }
    await this.stop(site, 0)
    throw notAnswering()
  }
}

async function waitUntilListening(client: ControlClient, latest: number): Promise<ReadyAnswer | undefined> {
  try {
    return await client.ask<ReadyAnswer>('ready', undefined, latest - performance.now())
  } catch {
    return undefined
  }
}

/**
 * Accepts 200, and 503 of a site that is overloaded or whose database is away: it runs, and ending it would not help.
 * @throws HostingFault when the site's health call answers anything else
 */
async function answersCalls({ host, port }: SiteSpec): Promise<void> {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const status = await new Promise<number>((resolve) => {
    const call = nodeHttp.get({
      host: everywhere[host] ?? host,
      port,
      path: '/api/health',
      agent: false,
      timeout: 5000,
    })
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(0))
  })
  if (status !== 200 && status !== 503) throw notAnswering()
}

async function askToStop(
  dir: string,
  secret: string,
  owner: number | undefined,
  child: ChildProcess | undefined,
): Promise<void> {
  const client = owner === undefined ? undefined : await connectControl(dir, secret)
  try {
    if (client) return void (await client.ask('stop'))
    if (child) child.kill('SIGTERM')
    else if (owner !== undefined && ownerOf(dir) === owner) process.kill(owner, 'SIGTERM')
  } catch {
    // It ended in the meantime, or it hangs and its grace period runs out.
  } finally {
    client?.end()
  }
}

/** Passes few variables on: HQ's own environment may hold passwords and the settings of another site. */
export function environment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'LD_LIBRARY_PATH', 'PG_BIN']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
