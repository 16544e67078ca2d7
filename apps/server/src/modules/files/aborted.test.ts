import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fileTests } from './testing.ts'

const { site, people, upload } = fileTests()

function openHandles(name: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(name)
    } catch {
      return false
    }
  }).length
}

/** Requests the file and closes the connection after so many milliseconds. */
async function askAndLeave(path: string, after: number, headers = ''): Promise<void> {
  const { hostname, port } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${people.dana}\r\n${headers}\r\n`)
  if (after > 0) await wait(after)
  socket.resetAndDestroy()
}

test.skipIf(!existsSync('/proc/self/fd'))(
  'a client that disconnects before its file arrives leaves no file open',
  async () => {
    const { file_url } = await upload(people.dana, randomBytes(3_000_000), { filename: 'left.bin', is_private: '1' })
    for (let n = 0; n < 300; n++) await askAndLeave(file_url, n % 4, n % 3 === 0 ? 'Range: bytes=5-\r\n' : '')
    await expect.poll(() => openHandles('left-')).toBe(0)
  },
)
