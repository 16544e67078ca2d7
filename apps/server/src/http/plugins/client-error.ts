import type { Socket } from 'node:net'
import { badRequest, Problem } from '@tavla/contract'
import type { Site } from '../../site.ts'
import { rawAnswer } from '../raw-answer.ts'
import { noteUnreadable } from '../security-notes.ts'

/** Answers a call that the HTTP parser could not read. */
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
  noteUnreadable(site, requestId, error.code, socket)
  const status = statuses[error.code ?? '']
  socket.end(rawAnswer(site, status === undefined ? badRequest() : unreadable(status), requestId))
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const unreadable = (status: number) =>
  new Problem(status, 'BadRequest', 'Bad Request', { text: 'The request could not be read.' })
