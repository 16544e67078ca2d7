import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite } from '../app.ts'
import { readSiteConfig } from '../config/site-config.ts'
import { copySiteTemplate } from '../testing/site-template.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'
import { startHq, type TestHq } from '../testing/test-hq.ts'

let hq: TestHq
let alone: string

beforeAll(async () => {
  hq = await startHq()
  alone = await mkdtemp(join(tmpdir(), 'tavla-reset-'))
  // A first start writes its configuration.
  const site = await createSite(readSiteConfig(alone, await copySiteTemplate(alone)))
  await site.close()
})

afterAll(async () => {
  await hq.remove()
  await rm(alone, { recursive: true, force: true })
})

async function reset(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const child = spawn(process.execPath, [tavla, 'reset-password', ...args], { env: bareEnvironment() })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  return { code: await new Promise((resolve) => child.on('close', resolve)), out, err }
}

/** The password that the command printed. */
async function newPassword(user: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await reset(user, ...args)
  expect([err, code]).toEqual(['', 0])
  const [, name, password] = /^New password of (\S+): (\w{20})\n$/.exec(out) ?? []
  expect(name).toBe(user)
  return password ?? ''
}

async function signIn(url: string, user: string, password: string): Promise<number> {
  const body = JSON.stringify({ user, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${url}/api/auth/login`, { method: 'POST', body, headers })).status
}

test('a user of a running HQ, and of its projects, running and stopped', async () => {
  await hq.person('operator@example.com', ['Operator'])
  const own = await newPassword('operator@example.com', '--data', hq.dir)
  expect(await signIn(hq.url, 'operator@example.com', own)).toBe(200)
  await hq.create('acme')
  const { stagingUrl = '' } = await hq.until('acme', 'Running')
  const first = await newPassword('Administrator', '--data', hq.dir, '--project', 'acme')
  expect(await signIn(stagingUrl, 'Administrator', first)).toBe(200)
  await hq.act('acme', 'stop_project')
  const second = await newPassword('Administrator', '--data', hq.dir, '--project', 'acme')
  await hq.act('acme', 'start_project')
  await hq.until('acme', 'Running')
  expect([await signIn(stagingUrl, 'Administrator', first), await signIn(stagingUrl, 'Administrator', second)]).toEqual(
    [401, 200],
  )
})

test('a user of a stand-alone site that does not run', async () => {
  const password = await newPassword('staff@example.com', '--site', alone)
  const site = await createSite(readSiteConfig(alone, { port: 0 }))
  const url = (await site.listen()).replace('localhost', '127.0.0.1')
  expect(await signIn(url, 'staff@example.com', password)).toBe(200)
  await site.close()
})

test('says in one sentence why it cannot', async () => {
  const cases: [string[], string][] = [
    [[], '"tavla reset-password" needs one argument: the user.'],
    [['nobody@example.com', '--site', alone], 'This site has no user nobody@example.com.'],
    [['Administrator', '--data', hq.dir, '--project', 'none'], 'This HQ has no project none.'],
    [['Administrator', '--site', join(alone, 'none')], `There is no site in ${join(alone, 'none')}.`],
    [
      ['Administrator', '--site', alone, '--project', 'x'],
      '"tavla reset-password" takes --site alone, not with --project or --data.',
    ],
    [['Administrator', '--deep'], '"tavla reset-password" takes no option --deep.'],
  ]
  const answers = await Promise.all(cases.map(([args]) => reset(...args)))
  expect(answers).toEqual(cases.map(([, sentence]) => ({ code: 1, out: '', err: `${sentence}\n` })))
})
