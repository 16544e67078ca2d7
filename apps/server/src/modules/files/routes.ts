import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import { badRequest, invalid, Problem, tooLarge } from '@tavla/contract'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { answerOffset, beginTransfer, revertUpload, takeChunk } from './chunks.ts'
import { collectBody, forgetBody, readJson, readMultipart, type UploadForm } from './forms.ts'
import { type FileParts, maxBytesOf, onDisk, requireRoom } from './parts.ts'
import { presentUpload, type UploadAnswer } from './present.ts'
import { serveFile } from './serve.ts'
import { authoriseUpload, readUploadFields, saveUpload } from './upload.ts'

const chunkType = 'application/offset+octet-stream'
/** Bytes of a form besides the file: its boundaries and a few fields. */
const formOverhead = 1_000_000

/** Routes of `/api/files` in its three forms, and of the files themselves (reference: files, Uploading). */
export function filesRoutes(parts: FileParts): FastifyPluginAsync {
  return async (app) => {
    await app.register(async (scope) => {
      await acceptUploads(scope, parts)
      const enter = admitUpload(parts)
      scope.post('/api/files', { onRequest: enter }, (request, reply) => handleUpload(parts, request, reply))
      for (const url of ['/api/files', '/api/files/:id']) {
        scope.patch(url, { onRequest: [only(chunkType), enter] }, (request, reply) =>
          onDisk(parts, () => takeChunk(parts, request, reply)),
        )
        scope.head(url, async (request, reply) => {
          await answerOffset(parts, request, reply)
          return reply.send()
        })
        scope.delete(url, { onRequest: only('text/plain', 'application/json') }, (request) =>
          revertUpload(parts, request),
        )
      }
    })
    for (const isPrivate of [false, true]) {
      app.route({
        method: ['GET', 'HEAD'],
        url: isPrivate ? '/private/files/*' : '/files/*',
        config: isPrivate ? {} : { guest: true, limit: 'refusals' },
        handler: (request, reply) => serveFile(parts, isPrivate, request, reply),
      })
    }
  }
}

async function handleUpload(
  parts: FileParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UploadAnswer | string> {
  const form = await onDisk(parts, () => readForm(parts, request))
  try {
    if (form.incoming) {
      const fields = readUploadFields(form.fields)
      await authoriseUpload(parts, request.ctx, fields)
      const { incoming } = form
      return presentUpload(await onDisk(parts, () => saveUpload(parts, request.ctx, fields, incoming)))
    }
  } catch (error) {
    if (form.incoming) await parts.area.discard(form.incoming)
    throw error
  }
  if (request.headers['upload-length'] === undefined) throw invalid('The file is empty')
  const id = await beginTransfer(parts, request, form)
  reply.type('text/plain; charset=utf-8')
  return id
}

function readForm(parts: FileParts, request: FastifyRequest): Promise<UploadForm> {
  const maxBytes = maxBytesOf(parts)
  if (request.isMultipart()) {
    // A caller without the right is refused before the first byte of the file.
    const admit = (fields: UploadForm['fields']) => authoriseUpload(parts, request.ctx, readUploadFields(fields))
    return readMultipart(request, parts.area, maxBytes, admit)
  }
  return readJson(request.body ?? {}, parts.area, maxBytes)
}

/** Checks the size, the number of running uploads and the disk space before the body is read. */
function admitUpload(parts: FileParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const maxBytes = maxBytesOf(parts)
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > maxBytes * 1.4 + formOverhead) throw tooLarge(maxBytes)
    requireRoom(parts, length)
    parts.inProgress.enter(request.ctx.actor.user, reply)
  }
}

/** Registers the content types of `/api/files` in their own scope (reference: files, Uploading). */
async function acceptUploads(scope: FastifyInstance, parts: FileParts): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addHook('onResponse', async (request) => forgetBody(request))
  await scope.register(multipart, { throwFileSizeLimit: false })
  scope.addContentTypeParser(chunkType, (_request, payload, done) => done(null, payload))
  scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: 10_000 }, (request, body, done) => {
    done(request.method === 'DELETE' ? null : unsupported(), body)
  })
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const maxBytes = maxBytesOf(parts)
    const text = await collectBody(request, payload, 1.4 * maxBytes + formOverhead, maxBytes)
    return text === '' ? {} : parseJson(text)
  })
}

function only(...types: string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
    if (type !== undefined && !types.includes(type)) throw unsupported()
  }
}

const unsupported = () =>
  new Problem(415, 'UnsupportedMediaType', 'Bad Request', { text: 'The request could not be read.' })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(error)
  }
}
