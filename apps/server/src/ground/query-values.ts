import type { FastifyRequest } from 'fastify'

/** A query value as text; empty and absent are the same (reference: http-api, Transport), and of several the last counts. */
export function textOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  const text = Array.isArray(value) ? value.at(-1) : value
  return text === '' ? undefined : text
}

/** A number as the caller meant it; NaN when it is none, for the engine to refuse. */
export function numberOf(request: FastifyRequest, name: string): number | undefined {
  const text = textOf(request, name)?.trim()
  if (text === undefined || text === '') return undefined
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}
