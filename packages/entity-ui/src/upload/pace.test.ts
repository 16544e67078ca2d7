import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnnouncer } from './announcer.ts'
import { sendFile } from './send-file.ts'
import type { UploadRequest, UploadResponse } from './transport.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const answer = (status: number, text = '', held = ''): UploadResponse => ({
  status,
  text,
  header: (name) => (name === 'Upload-Offset' && held !== '' ? held : null),
})
const stored = '{"file":{"id":"f1","file_url":"/files/a"},"file_url":"/files/a"}'

/** Sends a file of this many bytes with the default constants; `respond` plays the server. */
function send(length: number, respond: (request: UploadRequest) => UploadResponse) {
  const sent: { method: string; at: number; bytes: number | undefined }[] = []
  const began = Date.now()
  const done = sendFile(
    {
      file: new File([new Uint8Array(length)], 'a.bin'),
      transfer: null,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
    {
      url: '/api/files',
      target: {},
      transport: async (request) => {
        const bytes = request.body instanceof Blob ? request.body.size : undefined
        sent.push({ method: request.method, at: Date.now() - began, bytes })
        return respond(request)
      },
    },
  )
  return { sent, done }
}

test('a file of 5,000,000 bytes is sent whole, a larger one in chunks of that size', async () => {
  const whole = send(5_000_000, () => answer(200, stored))
  await whole.done
  expect(whole.sent.map(({ method }) => method)).toEqual(['POST'])

  let held = 0
  const parts = send(5_000_001, ({ method, body }) => {
    if (method === 'POST') return answer(200, 't1')
    held += (body as Blob).size
    return held > 5_000_000 ? answer(200, stored, String(held)) : answer(204, '', String(held))
  })
  await parts.done
  expect(parts.sent.map(({ method, bytes }) => [method, bytes])).toEqual([
    ['POST', undefined],
    ['PATCH', 5_000_000],
    ['PATCH', 1],
  ])
})

test.each([['a whole file', 10, 'POST'] as const, ['a chunk', 5_000_001, 'PATCH'] as const])(
  '%s without an answer is retried after 500, 1000 and 3000 ms, and then given up',
  async (_what, length, method) => {
    const { sent, done } = send(length, (request) => {
      if (request.method === method) return answer(503)
      return request.method === 'POST' ? answer(200, 't1') : answer(200, '', '0')
    })
    const failed = expect(done).rejects.toMatchObject({ response: { status: 503 } })
    await vi.runAllTimersAsync()
    await failed
    expect(sent.filter((one) => one.method === method).map(({ at }) => at)).toEqual([0, 500, 1500, 4500])
  },
)

test('files added within 750 ms are announced together, and the words are gone 1500 ms later', () => {
  const said: string[] = []
  const announcer = createAnnouncer((text) => said.push(text))
  announcer.announceAdded('a.png', (names) => names)
  vi.advanceTimersByTime(700)
  announcer.announceAdded('b.png', (names) => names)
  vi.advanceTimersByTime(749)
  expect(said).toEqual([])
  vi.advanceTimersByTime(1)
  expect(said).toEqual(['a.png, b.png'])
  vi.advanceTimersByTime(1499)
  expect(said).toEqual(['a.png, b.png'])
  vi.advanceTimersByTime(1)
  expect(said).toEqual(['a.png, b.png', ''])
})
