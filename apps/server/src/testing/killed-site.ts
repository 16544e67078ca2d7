import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'
import { bareEnvironment, tavla } from './tavla.ts'
import { passwords } from './test-site.ts'

/** A site in a process of its own, to be killed. */
export interface KillableSite {
  /** Answer of a call by Administrator; a body makes it a POST, unless it is said otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  call(path: string, body?: object, method?: 'PUT'): Promise<any>
  /** Resolves to a job as it is once some of its records are written. */
  begun(job: string): Promise<{ status: string; done: number }>
  kill(): Promise<void>
}

const started: ChildProcess[] = []

/** Starts the site whose data a closed test site left, for the tests of one file. */
export async function startKillable(dir: string, databaseUrl: string | undefined): Promise<KillableSite> {
  if (started.length === 0) afterAll(endAll)
  const database = databaseUrl === undefined ? [] : ['--database', databaseUrl]
  const child = spawn(process.execPath, [tavla, 'site', dir, '--port', '0', '--rate-limit', '0', ...database], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: bareEnvironment(),
  })
  started.push(child)
  const url = await addressOf(child)
  const cookie = await signIn(url)
  const call: KillableSite['call'] = async (path, body, method) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const sent = body ? { method: method ?? 'POST', body: JSON.stringify(body) } : {}
    return (await fetch(`${url}${path}`, { headers, ...sent })).json()
  }
  return {
    call,
    async begun(job) {
      for (;;) {
        const { entity } = await call(`/api/entity/Job/${job}`)
        if (entity.status !== 'Waiting' && !(entity.status === 'Running' && entity.done === 0)) return entity
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function endAll(): void {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'Administrator', password: passwords.admin }),
  })
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout as NodeJS.ReadableStream })) {
    const found = /https?:\/\/\S+/.exec(line)
    if (found) return found[0].replace('localhost', '127.0.0.1').replace(/[.,]$/, '')
  }
  throw new Error('The site ended before it listened')
}
