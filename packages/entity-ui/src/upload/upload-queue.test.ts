import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchTransport } from './transport.ts'
import { type UploadHandlers, type UploadItem, UploadQueue, type UploadQueueOptions } from './upload-queue.ts'

let server: Server
let url: string
let calls: { method: string; offset: number | null; length: number }[]
let transfers: Map<string, { length: number; bytes: Buffer }>
let deleted: string[]
/** Gets each request first; true when it has answered it. */
let intercept: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean

beforeEach(async () => {
  calls = []
  transfers = new Map()
  deleted = []
  intercept = () => false
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/files`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('a small file is sent whole', async () => {
  const { queue, settled } = build()
  queue.add([file('a.png', 'image/png', 4)])
  await settled()
  expect(queue.getItems()[0]).toMatchObject({ status: 'complete', sent: 4, result: { file_url: '/files/whole' } })
  expect(calls.map((call) => call.method)).toEqual(['POST'])
})

test('a complete file stays in the list until the next one comes, and stays on the server', async () => {
  const { queue, settled } = build({ multiple: true, maxFiles: 1 })
  queue.add([file('a.png', 'image/png', 4)])
  await settled()
  expect(queue.getItems().map(({ status }) => status)).toEqual(['complete'])
  expect(queue.add([file('b.png', 'image/png', 4)])).toBe(true)
  expect(queue.getItems().map((item) => item.file.name)).toEqual(['b.png'])
  await settled()
  queue.settle()
  expect(queue.getItems()).toEqual([])
  expect(deleted).toEqual([])
})

test('a large file is sent in chunks and arrives unharmed', async () => {
  const { queue, settled } = build({ chunkSize: 5 })
  queue.add([file('b.bin', '', 12)])
  await settled()
  expect(calls).toMatchObject([
    { method: 'POST' },
    { method: 'PATCH', offset: 0, length: 5 },
    { method: 'PATCH', offset: 5, length: 5 },
    { method: 'PATCH', offset: 10, length: 2 },
  ])
  expect(transfers.get('t1')?.bytes).toEqual(contents(12))
  expect(queue.getItems()[0]?.result?.file_url).toBe('/files/t1')
})

test("a failed chunk is repeated from the server's offset", async () => {
  let broken = 2
  intercept = (request, response, body) => {
    if (request.method !== 'PATCH' || broken === 0) return false
    broken -= 1
    // The bytes arrive but their answer is lost, once; the second time nothing arrives.
    if (broken === 1) store(request, body)
    response.socket?.destroy()
    return true
  }
  const { queue, settled } = build({ chunkSize: 5 })
  queue.add([file('c.bin', '', 12)])
  await settled()
  expect(queue.getItems()[0]?.status).toBe('complete')
  expect(transfers.get('t1')?.bytes).toEqual(contents(12))
})

test('after the last retry the error callback gets the request, and a manual retry resumes', async () => {
  let healthy = false
  const refused: number[] = []
  intercept = (request, response) => {
    if (healthy || request.method !== 'PATCH' || request.headers['upload-offset'] === '0') return false
    response.writeHead(500).end('{}')
    return true
  }
  const { queue, settled } = build({ chunkSize: 5 }, { onError: (response) => refused.push(response.status) })
  queue.add([file('d.bin', '', 12)])
  await settled()
  expect(refused).toEqual([500])
  expect(queue.getItems()[0]).toMatchObject({ status: 'error', sent: 5 })
  healthy = true
  calls = []
  queue.retry(queue.getItems()[0]?.key ?? 0)
  await settled()
  expect(queue.getItems()[0]?.status).toBe('complete')
  expect(calls.map((call) => [call.method, call.offset])).toEqual([
    ['HEAD', null],
    ['PATCH', 5],
    ['PATCH', 10],
  ])
})

test('a refusal is not retried', async () => {
  intercept = (_request, response) => {
    response.writeHead(413).end('{"message":"The file is larger than 1 MB."}')
    return true
  }
  const { queue, settled } = build()
  queue.add([file('e.bin', '', 4)])
  await settled()
  expect(queue.getItems()[0]).toMatchObject({ status: 'error', response: { status: 413 } })
  expect(calls).toHaveLength(1)
})

test('two files are sent at once, never three', async () => {
  const { queue, settled } = build({ multiple: true })
  let busiest = 0
  queue.subscribe(() => {
    busiest = Math.max(busiest, queue.getItems().filter((item) => item.status === 'processing').length)
  })
  queue.add(['1', '2', '3', '4'].map((name) => file(name, '', 4)))
  await settled()
  expect(queue.getItems().map((item) => item.status)).toEqual(['complete', 'complete', 'complete', 'complete'])
  expect(busiest).toBe(2)
})

test('a cancelled upload stops and can be resumed', async () => {
  const reached = Promise.withResolvers<void>()
  let held = true
  intercept = (request) => {
    if (!held || request.method !== 'PATCH' || request.headers['upload-offset'] === '0') return false
    reached.resolve()
    return true
  }
  const { queue, settled } = build({ chunkSize: 5 })
  queue.add([file('f.bin', '', 12)])
  await reached.promise
  const key = queue.getItems()[0]?.key ?? 0
  queue.cancel(key)
  expect(queue.getItems()[0]?.status).toBe('cancelled')
  held = false
  queue.retry(key)
  await settled()
  expect(transfers.get('t1')?.bytes).toEqual(contents(12))
})

test('more files than allowed are refused as a whole', () => {
  const { queue } = build()
  expect(queue.add([file('1', '', 1), file('2', '', 1)])).toBe(false)
  expect(queue.getItems()).toEqual([])
})

test('a newer file replaces the one of a single upload', async () => {
  const { queue, settled } = build()
  queue.add([file('1', '', 1)])
  await settled()
  expect(queue.add([file('2', '', 1)])).toBe(true)
  await settled()
  expect(queue.getItems().map((item) => item.file.name)).toEqual(['2'])
})

test('a file of another type is shown and not sent', async () => {
  const { queue, settled } = build({ accept: ['image/*'] })
  queue.add([file('a.txt', 'text/plain', 3)])
  await settled()
  expect(queue.getItems()[0]?.status).toBe('invalid')
  expect(calls).toEqual([])
})

test('removing a finished upload deletes it on the server', async () => {
  const { queue, settled } = build()
  queue.add([file('a.png', 'image/png', 4)])
  await settled()
  await queue.remove(queue.getItems()[0]?.key ?? 0)
  expect(deleted).toEqual(['whole'])
  expect(queue.getItems()).toEqual([])
})

test('a failed removal is reported and the file stays', async () => {
  const { queue, settled } = build()
  queue.add([file('a.png', 'image/png', 4)])
  await settled()
  intercept = (_request, response) => {
    response.writeHead(403).end('{}')
    return true
  }
  await queue.remove(queue.getItems()[0]?.key ?? 0)
  expect(queue.getItems()[0]?.status).toBe('revert error')
})

function build(options: Partial<UploadQueueOptions> = {}, handlers: UploadHandlers = {}) {
  const queue = new UploadQueue({
    url,
    target: { entity: 'Contact', id: 'a1', field: 'photo' },
    transport: fetchTransport,
    retryDelays: [0, 0, 0],
    ...options,
  })
  queue.handle(handlers)
  const busy = (item: UploadItem) => item.status === 'idle' || item.status === 'processing'
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!queue.getItems().some(busy)) resolve()
      }
      queue.subscribe(look)
      look()
    })
  return { queue, settled }
}

function contents(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => 65 + index))
}

function file(name: string, type: string, length: number): File {
  return new File([new Uint8Array(contents(length))], name, { type })
}

function store(request: IncomingMessage, body: Buffer) {
  const id = new URL(request.url ?? '/', url).searchParams.get('patch') ?? ''
  const transfer = transfers.get(id)
  if (transfer) transfer.bytes = Buffer.concat([transfer.bytes, body])
  return { id, transfer }
}

/** A small server of the upload call: whole, chunked, HEAD and revert (reference: files, Uploading). */
async function answer(request: IncomingMessage, response: ServerResponse) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const offset = request.headers['upload-offset']
  calls.push({
    method: request.method ?? '',
    offset: offset === undefined ? null : Number(offset),
    length: body.length,
  })
  if (intercept(request, response, body)) return
  const json = (id: string, headers = {}) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify({ file: { id, file_url: `/files/${id}` }, file_url: `/files/${id}` }))
  if (request.method === 'DELETE') {
    deleted.push(body.toString())
    return response.writeHead(200).end('{}')
  }
  if (request.method === 'POST' && request.headers['upload-length'] === undefined) return json('whole')
  if (request.method === 'POST') {
    const id = `t${transfers.size + 1}`
    transfers.set(id, { length: Number(request.headers['upload-length']), bytes: Buffer.alloc(0) })
    return response.writeHead(200, { 'Content-Type': 'text/plain' }).end(id)
  }
  if (request.method === 'HEAD') {
    const held = transfers.get(new URL(request.url ?? '/', url).searchParams.get('patch') ?? '')
    return response.writeHead(held ? 200 : 404, held ? { 'Upload-Offset': held.bytes.length } : {}).end()
  }
  const known = transfers.get(new URL(request.url ?? '/', url).searchParams.get('patch') ?? '')
  if (known && known.bytes.length !== Number(offset)) {
    return response.writeHead(409, { 'Upload-Offset': known.bytes.length }).end('{}')
  }
  const { id, transfer } = store(request, body)
  const held = { 'Upload-Offset': transfer?.bytes.length ?? 0 }
  if (transfer && transfer.bytes.length === transfer.length) return json(id, held)
  return response.writeHead(204, held).end()
}
