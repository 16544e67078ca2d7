import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectControl } from './control-client.ts'
import { type ControlServer, openControl } from './control-server.ts'

const secret = 'the secret of this site'
let root: string
let dir: string
let server: ControlServer
let stops: number

const answers = {
  health: () => ({ ok: true }),
  fails: () => {
    throw new Error('not now')
  },
  stop: () => void stops++,
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'tavla-control-'))
  dir = root
  stops = 0
  server = await openControl(dir, secret, answers)
})

afterEach(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

test('a client that knows the secret gets one line for each question', async () => {
  const client = await connectControl(dir, secret)
  const asked = ['health', 'fails', 'constructor', 'stop'].map(async (question) => client?.ask(question))
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: { ok: true } },
    { reason: { message: 'not now' } },
    { reason: { message: 'unknown question' } },
    { status: 'fulfilled' },
  ])
  expect(stops).toBe(1)
  client?.end()
})

test('a client without the secret learns nothing and stops nothing', async () => {
  expect(await connectControl(dir, 'a guess')).toBeUndefined()
  for (const lines of [
    '{"id":1,"ask":"stop"}\n',
    '{"proof":"","nonce":"x"}\n{"id":1,"ask":"stop"}\n',
    'GET /\n',
    '[]\n',
  ]) {
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect({ path: join(dir, 'control.sock') }, () => socket.write(lines))
      socket.setEncoding('utf8').on('data', (part: string) => (text += part))
      socket.on('error', () => undefined).on('close', () => resolve(text))
    })
    expect(said).toMatch(/^\{"nonce":"[\w-]{32}"\}\n$/)
  }
  expect(stops).toBe(0)
})

test('the client does not trust a server that cannot prove the secret', async () => {
  await server.close()
  const stranger = await openControl(dir, 'another secret', answers)
  expect(await connectControl(dir, secret)).toBeUndefined()
  await stranger.close()
  server = await openControl(dir, secret, answers)
})

test('only the owner may open the socket, and the client notices its end at once', async () => {
  expect(statSync(join(dir, 'control.sock')).mode & 0o777).toBe(0o600)
  const client = await connectControl(dir, secret)
  await server.close()
  await client?.closed
  await expect(client?.ask('health')).rejects.toThrow('The site has ended.')
  expect(await connectControl(dir, secret)).toBeUndefined()
})

test('a loopback port replaces the socket when the path is too long', async () => {
  dir = join(root, 'x'.repeat(120))
  mkdirSync(dir)
  const other = await openControl(dir, secret, answers)
  expect(statSync(join(dir, 'control.port')).mode & 0o777).toBe(0o600)
  const client = await connectControl(dir, secret)
  expect(await client?.ask('health')).toEqual({ ok: true })
  expect(await connectControl(dir, 'a guess')).toBeUndefined()
  client?.end()
  await other.close()
  expect(await connectControl(dir, secret)).toBeUndefined()
})
