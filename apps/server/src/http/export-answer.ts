import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileNameParameters } from '../files/names.ts'

/** Answers with a file that is made while it is sent, or with the job that makes it (reference: http-api, Export). */
export async function answerExport(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  query: Readonly<Record<string, unknown>>,
) {
  const begun = await request.server.site.exports.begin(request.ctx, request.params.name, query)
  if ('job' in begun) return { data: begun }
  reply.headers({
    'content-type': begun.mime,
    'content-disposition': `attachment; ${fileNameParameters(begun.name)}`,
    'cache-control': 'private, no-store',
  })
  return reply.send(begun.content)
}
