import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOut, isCallable, isInner, type OutwardFault } from './outward.ts'

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

describe('a call to others', () => {
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
    'https://0.0.0.0/',
    'ftp://provider.example.com/',
    'file:///etc/passwd',
    'https://name:word@provider.example.com/',
    'no address',
  ])('never goes to %s', async (address) => {
    expect(isCallable(here, address)).toBe(false)
    expect(await faultOf(callOut(here, address))).toBe('address')
  })

  test('knows which addresses are inside, however they are written', () => {
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

  test('follows no redirect, reads no more than it should, and does not wait for ever', async () => {
    expect((await callOut(here, `${url}/moved`)).status).toBe(302)
    expect(await faultOf(callOut(here, `${url}/large`, { maxBytes: 2999 }))).toBe('size')
    hanging = Promise.withResolvers()
    const late = faultOf(callOut(here, `${url}/hangs`, { timeout: 200 }))
    await hanging.promise
    expect(await late).toBe('time')
    expect(await faultOf(callOut(here, 'http://127.0.0.1:1/'))).toBe('reach')
  })
})
