import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copySiteTemplate } from '../testing/site-template.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'

const running: ChildProcess[] = []
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tavla-cli-'))
})

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

interface Run {
  child: ChildProcess
  /** The address of the `Ready` line; rejects with all output when the process ends before. */
  ready: Promise<string>
  ended: Promise<{ code: number | null; out: string; err: string }>
  /** Its output on stdout so far. */
  output(): string
}

function launch(args: string[], variables: Record<string, string> = {}): Run {
  const env = bareEnvironment(variables)
  return watch(spawn(process.execPath, [tavla, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** Starts it in its own process group, as a terminal or a service manager does. */
function group(node: string, args: string[]): Run {
  const env = bareEnvironment()
  return watch(spawn(node, args, { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>): Run {
  running.push(child)
  let [out, err] = ['', '']
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }))
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      const line = /^Ready (\S+)\n/.exec(out)
      if (line?.[1]) resolve(line[1])
    })
    child.stderr.on('data', (chunk) => (err += chunk))
    void ended.then(({ code }) => reject(new Error(`ended with ${code}: ${out}${err}`)))
  })
  ready.catch(() => undefined)
  return { child, ready, ended, output: () => out }
}

const site = (...args: string[]) => launch(['site', dir, '--port', '0', ...args])

/** As `site`, on the data of an earlier start: for what has nothing to do with a first one. */
async function siteAgain(): Promise<Run> {
  await copySiteTemplate(dir)
  return site()
}

