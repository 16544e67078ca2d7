import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>

/** A request to the stand-in. */
export interface GraphRequest {
  method: string
  path: string
  query: Record<string, string>
  token: string | undefined
  body: Json
  bytes: Buffer
}

export const ids = { phone: '106540352242922', account: '102290129340398', app: '670000000000001' }
export const accessToken = 'EAAG-test-token'
export const appSecret = 'app-secret-of-the-test'

/**
 * A stand-in for the Cloud API on this machine, with the payloads and error codes of its public documentation. It
 * accepts everything under the token of the tests; `refuse` and `hold` change its answer to the next message to a
 * number.
 */
export class TestWhatsapp {
  readonly requests: GraphRequest[] = []
  readonly templates: Json[] = []
  readonly media = new Map<string, { bytes: Buffer; type: string; url?: string }>()
  /** Ids for the next messages, instead of generated ones. */
  readonly nextIds: string[] = []
  url = ''
  readonly #server: Server
  readonly #answers: { to: string; answer: (response: ServerResponse) => void }[] = []
  readonly #waiting: (() => void)[] = []
  readonly #heldMedia = new Map<string, Promise<void>>()
  #number = 0

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<TestWhatsapp> {
    const whatsapp = new TestWhatsapp()
    await new Promise<void>((resolve) => whatsapp.#server.listen(0, '127.0.0.1', resolve))
    whatsapp.url = `http://127.0.0.1:${(whatsapp.#server.address() as AddressInfo).port}`
    return whatsapp
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** Values of a Whatsapp Webhook record that uses the stand-in. */
  connection(name: string, more: Json = {}): Json {
    return {
      webhook_name: name,
      mode: 'Live',
      is_default: 1,
      phone_number_id: ids.phone,
      business_account_id: ids.account,
      meta_app_id: ids.app,
      base_url: this.url,
      access_token: accessToken,
      app_secret: appSecret,
      ...more,
    }
  }

  /** Accepted messages, in order. */
  get messages(): Json[] {
    return this.requests
      .filter(({ path, method }) => method === 'POST' && path.endsWith('/messages'))
      .map(({ body }) => body)
  }

  /**
   * Refuses the next message to a number with this code, in the words of the documentation; without a code, breaks the
   * connection.
   */
  refuse(to: string, code?: number, status = 400, details = `Details of ${code}`): void {
    const answer = (response: ServerResponse) => {
      if (code === undefined) response.destroy()
      else sendError(response, status, code, details)
    }
    this.#answers.push({ to, answer })
  }

  /** Answers the next message to a number only when the returned function is called. */
  hold(to: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#answers.push({ to, answer: (response) => void promise.then(() => this.#take(response)) })
    return resolve
  }

  /** Answers the request for a file only when the returned function is called; without a file, says that there is none. */
  holdMedia(id: string, file?: { bytes: Buffer; type: string }): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#heldMedia.set(id, promise)
    return () => {
      if (file) this.media.set(id, file)
      this.#heldMedia.delete(id)
      resolve()
    }
  }

  /** Resolves at the next request. */
  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const url = new URL(request.url ?? '/', this.url)
    const path = url.pathname.replace(/^\/v\d+\.\d+/, '')
    const isJson = request.headers['content-type'] === 'application/json'
    const entry: GraphRequest = {
      method: request.method ?? 'GET',
      path,
      query: Object.fromEntries(url.searchParams),
      token: request.headers.authorization,
      body: isJson ? (JSON.parse(bytes.toString()) as Json) : {},
      bytes,
    }
    this.requests.push(entry)
    for (const wake of this.#waiting.splice(0)) wake()
    await this.#heldMedia.get(path.slice(1))
    if (entry.token !== `Bearer ${accessToken}` && entry.token !== `OAuth ${accessToken}`) {
      sendError(response, 401, 190, 'Error validating access token: Session has expired')
    } else this.#route(entry, response)
  }

  #route({ method, path, query, body, bytes }: GraphRequest, response: ServerResponse): void {
    const [, first = '', second = ''] = path.split('/')
    const isPost = method === 'POST'
    const template = this.templates.find(({ id }) => id === first)
    const media = this.media.get(decodeURIComponent(first === 'content' ? second : first))
    if (isPost && second === 'messages') {
      const index = this.#answers.findIndex(({ to }) => to === body.to)
      const [special] = index < 0 ? [] : this.#answers.splice(index, 1)
      if (special) special.answer(response)
      else this.#take(response)
    } else if (isPost && second === 'media') send(response, { id: this.#keep(bytes) })
    else if (isPost && second === 'uploads') send(response, { id: `upload:${++this.#number}` })
    else if (isPost && first.startsWith('upload:')) send(response, { h: `4::handle-${first}` })
    else if (second === 'message_templates') this.#templates(method, query, body, response)
    else if (template && isPost) {
      Object.assign(template, body, { status: 'PENDING' })
      send(response, { success: true })
    } else if (template) send(response, template)
    else if (media && first === 'content') {
      response.writeHead(200, { 'content-type': media.type }).end(media.bytes)
    } else if (media) {
      const url = media.url ?? `${this.url}/content/${first}`
      send(response, { url, mime_type: media.type, file_size: media.bytes.length, id: first })
    } else if (first === ids.phone) {
      send(response, { id: ids.phone, display_phone_number: '+972 3-555-0100', verified_name: 'Tavla Bakery' })
    } else sendError(response, 400, 100, `Object with ID '${first}' does not exist`)
  }

  #templates(method: string, query: Record<string, string>, body: Json, response: ServerResponse): void {
    if (method === 'POST') {
      const template: Json = { id: `6${String(++this.#number).padStart(12, '0')}`, status: 'PENDING', ...body }
      this.templates.push(template)
      send(response, { id: template.id, status: 'PENDING', category: template.category })
      return
    }
    if (method === 'DELETE') {
      const index = this.templates.findIndex(({ id }) => id === query.hsm_id)
      if (index >= 0) this.templates.splice(index, 1)
      if (index < 0) sendError(response, 400, 100, 'Invalid parameter')
      else send(response, { success: true })
      return
    }
    const found = this.templates.filter(({ name }) => query.name === undefined || name === query.name)
    const start = Number(query.after ?? 0)
    const data = found.slice(start, start + 2)
    const isLast = start + 2 >= found.length
    const next = isLast ? {} : { next: `${this.url}/next` }
    send(response, { data, paging: { cursors: { before: String(start), after: String(start + 2) }, ...next } })
  }

  #take(response: ServerResponse): void {
    const id = this.nextIds.shift() ?? `wamid.${++this.#number}`
    const contacts = [{ input: '972501234567', wa_id: '972501234567' }]
    send(response, { messaging_product: 'whatsapp', contacts, messages: [{ id, message_status: 'accepted' }] })
  }

