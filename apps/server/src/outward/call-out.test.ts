import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, isIP } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { callOut, isCallable, isInner, isLoopback, type OutwardCall, type OutwardFault } from './call-out.ts'

const here = { publicUrl: 'http://localhost:8080' }
const outside = { publicUrl: 'https://staff.example.com' }
let server: Server
let url: string
let hanging = Promise.withResolvers<void>()

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: `${url}/` }).end()
    if (request.url === '/large') return response.end('x'.repeat(3000))
    if (request.url === '/hangs') return hanging.resolve()
    if (request.url === '/drops') return request.resume().on('end', () => response.destroy())
    if (request.url === '/breaks') return response.writeHead(200).write('x', () => response.destroy())
    if (request.url === '/refuses') return request.once('data', () => response.destroy())
    response.end(`${request.method} ${request.headers.host}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const faultOf = (call: Promise<unknown>) => call.then(String, (error: OutwardFault) => error.kind)

describe('a call to another server', () => {
  test('reaches this machine only from a site that people open on it', async () => {
    expect((await callOut(here, url)).body.toString()).toBe(`GET ${new URL(url).host}`)
    const byName = url.replace('127.0.0.1', 'localhost')
    expect((await callOut(here, byName, { method: 'POST', body: 'x' })).status).toBe(200)
    for (const address of [url, byName, url.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
      expect([address, await faultOf(callOut(outside, address))]).toEqual([address, 'address'])
    }
  })

  test.each([
    'http://provider.example.com/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x0a000001/',
    'https://167772161/',
    'https://[64:ff9b::a00:1]/',
    'https://[::ffff:0:a00:1]/',
    'https://0.0.0.0/',
    'ftp://provider.example.com/',
    'file:///etc/passwd',
    'https://name:word@provider.example.com/',
    'no address',
  ])('never goes to %s', async (address) => {
    expect(isCallable(here, address)).toBe(false)
    expect(await faultOf(callOut(here, address))).toBe('address')
  })

  test('recognises internal addresses in every spelling', () => {
    const inside = [
      '127.0.0.1',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '172.20.0.1',
      'fe80::1',
      '100.64.0.1',
    ]
    expect(inside.filter((address) => !isInner(address))).toEqual([])
    const open = ['8.8.8.8', '157.240.1.1', '2a03:2880:f12f::1', '::ffff:8.8.8.8', '2607:f8b0::1']
    expect(open.filter(isInner)).toEqual([])
  })

  test('follows no redirect, limits the size of the answer, and times out', async () => {
    expect((await callOut(here, `${url}/moved`)).status).toBe(302)
    expect(await faultOf(callOut(here, `${url}/large`, { maxBytes: 2999 }))).toBe('size')
    hanging = Promise.withResolvers()
    const late = faultOf(callOut(here, `${url}/hangs`, { timeout: 200 }))
    await hanging.promise
    expect(await late).toBe('time')
    expect(await faultOf(callOut(here, 'http://127.0.0.1:1/'))).toBe('reach')
  })

  test('times out after ten seconds by default', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => timeout.mockRestore())
    await callOut(here, url)
    await callOut(here, url, { timeout: 60_000 })
    expect(timeout.mock.calls).toEqual([[10_000], [60_000]])
  })

  test('without an answer tells whether all of it was sent, and so may have arrived', async () => {
    const wasSent = (path: string, call: OutwardCall = {}) =>
      callOut(here, new URL(path, url).href, { method: 'POST', body: 'x', ...call }).then(
        () => 'answered',
        (error: OutwardFault) => error.wasSent,
      )
    for (const path of ['/drops', '/breaks']) expect([path, await wasSent(path)]).toEqual([path, true])
    expect(await wasSent('/large', { maxBytes: 2999 })).toBe(true)
    hanging = Promise.withResolvers()
    const late = wasSent('/hangs', { timeout: 500 })
    await hanging.promise
    expect(await late).toBe(true)
    expect(await wasSent('http://127.0.0.1:1/')).toBe(false)
    expect(await wasSent('https://10.0.0.1/')).toBe(false)
    const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
    const stream = { body: endless, headers: { 'content-length': String(2 ** 40) } }
    expect(await wasSent('/refuses', stream)).toBe(false)
  })

  describe('by a name', () => {
    const resolver = dns.lookup
    const answers = new Map<string, string[]>()
    beforeAll(() => {
      // The test controls the answers of the name server.
      const answer = (host: string) =>
        answers.get(host)?.map((address) => ({ address, family: isIP(address) })) ?? [{ address: host, family: 4 }]
      dns.lookup = ((host: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, answer(host))) as never
      syncBuiltinESMExports()
    })
    afterAll(() => {
      dns.lookup = resolver
      syncBuiltinESMExports()
    })

    test.each([
      ['10.1.2.3'],
      ['127.0.0.1'],
      ['169.254.169.254'],
      ['::ffff:192.168.0.1'],
      ['::1'],
      ['fd00::1'],
      ['0.0.0.0'],
      ['64:ff9b::7f00:1'],
    ])('is refused where it leads to %s', async (inside) => {
      answers.set('provider.example.com', [inside])
      expect(isCallable(outside, 'https://provider.example.com/')).toBe(true)
      expect(await faultOf(callOut(outside, 'https://provider.example.com/'))).toBe('address')
      if (!isLoopback(inside)) expect(await faultOf(callOut(here, 'https://provider.example.com/'))).toBe('address')
    })

    test('reaches none of a name’s internal addresses, though others are external', async () => {
      answers.set('provider.example.com', ['127.0.0.1', '192.0.2.7', '10.0.0.1'])
      expect(await faultOf(callOut(outside, `https://provider.example.com:${new URL(url).port}/`))).toBe('address')
    })
  })
})
