import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** A real site with the sample app, in its own process and data folder. */
export interface RunningSite {
  url: string
  /** The data folder. */
  folder: string
  passwordOf(user: string): string
  /** Ends the site and removes its folder. @throws Error with what `tavla check` finds wrong in its data */
  stop(): Promise<void>
}

/** Name of the variable with the folder that holds the data folders of a run. */
export const foldersVariable = 'TAVLA_E2E_FOLDERS'
/** The template of every site's data folder. */
export const templateOf = (folders: string): string => path.join(folders, 'template')
/** Number of records of the entity `Parcel`. */
export const manyParcels = 10_000
export const passwords = { admin: 'test-Admin-1', demo: 'test-Oasis-1' }

const tavla = path.resolve(import.meta.dirname, '../apps/server/bin/tavla.mjs')

/** Starts a site on a free port; resolves when it answers. @throws Error with the site's output when it does not start */
export async function startSite(): Promise<RunningSite> {
  const folder = await makeFolder('site-')
  await cp(templateOf(path.dirname(folder)), folder, { recursive: true })
  return launch(folder, ['site', folder, '--sample'])
}

/** Starts an HQ with its project `demo` on free ports; resolves when HQ answers. @throws Error as `startSite` */
export async function startHq(): Promise<RunningSite> {
  const folder = await makeFolder('hq-')
  const { admin, demo } = passwords
  return launch(folder, ['start', '--data', folder, '--admin-password', admin, '--demo-password', demo])
}

function makeFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join(process.env[foldersVariable] ?? tmpdir(), prefix))
}

async function launch(folder: string, command: readonly string[]): Promise<RunningSite> {
  const child = spawn(process.execPath, [tavla, ...command, '--port', '0', '--rate-limit', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: quietEnvironment(),
  })
  // A worker that is ended early must end its site too.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const closed = once(child, 'close')
  const stop = async () => {
    const patience = setTimeout(kill, 10_000)
    child.kill('SIGTERM')
    await closed
    clearTimeout(patience)
    process.off('exit', kill)
    const faults = await faultsOf(folder)
    await rm(folder, { recursive: true, force: true })
    if (faults) throw new Error(`The tests left faults in ${folder}:\n${faults}`)
  }
  let said = ''
  const url = await new Promise<string | undefined>((resolve) => {
    const listen = (text: string) => {
      said += text
      const ready = /^Ready (\S+)$/m.exec(said)
      if (ready) resolve(ready[1])
    }
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    void closed.then(() => resolve(undefined))
  })
  if (!url) {
    await stop()
    throw new Error(`The site did not start:\n${said}`)
  }
  return { url, folder, stop, passwordOf: (user) => (user === 'Administrator' ? passwords.admin : passwords.demo) }
}

/** The lines of `tavla check` that are not `ok`, for a site that has ended or an HQ and its projects; empty without a fault. */
async function faultsOf(folder: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [tavla, 'check', folder, '--deep'], { env: quietEnvironment() })
    return ''
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    const lines = stdout.split('\n').filter((line) => !line.startsWith('ok'))
    return [...lines, stderr].join('\n')
  }
}

/** The environment without the variables that change where or how the site runs. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const { DATA_DIR, PORT, HOST, PUBLIC_URL, ALLOWED_ORIGINS, DATABASE_URL, RATE_LIMIT, ...rest } = process.env
  return rest
}
