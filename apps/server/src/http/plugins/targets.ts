import { badRequest } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteOddTarget } from '../security-notes.ts'
import { isFrontEndCall, isFrontEndPath } from './paths.ts'

/**
 * Refuses request targets that the router would read as another path than the one written: absolute forms, control
 * characters, and escapes of letters, digits, `.`, `/` and `\`, which no client writes. Runs before anything else of
 * the call is read.
 */
export function refuseOddTargets(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const target = targetOf(request)
    if (!isOddTarget(target)) return done()
    noteOddTarget(app.site, request, target)
    if (!isMistyped(target, request)) return done(badRequest())
    reply.code(400)
    done()
  })
}

/** A browser visit to an address that belongs to the front end in every reading: the page reports the error. */
function isMistyped(target: string, request: FastifyRequest): boolean {
  const isVisit = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate'
  return isVisit && target.charCodeAt(0) === slash && isFrontEndCall(request) && isFrontEndPath(readOnce(target))
}

const readOnce = (target: string) =>
  target.replace(/%([0-9a-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The target as it arrived: the address of a mistyped page is rewritten before the router sees it. */
const targetOf = (request: FastifyRequest) => request.originalUrl

/** True for a target that can be read in two ways. */
export function isOddTarget(target: string): boolean {
  if (target.charCodeAt(0) !== slash) return true
  const end = target.search(/[?#]/)
  const path = end < 0 ? target : target.slice(0, end)
  return path.includes('%') ? oddEscape.test(path) || twiceEscaped.test(path) : controls.test(path)
}

const slash = 47
const controls = /\p{Cc}/u
/** Escapes of letters, digits, `.`, `/`, `\` and control characters; clients write these unescaped or not at all. */
const oddEscape = /%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2[ef]|5c|[01][0-9a-f]|7f)|\p{Cc}/iu
/** The first segment decides which part of the site answers; in an id, `%41` may be three characters of a name. */
const twiceEscaped = /^\/[^/]*%25[0-9a-f]{2}/i
