import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutwardFault } from './call-out.ts'
import { connectToMail, mailAddresses } from './mail.ts'

const here = { publicUrl: 'http://localhost:8080' }
const outside = { publicUrl: 'https://staff.example.com' }
let server: Server
let port: number

beforeAll(async () => {
  server = createServer((socket) => socket.end('220 here\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterAll(() => server.close())

const mayReach = (site: typeof here, host: string, at: number) =>
  mailAddresses(site, host, at).then(
    () => true,
    (error: OutwardFault) => (error.kind === 'address' ? false : error),
  )

test('a mail server in the site’s own network is reached only at the ports of mail', async () => {
  for (const host of [
    '10.0.0.5',
    '192.168.1.5',
    '172.20.0.5',
    'fd00::5',
    '127.0.0.1',
    '::ffff:10.0.0.5',
    '2130706433',
  ]) {
    for (const mail of [25, 465, 587, 2525, 143, 993])
      expect([host, await mayReach(outside, host, mail)]).toEqual([host, true])
    for (const other of [22, 80, 443, 5432, 6379, 8080]) {
      expect([host, other, await mayReach(outside, host, other)]).toEqual([host, other, false])
    }
  }
})

test('an address that is never a mail server is refused, and an external one is always allowed', async () => {
  for (const host of [
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    'fe80::1',
    '::',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ]) {
    expect([host, await mayReach(outside, host, 25), await mayReach(here, host, 25)]).toEqual([host, false, false])
  }
  expect(await mayReach(outside, '8.8.8.8', 2587)).toBe(true)
})

test('this machine is reached at any port only by a site that people open on it', async () => {
  const socket = await connectToMail(here, 'localhost', port, 5_000)
  const [greeting] = (await once(socket, 'data')) as [Buffer]
  expect(String(greeting)).toBe('220 here\r\n')
  socket.destroy()
  await expect(connectToMail(outside, 'localhost', port, 5_000)).rejects.toMatchObject({ kind: 'address' })
  await expect(connectToMail(here, '127.0.0.1', 1, 5_000)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
