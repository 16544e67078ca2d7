import { badRequest } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './json.ts'

/** Accepts only JSON bodies: an empty body equals `{}`, any other content type is 415 (reference: http-api, Transport). */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.fingerprint?.update(body)
    try {
      done(null, body === '' ? {} : parseJson(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** The body of a call as an object. @throws Problem 400 for anything else */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw badRequest()
  return body as Record<string, unknown>
}