  #keep(bytes: Buffer): string {
    const id = `media-${++this.#number}`
    this.media.set(id, { bytes, type: 'application/octet-stream' })
    return id
  }
}

function send(response: ServerResponse, body: Json): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendError(response: ServerResponse, status: number, code: number, details: string): void {
  const error = {
    message: `(#${code}) ${details}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details },
  }
  const body = JSON.stringify({ error: { ...error, fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam' } })
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** Headers of a signed webhook call. */
export function signed(body: string, secret = appSecret): Record<string, string> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
}

/** The body of a webhook call with these parts of `value`. */
export function eventOf(value: Json, field = 'messages', phone: string = ids.phone): Json {
  const metadata = { display_phone_number: '97235550100', phone_number_id: phone }
  const change = { field, value: field === 'messages' ? { messaging_product: 'whatsapp', metadata, ...value } : value }
  return { object: 'whatsapp_business_account', entry: [{ id: ids.account, changes: [change] }] }
}

/** A received message; a text unless `more` says otherwise. */
export function incoming(id: string, more: Json = {}, from = '972501234567', name = 'Noa Bar'): Json {
  const message = { from, id, timestamp: '1767600000', type: 'text', text: { body: 'Shalom' }, ...more }
  return eventOf({ contacts: [{ profile: { name }, wa_id: from }], messages: [message] })
}

/** A status of a message that was sent. */
export function statusOf(id: string, status: string, more: Json = {}): Json {
  return eventOf({ statuses: [{ id, status, timestamp: '1767600100', recipient_id: '972501234567', ...more }] })
}
