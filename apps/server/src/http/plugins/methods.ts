import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodNotAllowed, pathNotFound } from './errors.ts'
import { isFrontEndCall } from './paths.ts'

const ordinary = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Paths of all routes, with the methods of each. */
export type KnownPaths = Map<string, Set<string>>

declare module 'fastify' {
  interface FastifyInstance {
    readonly paths: KnownPaths
  }
}

/** Collects the methods of each path. Call it before the routes are registered. */
export function gatherMethods(app: FastifyInstance): KnownPaths {
  const known: KnownPaths = new Map()
  app.addHook('onRoute', (route) => {
    const methods = known.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) methods.add(method)
    known.set(route.url, methods)
  })
  return known
}

/**
 * Answers 405 with `Allow` for every other method of a known path (reference: http-api, Transport), before the body is
 * read.
 */
export function refuseOtherMethods(app: FastifyInstance, known: KnownPaths): void {
  for (const [url, methods] of [...known]) {
    const others = ordinary.filter((method) => !methods.has(method))
    if (others.length === 0) continue
    const allow = [...methods].join(', ')
    app.route({
      method: others,
      url,
      onRequest: (_request, reply) => refuseMethod(reply, allow),
      handler: (_request, reply) => refuseMethod(reply, allow),
    })
  }
}

/** Refuses calls that no route takes, except the front end's own paths, which its page answers. */
export function refuseUnknownPaths(app: FastifyInstance, known: KnownPaths): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const isPage = isFrontEndCall(request)
    if (isPage && (request.method === 'GET' || request.method === 'HEAD')) return done()
    const allow = isPage ? 'GET, HEAD' : allowedMethods(known, request)
    if (allow === undefined) return done(pathNotFound(request))
    reply.header('allow', allow)
    done(methodNotAllowed())
  })
}

export function refuseMethod(reply: FastifyReply, allow: string): never {
  reply.header('allow', allow)
  throw methodNotAllowed()
}

/** The methods of the path, for a method that the router does not know. */
function allowedMethods(known: KnownPaths, request: FastifyRequest): string | undefined {
  const path = request.url.split('?', 1)[0] ?? ''
  for (const [url, methods] of known) {
    if (patternOf(url).test(path)) return [...methods].join(', ')
  }
  return undefined
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+'
    return part === '*' ? '.*' : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('/')}$`)
}
