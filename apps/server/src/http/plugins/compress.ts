import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** A smaller answer fits into one packet, so compression gains nothing. */
const minSize = 1400
/** Up to this size, compressing takes less time than handing the work to another thread. */
const maxSyncSize = 32_768

/** Compresses answers of the API; the front end's files are already compressed. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < minSize || reply.hasHeader('content-encoding')) {
      return done(null, payload)
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    reply.header('vary', withEncoding(reply.getHeader('vary')))
    if (!encoding) return done(null, payload)
    reply.header('content-encoding', encoding)
    reply.removeHeader('content-length')
    if (request.routeOptions.config.repeated) return compressOnce(payload, encoding, done)
    if (payload.length <= maxSyncSize) return done(null, syncCompressors[encoding](payload))
    threadCompressors[encoding](payload, done)
  })
}

type CompressCallback = (error: Error | null, bytes?: Buffer) => void

/** Compresses a long text that every caller gets unchanged, and caches the result. */
function compressOnce(text: string, encoding: Encoding, done: CompressCallback): void {
  const key = `${encoding} ${text}`
  const cached = cache.get(key)
  if (cached) done(null, cached)
  else {
    threadCompressors[encoding](text, (error, bytes) => {
      if (bytes) cache.set(key, bytes)
      if (cache.size > maxCached) cache.delete(cache.keys().next().value as string)
      done(error, bytes)
    })
  }
}

const maxCached = 8
const cache = new Map<string, Buffer>()

export type Encoding = 'br' | 'gzip'

/** The better of the two supported encodings that the header accepts; `q=0` refuses one. */
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

// Every answer is compressed separately: speed matters more than the last few bytes, and for a short answer most of
// the time would go into allocating windows that it never fills.
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
const quickBrotli = { params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 15 } }
const quickGzip = { level: 1, memLevel: 5, windowBits: 13 }

const syncCompressors: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, quickBrotli),
  gzip: (text) => gzipSync(text, quickGzip),
}

const threadCompressors: Record<Encoding, (text: string, done: CompressCallback) => void> = {
  br: (text, done) => brotliCompress(text, { params: { [BROTLI_PARAM_QUALITY]: 4 } }, done),
  gzip: (text, done) => gzip(text, { level: 3 }, done),
}
