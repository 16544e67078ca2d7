import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readRange } from './range.ts'

/** The source of an answer's bytes: compared bytes, a stream that compares as it reads, or the plain file. */
export type Source = Buffer | Readable | FileHandle

/** True when the caller already has the bytes of this tag. */
export function isKnownAs({ headers }: FastifyRequest, tag: string): boolean {
  return headers['if-none-match']?.split(',').some((one) => one.trim() === tag || one.trim() === '*') ?? false
}

/** Answers with all bytes or the requested range; closes the file afterwards. */
export async function sendBytes(
  source: Source,
  size: number,
  tag: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { range, 'if-range': condition } = request.headers
  if (isKnownAs(request, tag)) {
    await close(source)
    return reply.code(304).send()
  }
  const wanted = condition === undefined || condition === tag ? readRange(range, size) : undefined
  if (wanted === 'unsatisfiable') {
    await close(source)
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  const { start, end } = wanted ?? { start: 0, end: size - 1 }
  if (wanted) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  if (request.method === 'HEAD' || size === 0) {
    await close(source)
    return reply.send()
  }
  if (Buffer.isBuffer(source)) return reply.send(source.subarray(start, end + 1))
  if (source instanceof Readable) return reply.send(source)
  return reply.send(source.createReadStream({ start, end, highWaterMark: 256 * 1024 }))
}

async function close(source: Source): Promise<void> {
  if (source instanceof Readable) source.destroy()
  else if (!Buffer.isBuffer(source)) await source.close()
}
