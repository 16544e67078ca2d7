import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../children.ts'

export const adminPassword = 'a-password-for-Faults-1'
export const tavla = path.join(root, 'apps/server/bin/tavla.mjs')

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A site in a process of its own. */
export interface SiteProcess {
  readonly pid: number
  readonly url: string
  readonly dir: string
  /** Resolves to its exit code or signal. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Its output so far, both streams. */
  said(): string
  kill(signal: NodeJS.Signals): void
}

export interface StartOptions {
  args?: readonly string[]
  nodeArgs?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** @throws Error with its output when it ends before it is ready */
export const startSite = (dir: string, { args = [], ...options }: StartOptions = {}): Promise<SiteProcess> =>
  startProgram(dir, { ...options, args: ['site', dir, '--sample', ...args] })

/** HQ without the demo. @throws Error with its output when it ends before it is ready */
export const startHq = (dir: string, options: StartOptions = {}): Promise<SiteProcess> =>
  startProgram(dir, { ...options, args: ['start', '--no-demo', '--data', dir] })

async function startProgram(dir: string, { args = [], nodeArgs = [], env = {} }: StartOptions): Promise<SiteProcess> {
  const child = spawn(process.execPath, [...nodeArgs, tavla, ...args, '--port', '0', '--rate-limit', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ADMIN_PASSWORD: adminPassword, DEMO_PASSWORD: adminPassword, ...env },
  })
  running.add(child)
  let said = ''
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, url] = /^Ready (http\S+)$/m.exec(said) ?? []
      if (url) ready.resolve(url.replace('localhost', '127.0.0.1'))
    })
  }
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    ready.reject(new Error(`The site ended before it was ready (${code ?? signal}): ${said.trim()}`))
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  const url = await ready.promise
  return {
    pid: child.pid as number,
    url,
    dir,
    ended,
    said: () => said,
    kill: (signal) => void child.kill(signal),
  }
}

export async function stopSite(site: SiteProcess): Promise<void> {
  site.kill('SIGTERM')
  const { code } = await site.ended
  if (code !== 0) throw new Error(`The site ended with ${code}: ${site.said().trim()}`)
}

/** Output of a site that refuses to start. @throws Error if it starts */
export async function refusalOf(dir: string, options: StartOptions = {}): Promise<string> {
  const started = await startSite(dir, options).catch((error: Error) => error.message)
  if (typeof started === 'string') return started
  started.kill('SIGKILL')
  await started.ended
  throw new Error('The site started, though it should not have.')
}

/** A folder that is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tavla-faults-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each fault knows the shape of its answers
  json: any
  bytes: Buffer
}

/** One call as a person; status 0 stands for no answer. */
export async function ask(
  site: Pick<SiteProcess, 'url'>,
  cookie: string,
  method: string,
  target: string,
  body?: unknown,
): Promise<Answer> {
  const isForm = body instanceof FormData || body instanceof Uint8Array
  const headers: Record<string, string> = { cookie }
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(`${site.url}${target}`, {
      method,
      headers,
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: isForm ? (body as FormData) : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, json: isJson ? JSON.parse(bytes.toString('utf8')) : undefined, bytes }
  } catch {
    return { status: 0, json: undefined, bytes: Buffer.alloc(0) }
  }
}

/** Resolves to the Cookie header of Administrator. @throws Error when the sign-in fails */
export async function signIn(site: SiteProcess): Promise<string> {
  const response = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'Administrator', password: adminPassword }),
  })
  if (response.status !== 200) throw new Error(`Signing in failed: ${await response.text()}`)
  return String(response.headers.getSetCookie()[0]).split(';', 1)[0] as string
}

/** Uploads bytes in one request; resolves to the answer. */
export function upload(
  site: SiteProcess,
  cookie: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const form = new FormData()
  form.append('filename', name)
  form.append('is_private', '0')
  form.append('file', new Blob([bytes]), name)
  return ask(site, cookie, 'POST', '/api/files', form)
}
