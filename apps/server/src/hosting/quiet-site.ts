import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { writePrivateFile } from '../config/site-config.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { type ControlClient, connectControl } from './control-client.ts'
import { notAnswering } from './faults.ts'
import { environment, nodeArguments, tavla } from './local.ts'
import { endOf } from './site-end.ts'
import { whyEnded, withStartWords } from './start-words.ts'

/** Answer to the question `prove` of the control socket. */
export interface ProgramAnswer {
  /** Entities that were listed. */
  entities: number
  failed: { table: string; expected: string; found: string }[]
}

/** A process that serves a folder through its control socket alone (reference: hosting, Quiet sites). */
export interface RunningQuietSite {
  /** @throws Error when the site ends, refuses, or doesn't answer within `millis` */
  ask<T>(question: string, data?: unknown, millis?: number): Promise<T>
  /** Resolves once the process is gone, however it ended. */
  readonly ended: Promise<void>
  /** Ends it; resolves once the process is gone. */
  end(): Promise<void>
}

/** Maximum time to the first answer: the records may have to be brought to this version. Milliseconds. */
const startTimeout = 600_000
const pollInterval = 20
const niceness = 10

/**
 * Turns a folder that a backup was read back into, into one that a quiet site can be started on: a secret of its own, no
 * port, and the database that holds the copy instead of the site's own.
 * @throws the system's error
 */
export function prepareQuietFolder(dir: string, databaseUrl?: string): { dir: string; instanceSecret: string } {
  const file = join(dir, 'config.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as { site: string; apps: string[]; time_zone?: string }
  const { site, apps, time_zone } = config
  const instanceSecret = randomBytes(32).toString('base64url')
  const quiet = { site, apps, time_zone, database: databaseUrl, has_records: true, instance_secret: instanceSecret }
  makePrivateFolder(join(dir, 'store'))
  writePrivateFile(file, `${JSON.stringify({ ...quiet, port: 0, reach: 'nobody' }, null, 2)}\n`)
  return { dir, instanceSecret }
}

/**
 * Starts the program on a prepared folder, in a process of low priority, which `signal` ends.
 * @throws HostingFault with the program's own sentence
 */
export async function startQuietSite(
  place: { dir: string; instanceSecret: string },
  signal?: AbortSignal,
): Promise<RunningQuietSite> {
  const child = withStartWords(place.dir, (words) =>
    spawn(process.execPath, [...nodeArguments, tavla, 'site', place.dir, '--quiet'], {
      cwd: place.dir,
      ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
      // The process ends with the pipe, and so with HQ.
      stdio: ['pipe', 'ignore', words],
      env: environment(),
    }),
  )
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  lowerPriorityOf(child)
  const end = async () => {
    child.stdin?.destroy()
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await gone
    clearTimeout(timer)
  }
  try {
    const client = await connect(child, place)
    return {
      ask: (question, data, millis) => client.ask(question, data, millis),
      ended: gone,
      end: async () => {
        client.end()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function connect(
  child: ChildProcess,
  { dir, instanceSecret }: { dir: string; instanceSecret: string },
): Promise<ControlClient> {
  const latest = performance.now() + startTimeout
  for (; performance.now() < latest; await wait(pollInterval)) {
    // Looked at before the connection: a process that has ended answers nothing any more.
    const hasEnded = child.exitCode !== null || child.signalCode !== null || child.pid === undefined
    const client = hasEnded ? undefined : await connectControl(dir, instanceSecret)
    if (client) {
      const isReady = await client.ask('ready', undefined, latest - performance.now()).then(
        () => true,
        () => false,
      )
      if (isReady) return client
      client.end()
    }
    if (hasEnded) throw await whyEnded(dir, await endOf(child))
  }
  throw notAnswering()
}

function lowerPriorityOf({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It has ended, or its priority may not be changed.
  }
}
