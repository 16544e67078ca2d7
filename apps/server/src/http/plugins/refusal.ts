import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dictionary } from '@tavla/i18n'
import type { Language } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { languageOfGuest } from '../guest-language.ts'
import { presentProblem } from '../presented-problem.ts'
import { busy } from './errors.ts'
import { commonHeaders } from './headers.ts'
import { allowedOriginHeaders } from './origin.ts'
import { discardBody } from './refused-bodies.ts'

/** Bytes of answers that a client may leave unread before its connection gets no more of them. */
export const maxUnread = 4 * 1_048_576

/**
 * The answer of a site that is too busy. It bypasses the framework, because thousands of them a second must cost almost
 * nothing.
 */
export class Refusal {
  readonly #site: Site
  readonly #bodies = new WeakMap<Dictionary, string>()

  constructor(site: Site) {
    this.#site = site
  }

  send(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    if (request.socket.writableLength > maxUnread) {
      request.destroy()
      return
    }
    const body = this.#bodyFor(languageOfGuest(this.#site, request), requestId)
    response.writeHead(503, {
      ...commonHeaders(this.#site, requestId),
      ...allowedOriginHeaders(this.#site.config, request.headers.origin),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'retry-after': '1',
    })
    response.end(body)
    discardBody(request, response)
  }

  /** The body is built once per language and its texts. */
  #bodyFor(language: Language, requestId: string): string {
    const dictionary = this.#site.translations.dictionaryNow(language)
    let body = this.#bodies.get(dictionary)
    if (body === undefined) {
      body = JSON.stringify(presentProblem(busy(), { dictionary, language }, idMark))
      this.#bodies.set(dictionary, body)
    }
    return body.replace(idMark, requestId)
  }
}

const idMark = 'the id of the call'
