import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends frames that no client sends over the socket of live updates; resolves to their number. */
export async function hostileSockets(origin: string, cookie: string, frames: number): Promise<number> {
  const port = Number(new URL(origin).port)
  let sent = 0
  for (let socket = await open(port, cookie); sent < frames; ) {
    if (socket.destroyed) socket = await open(port, cookie)
    socket.write(frameOf(payloads[sent % payloads.length] as Buffer, sent))
    sent++
    if (sent % 50 === 0) await new Promise(setImmediate)
    if (sent >= frames) socket.destroy()
  }
  return sent
}

/** Opens a WebSocket connection. */
async function open(port: number, cookie: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nCookie: ${cookie}\r\n\r\n`,
  )
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.resume()
  socket.write(frameOf(Buffer.from('40'), 0))
  return socket
}

/** A masked frame; some have a wrong opcode or length. */
function frameOf(payload: Buffer, n: number): Buffer {
  const mask = randomBytes(4)
  const opcode = n % 37 === 0 ? 0x83 : n % 41 === 0 ? 0x82 : 0x81
  const length = n % 53 === 0 ? payload.length + 3 : payload.length
  const head =
    payload.length < 126
      ? Buffer.from([opcode, 0x80 | Math.min(length, 125)])
      : Buffer.from([opcode, 0x80 | 126, (length >> 8) & 255, length & 255])
  const body = Buffer.from(payload.map((byte, i) => byte ^ (mask[i % 4] as number)))
  return Buffer.concat([head, mask, body])
}

const payloads = [
  '40',
  '42["doc_subscribe",{"entity":"Task","id":"TASK-0001"}]',
  '420["doc_open",{"entity":"__proto__","id":"constructor"}]',
  '421["list_update","Task"]',
  '422["list_update",{"entity":{"a":1}}]',
  '423["doc_subscribe",null,null,null]',
  '42["answer_begin",{"entity":"Contact","id":["x"]}]',
  '42["__proto__",{}]',
  '42["disconnect"]',
  '42["connect"]',
  '42[]',
  '42{}',
  '42"x"',
  '451-["x",{"_placeholder":true,"num":0}]',
  '451-["x",{"_placeholder":true,"num":-1}]',
  '4299999999999999999999["x"]',
  '43[]',
  '44{"message":"x"}',
  '41',
  '2probe',
  '3',
  '5',
  '6',
  '9',
  '',
  '\u0000',
  `42["doc_subscribe",{"entity":"${'x'.repeat(5000)}"}]`,
  `42["list_leave",${'['.repeat(500)}${']'.repeat(500)}]`,
  '40/admin,',
  '40{"token":"x"}',
].map((text) => Buffer.from(text))
