import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Form = Record<string, string>

interface Code {
  challenge: string
  redirectUri: string
  scope: string
}

export const client = { client_id: 'client-of-the-test', client_secret: 'secret-of-the-test' }
export const account = 'noa@gmail.example'

/** A stand-in for an OAuth provider on this machine that obeys the rules: codes once, PKCE, exact addresses. */
export class TestGoogle {
  /** Forms that the token and the revocation endpoint received. */
  readonly tokenCalls: Form[] = []
  readonly revoked: string[] = []
  /** Valid refresh tokens. */
  readonly refreshTokens = new Set<string>()
  url = ''
  /** Lifetime of an access token in seconds. */
  expiresIn = 3599
  givesRefreshToken = true
  /** Status of the next answers of token and revocation endpoint, until it is 200 again. */
  fault = 200
  readonly #server: Server
  readonly #codes = new Map<string, Code>()
  readonly #access = new Set<string>()
  #held: Promise<void> | undefined

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<TestGoogle> {
    const google = new TestGoogle()
    await new Promise<void>((resolve) => google.#server.listen(0, '127.0.0.1', resolve))
    google.url = `http://127.0.0.1:${(google.#server.address() as AddressInfo).port}`
    return google
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** The endpoints, by the fieldnames of Connected App. */
  get endpoints(): Record<string, string> {
    return {
      authorization_uri: `${this.url}/auth`,
      token_uri: `${this.url}/token`,
      revocation_uri: `${this.url}/revoke`,
      userinfo_uri: `${this.url}/userinfo`,
    }
  }

  /** True for an access token that it issued. */
  knows(token: string): boolean {
    return this.#access.has(token)
  }

  /** Makes issued codes invalid. */
  forgetCodes(): void {
    this.#codes.clear()
  }

  /**
   * Acts as a user who opens the address and grants the access; returns the query with which the provider sends them
   * back.
   */
  grant(address: string): { code: string; state: string } {
    const query = Object.fromEntries(new URL(address).searchParams)
    const code = `4/${randomBytes(12).toString('hex')}`
    const { code_challenge: challenge = '', redirect_uri: redirectUri = '', scope = '', state = '' } = query
    this.#codes.set(code, { challenge, redirectUri, scope })
    return { code, state }
  }

  /** The token endpoint answers only when the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return () => {
      this.#held = undefined
      resolve()
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', this.url)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    if (url.pathname === '/auth') return this.#signIn(url, response)
    if (url.pathname === '/.well-known/openid-configuration') return send(response, 200, this.#configuration())
    if (url.pathname === '/userinfo') {
      const isKnown = this.#access.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
      return send(response, isKnown ? 200 : 401, isKnown ? { sub: '1', email: account, email_verified: true } : {})
    }
    if (url.pathname === '/token') {
      this.tokenCalls.push(form)
      await this.#held
    }
    if (this.fault !== 200) return send(response, this.fault, { error: 'server_error' })
    if (url.pathname === '/token') return this.#token(form, response)
    if (url.pathname !== '/revoke') return send(response, 404, {})
    this.revoked.push(form.token ?? '')
    this.refreshTokens.delete(form.token ?? '')
    send(response, 200, {})
  }

  #signIn({ searchParams, href }: URL, response: ServerResponse): void {
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    for (const [name, value] of Object.entries(this.grant(href))) back.searchParams.set(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  #token(form: Form, response: ServerResponse) {
    if (form.client_id !== client.client_id || form.client_secret !== client.client_secret) {
      return send(response, 401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' })
    }
    const refused = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }
    if (form.grant_type === 'refresh_token') {
      if (!this.refreshTokens.has(form.refresh_token ?? '')) return send(response, 400, refused)
      return send(response, 200, this.#tokens('openid email profile'))
    }
    const code = this.#codes.get(form.code ?? '')
    this.#codes.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    if (!code || challenge !== code.challenge || form.redirect_uri !== code.redirectUri)
      return send(response, 400, refused)
    const refresh_token = `1//${randomBytes(12).toString('hex')}`
    if (this.givesRefreshToken) this.refreshTokens.add(refresh_token)
    send(response, 200, { ...this.#tokens(code.scope), ...(this.givesRefreshToken ? { refresh_token } : {}) })
  }

  #tokens(scope: string) {
    const access_token = `ya29.${randomBytes(12).toString('hex')}`
    this.#access.add(access_token)
    return { access_token, expires_in: this.expiresIn, scope, token_type: 'Bearer' }
  }

  #configuration() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/auth`,
      token_endpoint: `${this.url}/token`,
      revocation_endpoint: `${this.url}/revoke`,
      userinfo_endpoint: `${this.url}/userinfo`,
      introspection_endpoint: `${this.url}/introspect`,
      jwks_uri: `${this.url}/certs`,
      response_types_supported: ['code'],
    }
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
