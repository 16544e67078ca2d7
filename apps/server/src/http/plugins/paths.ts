import type { FastifyRequest } from 'fastify'

/** Paths that the front end's page never answers. */
const reserved = ['/api', '/files', '/private/files', '/socket.io']

/** True for a path that belongs to the front end: its page, or one of its files. */
export function isFrontEndPath(url: string): boolean {
  return !reserved.some((prefix) => url.startsWith(prefix) && isBoundary(url.charCodeAt(prefix.length)))
}

/** True when the front end answers: no route matches the call, and its path is the front end's. */
export function isFrontEndCall(request: FastifyRequest): boolean {
  return request.is404 && isFrontEndPath(request.url)
}

/** End of text, `/` or `?`. */
function isBoundary(code: number): boolean {
  return Number.isNaN(code) || code === 47 || code === 63
}
