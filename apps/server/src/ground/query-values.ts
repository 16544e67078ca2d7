import { invalid } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'

/** A query value as text. An empty value counts as absent (reference: http-api, Transport), and of several the last counts. */
export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  const text = Array.isArray(value) ? value.at(-1) : value
  return text === '' ? undefined : text
}

/** A query value as a number; NaN when it is not one, which the engine refuses. */
export function queryNumber(request: FastifyRequest, name: string): number | undefined {
  const text = queryText(request, name)?.trim()
  if (text === undefined || text === '') return undefined
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}

/** A query value that the call cannot do without; `label` names it for people. @throws Problem 417 */
export function requiredText(request: FastifyRequest, name: string, label: string): string {
  const text = queryText(request, name)
  if (text === undefined) throw invalid('{0} is required', [{ translate: label }])
  return text
}
