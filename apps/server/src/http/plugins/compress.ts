import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Below one packet there is nothing to win. */
const smallest = 1400
/** Up to here compressing takes less time than handing the work to another thread and back. */
const largestAtOnce = 32_768

/** Compresses answers of the API; the front end's files come compressed already. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < smallest || reply.hasHeader('content-encoding')) {
      return done(null, payload)
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    reply.header('vary', withEncoding(reply.getHeader('vary')))
    if (!encoding) return done(null, payload)
    reply.header('content-encoding', encoding)
    reply.removeHeader('content-length')
    if (request.routeOptions.config.repeated) return compressOnce(payload, encoding, done)
    if (payload.length <= largestAtOnce) return done(null, atOnce[encoding](payload))
    inThread[encoding](payload, done)
  })
}

type Done = (error: Error | null, bytes?: Buffer) => void

/** For the few long texts that go out unchanged to everybody: their compressed form is kept. */
function compressOnce(text: string, encoding: Encoding, done: Done): void {
  const key = `${encoding} ${text}`
  const known = kept.get(key)
  if (known) done(null, known)
  else {
    inThread[encoding](text, (error, bytes) => {
      if (bytes) kept.set(key, bytes)
      if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
      done(error, bytes)
    })
  }
}

const mostKept = 8
const kept = new Map<string, Buffer>()

export type Encoding = 'br' | 'gzip'

/** The better of our two encodings that the header accepts; `q=0` refuses one. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  if (!header) return undefined
  const accepted = new Map(
    String(header)
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', quality] = part.trim().split(/\s*;\s*q=/)
        return [name, Number(quality ?? 1) > 0] as const
      }),
  )
  if (accepted.get('br')) return 'br'
  return accepted.get('gzip') ? 'gzip' : undefined
}

function withEncoding(vary: unknown): string {
  return typeof vary === 'string' ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
}

// Answers are made anew for every call: speed counts for more than the last few bytes, and most of the time of a
// short one would go into setting up windows that it never fills.
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
const quickBrotli = { params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 15 } }
const quickGzip = { level: 1, memLevel: 5, windowBits: 13 }

const atOnce: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, quickBrotli),
  gzip: (text) => gzipSync(text, quickGzip),
}

const inThread: Record<Encoding, (text: string, done: Done) => void> = {
  br: (text, done) => brotliCompress(text, { params: { [BROTLI_PARAM_QUALITY]: 4 } }, done),
  gzip: (text, done) => gzip(text, { level: 3 }, done),
}
