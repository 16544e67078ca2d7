import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileNameParameters } from '../files/names.ts'
import type { ExportFile } from '../site.ts'

/** Answers with a file that is made while it is sent, or with the job that makes it (reference: http-api, Export). */
export async function answerExport(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  query: Readonly<Record<string, unknown>>,
) {
  const begun = await request.server.site.exports.begin(request.ctx, request.params.name, query)
  if ('job' in begun) return { data: begun }
  return sendFile(reply, begun)
}

/** Sends a file under its name while it is made. */
export function sendFile(reply: FastifyReply, { name, mime, content }: ExportFile): FastifyReply {
  reply.headers({
    'content-type': mime,
    'content-disposition': `attachment; ${fileNameParameters(name)}`,
    'cache-control': 'private, no-store',
  })
  return reply.send(content)
}