/** Expects one sentence, nothing else, and an exit code other than 0. */
async function expectSentence(run: Run, sentence: RegExp): Promise<void> {
  const { code, out, err } = await run.ended
  expect(err).toMatch(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect([out, code]).toEqual(['', 1])
}

async function signIn(url: string, password: string): Promise<number> {
  const body = JSON.stringify({ user: 'Administrator', password })
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  return answer.status
}

const isOpen = (url: string) =>
  fetch(`${url}/api/health`).then(
    () => true,
    () => false,
  )

/** Begins a call and holds its body back; resolves once the server works on it. */
async function beginCall(port: number): Promise<{ finish(): Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const lines = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 2']
  socket.write(`${lines.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  return {
    finish() {
      let text = ''
      socket.on('data', (chunk) => (text += chunk))
      socket.write('{}')
      return new Promise((resolve) => socket.on('close', () => resolve(text)))
    },
  }
}

describe('tavla site', () => {
  test('makes its files readable by their owner alone, answers, and ends in order', async () => {
    const run = site()
    const url = await run.ready
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' })
    for (const name of ['admin-password.txt', 'site.key', 'config.json']) {
      expect([name, (await stat(join(dir, name))).mode & 0o777]).toEqual([name, 0o600])
    }
    const password = (await readFile(join(dir, 'admin-password.txt'), 'utf8')).trim()
    expect(password).toMatch(/^\w{20}$/)
    expect(await signIn(url, password)).toBe(200)
    run.child.kill('SIGTERM')
    expect((await run.ended).code).toBe(0)
    expect(existsSync(join(dir, 'tavla.pid'))).toBe(false)
  })

  test('keeps its data, its password and its own configuration', async () => {
    const first = site('--admin-password', 'the first password')
    await first.ready
    expect(existsSync(join(dir, 'admin-password.txt'))).toBe(false)
    first.child.kill('SIGINT')
    expect((await first.ended).code).toBe(0)
    const config = JSON.parse(await readFile(join(dir, 'config.json'), 'utf8'))
    await writeFile(join(dir, 'config.json'), JSON.stringify({ ...config, public_url: 'http://people.example.com' }))
    const second = site('--admin-password', 'another password')
    expect(await second.ready).toBe('http://people.example.com')
    const log = await readFile(join(dir, 'config.json'), 'utf8')
    expect(JSON.parse(log).instance_secret).toBe(config.instance_secret)
    second.child.kill('SIGTERM')
    await second.ended
    const third = launch(['site', dir, '--port', '0', '--public-url', 'http://option.example.com'], {
      PUBLIC_URL: 'http://variable.example.com',
    })
    expect(await third.ready).toBe('http://option.example.com')
  })

  test('takes settings from a file elsewhere, and drops those that are removed there', async () => {
    const file = join(dir, 'settings.json')
    const folder = join(dir, 'site')
    const told = { site: 'acme', public_url: 'http://acme.example.com', admin_password: 'first password' }
    const start = async (settings: object) => {
      await writeFile(file, JSON.stringify(settings))
      const run = launch(['site', folder, '--port', '0', '--config', file])
      expect(await run.ready).toBe('http://acme.example.com')
      run.child.kill('SIGTERM')
      await run.ended
      return JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'))
    }
    const first = await start(told)
    expect(first).toMatchObject({ ...told, apps: ['platform'] })
    expect(await start({ ...told, admin_password: null })).toEqual({ ...first, admin_password: undefined })
    await writeFile(file, '{"admin_password":"first password"')
    const { err } = await launch(['site', folder, '--config', file]).ended
    expect(err).toBe(`The configuration file ${file} cannot be read (no JSON).\n`)
  })

  test('finishes the calls under way before it ends', async () => {
    const run = await siteAgain()
    const url = await run.ready
    const call = await beginCall(Number(new URL(url).port))
    run.child.kill('SIGTERM')
    await expect.poll(() => isOpen(url)).toBe(false)
    expect(await call.finish()).toMatch(/^HTTP\/1\.1 401 [\s\S]*Invalid login credentials/)
    expect((await run.ended).code).toBe(0)
  })

  test('ends at once at another signal a moment later', async () => {
    const run = await siteAgain()
    const url = await run.ready
    await beginCall(Number(new URL(url).port))
    run.child.kill('SIGTERM')
    await expect.poll(() => isOpen(url)).toBe(false)
    const impatient = setInterval(() => run.child.kill('SIGTERM'), 100)
    expect((await run.ended).code).toBe(1)
    clearInterval(impatient)
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'finishes its calls when %s comes twice in one moment',
    async (signal) => {
      const run = await siteAgain()
      const url = await run.ready
      const call = await beginCall(Number(new URL(url).port))
      run.child.kill(signal)
      await expect.poll(() => isOpen(url)).toBe(false)
      run.child.kill(signal)
      expect(await call.finish()).toMatch(/^HTTP\/1\.1 401 /)
      expect((await run.ended).code).toBe(0)
    },
  )

  test('starts again after a kill at any moment of its first start', async () => {
    for (const moment of [
      'site.key',
      'config.json',
      'tavla.pid',
      'store/data.sqlite',
      'admin-password.txt',
      'logs/server.log',
    ]) {
      const folder = join(dir, moment.replace(/\W/g, '-'))
      const run = launch(['site', folder, '--port', '0'])
      // A look each millisecond: one at every turn would take the processor from the process that starts.
      while (!existsSync(join(folder, moment)) && run.child.exitCode === null) await setTimeout(1)
      run.child.kill('SIGKILL')
      await run.ended
      const again = launch(['site', folder, '--port', '0'])
      const url = await again.ready
      const password = (await readFile(join(folder, 'admin-password.txt'), 'utf8')).trim()
      expect([moment, await signIn(url, password)]).toEqual([moment, 200])
      again.child.kill('SIGKILL')
      await again.ended
    }
  })
})

describe('one clear sentence says', () => {
  test('that the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    await expectSentence(
      launch(['site', dir, '--port', String(port)]),
      new RegExp(`^Port ${port} on 127.0.0.1 is taken`),
    )
    other.close()
  })

  test('that the data folder cannot be written', async () => {
    await writeFile(join(dir, 'file'), '')
    await expectSentence(launch(['site', join(dir, 'file', 'below')]), /^The data folder .* cannot be written/)
  })

  test('that the folder is in use already', async () => {
    await (await siteAgain()).ready
    await expectSentence(site(), /^Another process uses this site\. Process \d+ has the data folder .* open\./)
  })

  test('that the records of a used folder are missing, and how to begin with an empty site', async () => {
    await copySiteTemplate(dir)
    await rm(join(dir, 'store', 'data.sqlite'))
    await expectSentence(
      site(),
      /^The records of this site are missing: .*data\.sqlite is not there\. Put them back, or /,
    )
    const anew = site('--new')
    await anew.ready
    anew.child.kill('SIGTERM')
    await anew.ended
    await expectSentence(site('--new'), /^--new is only for a site whose records are missing/)
  })

  test('that the database cannot be reached', async () => {
    await expectSentence(site('--database', 'postgres://nobody@127.0.0.1:1/none'), /database|reach/i)
  })

  test('that a newer version wrote the data', async () => {
    await copySiteTemplate(dir)
    const database = new DatabaseSync(join(dir, 'store', 'data.sqlite'))
    database.exec('insert into migration (version) values (9999)')
    database.close()
    await expectSentence(site(), /newer version of Tavla/)
  })

  test('which part of the command line or the configuration is wrong', async () => {
    const wrong: [string[], RegExp][] = [
      [['site', dir, '--colour', 'red'], /--colour/],
      [['site', dir, '--port', 'many'], /^--port must be a whole number/],
      [['site', dir, '--port', '70000'], /^--port must be a whole number/],
      [['site'], /needs one argument: the data folder/],
      [['dance'], /^"dance" is not a command/],
      [['site', dir, '--public-url', 'people'], /^The public URL "people"/],
      [['site', dir, '--allowed-origins', 'javascript:alert(1)'], /^The allowed origin /],
      [['start', '--sample'], /--sample/],
    ]
    await Promise.all(wrong.map(([args, sentence]) => expectSentence(launch(args), sentence)))
    await writeFile(join(dir, 'config.json'), '{"site":')
    await expectSentence(site(), /^The configuration file .* cannot be read/)
    await writeFile(join(dir, 'config.json'), '{"site":"x","apps":["platform"],"instance_secret":"x","port":"high"}')
    await expectSentence(site(), /has no valid "port"/)
  })
})

test('tavla help names every command, option and variable', async () => {
  const { out, code } = await launch(['help']).ended
  expect(code).toBe(0)
  for (const word of [
    'tavla start',
    'tavla site DIR',
    '--rate-limit',
    'DEMO_PASSWORD',
    '--public-url',
    'DATABASE_URL',
    '--new',
  ]) {
    expect(out).toContain(word)
  }
})

/** A data folder that several starts use, so that only the first of them makes the data. */
let used: string

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'tavla-used-'))
})

afterAll(() => rm(used, { recursive: true, force: true }))

test('tavla start prints how to sign in to HQ and its demo project, and ends both', async () => {
  const run = launch(['start', '--port', '0', '--data', used])
  const url = await run.ready
  await expect.poll(run.output).toMatch(/^ {2}Demo {6}http/m)
  const [, staging] = /^ {2}Demo {6}(\S+)/m.exec(run.output()) ?? []
  expect(await (await fetch(`${staging}/api/health`)).json()).toMatchObject({ status: 'ok', ready: true })
  const password = /operator@example\.com \(Operator\), password: (\w{20})/.exec(run.output())?.[1] ?? ''
  for (const [address, user] of [
    [url, 'operator@example.com'],
    [staging, 'staff@example.com'],
  ]) {
    const body = JSON.stringify({ user, password })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${address}/api/auth/login`, { method: 'POST', body, headers })).status).toBe(200)
  }
  run.child.kill('SIGTERM')
  const { out, code } = await run.ended
  expect(code).toBe(0)
  expect(out.split('\n')[0]).toBe(`Ready ${url}`)
  expect(out).toMatch(/staff@example\.com \(Staff\), password: \w{20}/)
  expect(out).toMatch(/Administrator, password: see .*admin-password\.txt/)
  expect(await isOpen(staging as string)).toBe(false)
})

