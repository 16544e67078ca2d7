import { createReadStream } from 'node:fs'
import { badRequest } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { digestHeader, digestOf } from '../hosting/copy-parts.ts'
import type { CopyRoom } from '../hosting/copy-room.ts'
import { bodyOf } from './body.ts'
import { pathNotFound } from './plugins/errors.ts'

/** HQ reads thousands of files in a row, so only refused calls count. */
const config = { guest: true, ownProof: true, limit: 'refusals' } as const

/** The calls by which HQ copies a site's data; `requireProof` refuses everybody else (reference: hosting, Copies over the network). */
export function addCopyDoors(
  app: FastifyInstance,
  room: CopyRoom,
  requireProof: (request: FastifyRequest) => void,
): void {
  app.post('', { config }, async (request) => {
    requireProof(request)
    const { id, release } = bodyOf(request)
    if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) throw badRequest()
    if (release !== 1) return room.ask(id)
    await room.release(id)
    return {}
  })

  app.get<{ Params: { '*': string }; Querystring: { id?: unknown } }>('/*', { config }, async (request, reply) => {
    requireProof(request)
    const part = room.find(request.query.id, request.params['*'])
    if (!part) throw pathNotFound(request)
    const { file, size } = part
    const start = Number(/^bytes=(\d{1,15})-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    reply.type('application/octet-stream').header(digestHeader, part.digest ?? (await digestOf(file)))
    if (start > 0 && start >= size) return reply.code(416).header('content-range', `bytes */${size}`).send()
    if (start > 0) reply.code(206).header('content-range', `bytes ${start}-${size - 1}/${size}`)
    reply.header('content-length', String(size - start))
    return size === 0
      ? reply.send()
      : reply.send(createReadStream(file, { start, end: size - 1, highWaterMark: 262_144 }))
  })
}
