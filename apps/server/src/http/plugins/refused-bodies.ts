import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * What is still read of the body of a call that was refused, in bytes: enough for most senders to finish and read why. A
 * connection that is closed at once breaks them off in the middle.
 */
const maxDiscarded = 1_048_576

/** Ends the connection of a refused call whose body goes on and on. */
export function discardRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400) discardBody(request.raw, reply.raw)
    done()
  })
}

/** Reads on for a while and throws away what comes; the answer is on its way meanwhile. */
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