const oldNode = findOldNode()

describe.each([
  ['something that hands signals on, as npm does', process.execPath, handOn()],
  ...(oldNode ? [['the launcher under an older Node', oldNode, [tavla]] as [string, string, string[]]] : []),
])('below %s', (_what, node, before) => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s to the whole group ends HQ and its project in order',
    async (signal) => {
      const run = group(node, [...before, 'start', '--port', '0', '--data', used])
      await expect.poll(run.output).toMatch(/^ {2}Demo {6}http/m)
      const [, staging] = /^ {2}Demo {6}(\S+)/m.exec(run.output()) ?? []
      process.kill(-(run.child.pid as number), signal)
      const { code, err } = await run.ended
      expect([code, err]).toEqual([0, ''])
      expect(await isOpen(staging as string)).toBe(false)
      expect(existsSync(join(used, 'projects', 'demo', 'tavla.pid'))).toBe(false)
    },
  )
})

/** Runs `tavla` and forwards each signal to it. */
function handOn(): string[] {
  const script = `
    const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code) => process.exit(code ?? 1))`
  return ['-e', script, tavla]
}

/** A Node of this machine that is too old for Tavla itself, so that the launcher starts the pinned one. */
function findOldNode(): string | undefined {
  const all = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return all.find((file) => {
    if (!existsSync(file)) return false
    const major = Number(execFileSync(file, ['-p', 'parseInt(process.versions.node)'], { encoding: 'utf8' }))
    return major >= 20 && major < 26
  })
}

test('tavla start --no-demo starts only HQ', async () => {
  const run = launch(['start', '--no-demo', '--port', '0', '--data', dir])
  await run.ready
  expect(existsSync(join(dir, 'projects', 'demo'))).toBe(false)
  run.child.kill('SIGTERM')
  const { out, code } = await run.ended
  expect([code, out.includes('Demo'), out.includes('staff@')]).toEqual([0, false, false])
})
