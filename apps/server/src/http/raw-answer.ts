import type { Problem } from '@tavla/contract'
import { nodeHttp } from '../ground/node-http.ts'
import type { Site } from '../site.ts'
import { commonHeaders } from './plugins/headers.ts'
import { presentProblem } from './presented-problem.ts'

/**
 * The bytes of an answer on a socket without a request object, after which the connection ends. The caller is unknown,
 * so the text is in the site's default language.
 */
export function rawAnswer(site: Site, problem: Problem, requestId: string): string {
  const language = site.engine.settings.default_language
  const dictionary = site.translations.dictionaryNow(language)
  const body = JSON.stringify(presentProblem(problem, { dictionary, language }, requestId))
  const headers = {
    ...commonHeaders(site, requestId),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { status } = problem
  return `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
