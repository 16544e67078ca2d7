import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { badRequest, notPossibleNow } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { digestHeader, digestText } from '../hosting/copy-parts.ts'

/** Lets a scope take bodies of bytes as they come. */
export const acceptBytes = (app: FastifyInstance): unknown =>
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

/** Whether a path is a place within a folder: it leaves the folder by no name. */
export const isPartPath = (path: string): boolean =>
  path.length <= 1000 &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !name.includes('\0'))

/**
 * Writes the body of a call to a file, whole or not at all; resolves to its size.
 * @throws Problem 400 for less or something else than the digest says, 409 without room
 */
export async function writeWhole(target: string, { body, headers }: FastifyRequest): Promise<number> {
  const unfinished = `${target}.unfinished`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(body as IncomingMessage, count, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    if (digestText(hash.digest()) !== headers[digestHeader]) throw badRequest()
    await rename(unfinished, target)
    return size
  } catch (error) {
    await rm(unfinished, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw notPossibleNow({ text: 'There is no space left on the disk.' })
    throw error
  }
}
