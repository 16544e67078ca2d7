import type { Problem, ProblemPayload } from '@tavla/contract'
import { type Dictionary, translate, translateMessage } from '@tavla/i18n'
import { shortMessage } from './short-message.ts'

/**
 * The payload of an error in the reader's language (reference: http-api, Errors). It lists its properties one by one,
 * so that nothing else of the error reaches the client.
 */
export function presentProblem(
  problem: Problem,
  reader: { dictionary: Dictionary; language: string },
  requestId: string,
): ProblemPayload {
  const { dictionary, language } = reader
  const message = translateMessage(dictionary, shortMessage(problem.detail), language)
  const title = translate(dictionary, problem.title, undefined, language)
  const payload: ProblemPayload = {
    status: problem.status,
    exc_type: problem.type,
    _server_messages: JSON.stringify([{ message, indicator: 'red', raise_exception: 1, title }]),
    _error_message: message,
    message,
    request_id: requestId,
    ...problem.extra,
  }
  if (problem.errors) {
    payload.errors = problem.errors.map((error) => ({
      ...error,
      // A condition of a transition lies in no field.
      ...(error.transition !== undefined && { fieldname: null }),
      message: translateMessage(dictionary, shortMessage(error.message), language),
    }))
  }
  return payload
}
