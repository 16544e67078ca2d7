import type { FastifyInstance } from 'fastify'

/**
 * Sends answers that became ready in one turn of the event loop together, at its end. A single answer leaves as soon as
 * before. Under load the reader wakes once for many answers instead of once for each, which on small machines costs
 * more than making the answer (docs/decisions/0005-answers-leave-in-bursts.md).
 */
export function sendInBursts(app: FastifyInstance): void {
  let waiting: (() => void)[] = []
  const sendAll = () => {
    const ready = waiting
    waiting = []
    for (const send of ready) send()
  }
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    if (waiting.length === 0) setImmediate(sendAll)
    waiting.push(done)
  })
}
