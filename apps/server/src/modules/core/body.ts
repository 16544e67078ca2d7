import { badRequest } from '@tavla/contract'

/** A request body that is not validated yet. */
export type Body = Readonly<Record<string, unknown>>

/** The body of a call as an object. @throws Problem 400 for anything else */
export function bodyOf(sent: unknown): Body {
  const body = sent ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw badRequest()
  return body as Body
}
