import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Maximum number of body bytes that are read after a call was refused: enough for most senders to finish and read the
 * reason. Closing the connection at once would interrupt them.
 */
const maxDiscarded = 1_048_576

/** Ends the connection of a refused call whose body exceeds the maximum. */
export function discardRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400) discardBody(request.raw, reply.raw)
    done()
  })
}

/** Reads and discards the body up to the maximum, while the answer is being sent. */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return
  let left = maxDiscarded
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left > 0) return
    request.pause()
    if (response.writableFinished) request.destroy()
    else response.once('finish', () => request.destroy())
  })
  request.resume()
}
