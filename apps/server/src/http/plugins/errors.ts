import {
  badRequest,
  notFound,
  notSignedIn,
  Problem,
  type ProblemPayload,
  type ProblemType,
  tooLarge,
} from '@tavla/contract'
import { type Dictionary, dictionaryWithin } from '@tavla/i18n'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRecord, systemContext } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { StoreBusy, StoreUnavailable } from '../../store/errors.ts'
import { languageOfGuest } from '../guest-language.ts'
import { presentProblem } from '../presented-problem.ts'

/**
 * Converts every thrown error to the payload of an error (reference: http-api, Errors). Unexpected errors are logged,
 * and their details are not sent.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => sendProblem(app.site, error, request, reply))
}

/** Needs no database, which may be the cause of the error: it uses the texts read last, initially the built-in ones. */
export function sendProblem(site: Site, error: unknown, request: FastifyRequest, reply: FastifyReply): ProblemPayload {
  const problem = problemOf(error, request)
  if (problem.type === 'ServerError' && error !== problem) logFault(site, error, problem, request)
  const language = request.ctx?.language ?? languageOfGuest(site, request)
  const dictionary = site.translations.dictionaryNow(language)
  const { retry_after: seconds } = problem.extra
  if (typeof seconds === 'number') reply.header('retry-after', String(seconds))
  // Closing the connection at once would interrupt the sender, which then never reads the reason; the rest of the body is
  // discarded instead.
  if (problem.status === 413) reply.removeHeader('connection')
  const isUnknown = problem.type === 'AuthenticationError' && problem.title === notSignedInTitle
  if (isUnknown && site.sessions.mustClear(request.headers.cookie)) {
    reply.header('set-cookie', site.sessions.cookie(''))
  }
  reply.code(problem.status).type('application/json; charset=utf-8')
  return presentProblem(problem, { dictionary: wordsOf(site, dictionary, request), language }, request.id)
}

/** The words of the entity in the address: its labels and those of its rows may have a translation of their own. */
function wordsOf(site: Site, dictionary: Dictionary, request: FastifyRequest): Dictionary {
  const { name } = (request.params ?? {}) as { name?: unknown }
  const model = typeof name === 'string' ? site.engine?.models.get(name) : undefined
  if (!model) return dictionary
  const rows = model.tables.map(({ rule }) => rule.options ?? '')
  return [...rows, model.id].reduce(dictionaryWithin, dictionary)
}

const notSignedInTitle = notSignedIn().title

/** The Problem for any thrown error, ours or the framework's. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof StoreUnavailable) return storeProblem(error)
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unreadable(415, 'UnsupportedMediaType')
  if (code === 'FST_ERR_NOT_FOUND') return pathNotFound(request)
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return statusCode === 400 ? badRequest(error) : unreadable(statusCode, 'BadRequest')
  }
  return new Problem(
    500,
    'ServerError',
    'Server Error',
    { text: 'Something went wrong on the server. Reference: {0}', args: [request.id] },
    { cause: error },
  )
}

export const methodNotAllowed = () => unreadable(405, 'MethodNotAllowed')

export const uriTooLong = () => unreadable(414, 'BadRequest')

export function pathNotFound(request: FastifyRequest): Problem {
  const path = request.url.split('?', 1)[0] ?? ''
  return notFound({ text: '{0} {1} was not found.', args: [{ translate: 'Path' }, path.slice(0, 140)] })
}

/** The store's message is shown only where it names a cause that means something to people. */
function storeProblem(error: StoreUnavailable): Problem {
  if (error instanceof StoreBusy) return busy()
  const { causeForPeople: text, isDiskFull } = error
  if (text === undefined) return unavailable(error)
  const extra = { retry_after: isDiskFull ? 10 : 2 }
  return new Problem(503, 'Unavailable', 'Service Unavailable', { text }, { cause: error, extra })
}

/** The site is starting or stopping, or its database cannot work now. */
export function unavailable(cause?: unknown): Problem {
  const detail = { text: 'The service is not available at the moment. Try again shortly.' }
  return new Problem(503, 'Unavailable', 'Service Unavailable', detail, { cause, extra: { retry_after: 2 } })
}

/** The site has too many calls to answer this one soon; nothing of it was started. */
export function busy(): Problem {
  const detail = { text: 'The site is very busy. Please try again in a moment.' }
  return new Problem(503, 'Unavailable', 'Service Unavailable', detail, { extra: { retry_after: 1 } })
}

function unreadable(status: number, type: ProblemType): Problem {
  return new Problem(status, type, 'Bad Request', { text: 'The request could not be read.' })
}

/** Writes the details to the error log and to entity Error Log, with the reference that the client got. */
function logFault(site: Site, error: unknown, problem: Problem, request: FastifyRequest): void {
  const path = request.url.split('?', 1)[0] ?? ''
  const fault = error instanceof Error ? error : new Error(String(error))
  const user = request.ctx?.actor.user ?? 'Guest'
  site.logs.error.error({ request_id: request.id, method: request.method, path, user, err: fault }, fault.message)
  if (underWay >= maxUnderWay || site.state !== 'running') return
  underWay++
  const record = {
    title: fault.message.slice(0, 140) || 'Error',
    level: 'Error',
    status_code: problem.status,
    method: request.method,
    path: path.slice(0, 140),
    user: user === 'Guest' ? null : user,
    request_id: request.id,
    traceback: withCauses(fault).slice(0, 50_000),
  }
  const write = createRecord(site.engine, systemContext(site.engine, request.id), 'Error Log', record)
  site.inBackground(write.finally(() => underWay--))
}

/** Maximum number of records being written, so that a fault that every call meets does not flood the site with records. */
const maxUnderWay = 10
let underWay = 0

function withCauses(error: Error): string {
  const stack = error.stack ?? error.message
  return error.cause instanceof Error ? `${stack}\nCaused by: ${withCauses(error.cause)}` : stack
}
