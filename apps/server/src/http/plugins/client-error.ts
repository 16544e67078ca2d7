import type { Socket } from 'node:net'
import { Problem } from '@tavla/contract'
import type { Site } from '../../site.ts'
import { presentProblem } from '../presented-problem.ts'

/** Answers what the HTTP parser could not read; no person is known yet, so it speaks the site's default language. */
export function answerClientError(
  site: Site,
  requestId: string,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason] = answers[error.code ?? ''] ?? ([400, 'Bad Request'] as const)
  const problem = new Problem(status, 'BadRequest', 'Bad Request', { text: 'The request could not be read.' })
  const language = site.engine.settings.default_language
  site.translations.dictionary(language).then(
    (dictionary) => {
      const body = JSON.stringify(presentProblem(problem, { dictionary, language }, requestId))
      const headers = [
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        `X-Request-Id: ${requestId}`,
        'Connection: close',
      ]
      socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
    },
    () => socket.destroy(),
  )
}

const answers: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}
